import type { Progress } from '../../../define/call.ts'
import type { CliOutput } from '../commands/io.ts'
import { escapeLine } from './escape.ts'
import { cut } from './width-of.ts'

const clearLine = '\r\u001b[K'
const cells = 24

/** One line of a terminal that is drawn again and again. */
export interface ProgressBar {
  draw(progress: Progress): void
  /** Shows a text in the place of the bar. */
  show(text: string): void
  clear(): void
}

/** Creates a progress bar on a stream that is a terminal. */
export function createProgressBar(output: CliOutput): ProgressBar {
  let drawn = ''
  function show(text: string): void {
    const line = cut(text, (output.columns || 80) - 1)
    if (line !== drawn) output.write(clearLine + line)
    drawn = line
  }
  return {
    draw: (progress) => show(toBar(progress)),
    show,
    clear() {
      if (drawn !== '') output.write(clearLine)
      drawn = ''
    },
  }
}

/** Draws how far something has come. */
export function toBar({ done, total, message = '' }: Progress): string {
  const text = escapeLine(message)
  if (total === undefined || !(total > 0)) return `${done} ${text}`.trimEnd()
  const share = Math.min(1, Math.max(0, done / total))
  const filled = Math.round(cells * share)
  const bar = '#'.repeat(filled) + '-'.repeat(cells - filled)
  return `[${bar}] ${done}/${total} ${text}`.trimEnd()
}
