import type { CliIo, CliOutput } from '../commands/io.ts'

/** Paints words of a kind; without colour they stay as they are. */
export interface Colours {
  readonly bold: (text: string) => string
  readonly red: (text: string) => string
  readonly yellow: (text: string) => string
  readonly cyan: (text: string) => string
}

const plain = (text: string) => text

/** Leaves every word as it is. */
export const noColours: Colours = { bold: plain, red: plain, yellow: plain, cyan: plain }

const sgr = (code: number) => (text: string) => `\u001b[${code}m${text}\u001b[0m`

const ansi: Colours = { bold: sgr(1), red: sgr(31), yellow: sgr(33), cyan: sgr(36) }

/** The colours of a stream: the flag decides, then NO_COLOR, FORCE_COLOR and the terminal. */
export function coloursOf(
  output: CliOutput,
  env: CliIo['env'],
  flag: boolean | undefined,
): Colours {
  const isColoured = flag ?? wantsColour(output, env)
  if (isColoured) return ansi
  return noColours
}

function wantsColour(output: CliOutput, { NO_COLOR, FORCE_COLOR, TERM }: CliIo['env']): boolean {
  if (NO_COLOR) return false
  if (FORCE_COLOR) return FORCE_COLOR !== '0'
  return output.isTTY === true && TERM !== 'dumb'
}
