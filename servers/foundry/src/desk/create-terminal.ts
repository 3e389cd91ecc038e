import type { Screen } from './screen.ts'

/** Creates the screen of a terminal; a pipe gets one drawing after the other. */
export function createTerminal(output: NodeJS.WriteStream): Screen {
  return {
    get columns() {
      return output.columns || 120
    },
    get rows() {
      return output.rows || Infinity
    },
    draw(text) {
      // Back to the first place, and then everything after it goes.
      const clear = output.isTTY ? '\u001b[H\u001b[2J' : ''
      output.write(clear + text)
    },
  }
}
