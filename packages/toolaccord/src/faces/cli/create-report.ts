import { type Written, writeWhole } from '../../contracts/contract/contract.ts'
import type { Progress } from '../../define/call.ts'
import type { Codebook } from '../../outcome/codebook.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import type { Command } from './commands/commands.ts'
import type { Globals } from './commands/flags.ts'
import type { CliIo, CliOutput } from './commands/io.ts'
import { coloursOf } from './render/colours.ts'
import { createProgressBar } from './render/create-progress-bar.ts'
import { escapeLine, toJsonLine } from './render/escape.ts'
import { renderNotes, renderOutcome } from './render/render-outcome.ts'
import { indent } from './render/render.ts'

/** Writes how calls go and end, in the form that was asked for. */
export interface Report {
  progress(progress: Progress): void
  /** Says how many calls of a batch are over, and shows the line of the next. */
  next(done: number, line: string): void
  /** Writes the data of a success to stdout, and everything about a failure to stderr. */
  outcome(outcome: Outcome, about?: About): void
}

/** The call that an outcome belongs to. */
export interface About {
  readonly command?: Command
  /** The line of a batch. */
  readonly line?: string
  /** The envelope of the outcome, if it has been written already. */
  readonly written?: Written
}

/** Creates the report that the global flags ask for. */
export function createReport(io: CliIo, globals: Globals, codes: Codebook): Report {
  if (globals.format === 'human') return createHumanReport(io, globals)
  if (globals.format === 'json') return createJsonReport(io, globals, codes)
  return createNdjsonReport(io, globals, codes)
}

function createJsonReport(io: CliIo, { contract, quiet }: Globals, codes: Codebook): Report {
  return {
    progress() {},
    next() {},
    outcome(outcome, { written } = {}) {
      const { envelope, overflow } = written ?? writeWhole(outcome, contract, codes)
      outputOf(outcome, io).write(`${escapeLine(envelope)}\n`)
      if (overflow !== undefined && !quiet) io.stderr.write(toJsonLine({ notes: overflow }))
    },
  }
}

function createNdjsonReport(io: CliIo, { contract }: Globals, codes: Codebook): Report {
  return {
    progress(progress) {
      io.stdout.write(toJsonLine({ event: 'progress', ...progress }))
    },
    next() {},
    outcome(outcome, { line, written = writeWhole(outcome, contract, codes) } = {}) {
      outputOf(outcome, io).write(`${escapeLine(toResultEvent(written, line))}\n`)
    },
  }
}

/** Puts an envelope that is JSON already into the event that ends a call. */
function toResultEvent({ envelope, overflow }: Written, line: string | undefined): string {
  const properties = ['"event":"result"']
  if (line !== undefined) properties.push(`"line":${JSON.stringify(line)}`)
  properties.push(`"envelope":${envelope}`)
  if (overflow !== undefined) properties.push(`"notes":${JSON.stringify(overflow)}`)
  return `{${properties.join(',')}}`
}

function createHumanReport(io: CliIo, { contract, color, quiet, verbose }: Globals): Report {
  const { stderr, env } = io
  const hasBar = stderr.isTTY && !quiet && !verbose
  const bar = hasBar ? createProgressBar(stderr) : undefined
  const errColours = coloursOf(stderr, env, color)
  const isMasked = (outcome: Outcome) =>
    !outcome.ok && outcome.problems[0].code === contract.problem('internal').code
  return {
    progress: (progress) => bar?.draw(progress),
    next: (done, line) => bar?.draw({ done, message: `done, next: ${line}` }),
    outcome(outcome, { command, line } = {}) {
      bar?.clear()
      const output = outputOf(outcome, io)
      const colours = coloursOf(output, env, color)
      const room = roomOf(output)
      const lines = renderOutcome(outcome, { room, colours, verbose, command })
      // Programs that read plain text get one answer after the other; people see which is which.
      if (line !== undefined && output.isTTY) {
        writeLines(output, [colours.bold(`${escapeLine(line)}:`), ...lines.map(indent)])
      } else {
        writeLines(output, lines)
      }
      if (quiet) return
      writeLines(stderr, renderNotes(outcome.notes, errColours, verbose))
      // Callers do not learn why, but whoever is at this terminal may be the author.
      if (isMasked(outcome) && !verbose) {
        stderr.write('note: --verbose shows what the server logged.\n')
      }
    },
  }
}

const outputOf = ({ ok }: Outcome, { stdout, stderr }: CliIo): CliOutput => (ok ? stdout : stderr)

function roomOf({ isTTY, columns }: CliOutput): number {
  if (isTTY && columns) return columns
  return Infinity
}

function writeLines(output: CliOutput, lines: readonly string[]): void {
  if (lines.length > 0) output.write(`${lines.join('\n')}\n`)
}
