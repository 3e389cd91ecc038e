import type { Progress } from '../../../define/call.ts'
import type { CliOutput } from '../commands/io.ts'
import { cut, escapeLine } from './terminal-text.ts'

const clearLine = '\r\u001b[K'
const cells = 24

/** One line of a terminal that is drawn again and again. */
export interface ProgressBar {
  draw(progress: Progress): void
  clear(): void
}

export function createProgressBar(output: CliOutput): ProgressBar {
  let drawn = ''
  return {
    draw(progress) {
      const line = cut(toBar(progress), (output.columns || 80) - 1)
      if (line !== drawn) output.write(clearLine + line)
      drawn = line
    },
    clear() {
      if (drawn !== '') output.write(clearLine)
      drawn = ''
    },
  }
}

function toBar({ done, total, message = '' }: Progress): string {
  if (total === undefined || !(total > 0)) return `${done} ${escapeLine(message)}`.trimEnd()
  const filled = Math.round(cells * Math.min(1, Math.max(0, done / total)))
  return `[${'#'.repeat(filled)}${'-'.repeat(cells - filled)}] ${done}/${total} ${escapeLine(message)}`.trimEnd()
}
