import type { Progress } from '../../define/call.ts'
import type { Codebook } from '../../outcome/codebook.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import type { Command } from './commands/commands.ts'
import type { CliIo, CliOutput } from './commands/io.ts'
import type { Globals } from './read/global-flags.ts'
import { toArgumentWord } from './read/to-argument-word.ts'
import { coloursOf } from './render/colours.ts'
import { createProgressBar } from './render/create-progress-bar.ts'
import { escapeLine, toJsonLine } from './render/escape.ts'
import { renderNotes, renderOutcome } from './render/render-outcome.ts'
import { indent } from './render/render.ts'

/** Writes what becomes of a call, in the form that was asked for. */
export interface Report {
  progress(progress: Progress): void
  /** How many calls of a batch are over, and the line of the next. */
  next(done: number, line: string): void
  /** Data of a success goes to stdout; everything about a failure to stderr. */
  outcome(outcome: Outcome, about?: About): void
}

/** What an outcome is the answer to. */
export interface About {
  readonly command?: Command
  /** The line of a batch. */
  readonly line?: string
}

export function createReport(io: CliIo, globals: Globals, codes: Codebook): Report {
  if (globals.format === 'human') return createHumanReport(io, globals)
  return globals.format === 'json'
    ? createJsonReport(io, globals, codes)
    : createNdjsonReport(io, globals, codes)
}

function createJsonReport(
  { stdout, stderr }: CliIo,
  { contract, quiet }: Globals,
  codes: Codebook,
): Report {
  return {
    progress() {},
    next() {},
    outcome(outcome) {
      const { body, overflow } = contract.encode(outcome, codes)
      const target = outcome.ok ? stdout : stderr
      target.write(toJsonLine(body))
      if (overflow !== undefined && !quiet) stderr.write(toJsonLine({ notes: overflow }))
    },
  }
}

function createNdjsonReport(
  { stdout, stderr }: CliIo,
  { contract }: Globals,
  codes: Codebook,
): Report {
  return {
    progress: (progress) => stdout.write(toJsonLine({ event: 'progress', ...progress })),
    next() {},
    outcome(outcome, { line } = {}) {
      const { body, overflow } = contract.encode(outcome, codes)
      const target = outcome.ok ? stdout : stderr
      target.write(toJsonLine({ event: 'result', line, envelope: body, notes: overflow }))
    },
  }
}

function createHumanReport(io: CliIo, { contract, color, quiet, verbose }: Globals): Report {
  const { stdout, stderr, env } = io
  const bar = stderr.isTTY && !quiet && !verbose ? createProgressBar(stderr) : undefined
  const [outColours, errColours] = [coloursOf(stdout, env, color), coloursOf(stderr, env, color)]
  return {
    progress: (progress) => bar?.draw(progress),
    next: (done, line) => bar?.draw({ done, message: `done, next: ${line}` }),
    outcome(outcome, { command, line } = {}) {
      bar?.clear()
      const [output, colours] = outcome.ok ? [stdout, outColours] : [stderr, errColours]
      // Programs that read plain text get one answer after the other; people see which is which.
      const isLabelled = line !== undefined && output.isTTY === true
      if (isLabelled) writeLines(output, [colours.bold(`${escapeLine(line)}:`)])
      const toWord = (path: string) =>
        command === undefined ? path : toArgumentWord(command, path)
      const lines = renderOutcome(outcome, { room: roomOf(output), colours, verbose, toWord })
      writeLines(output, isLabelled ? lines.map(indent) : lines)
      if (!quiet) writeLines(stderr, renderNotes(outcome.notes, errColours, verbose))
      const isMasked = !outcome.ok && outcome.problems[0].code === contract.problem('internal').code
      // Callers are not told why, but whoever is at this terminal may be the author.
      if (isMasked && !quiet && !verbose)
        stderr.write('note: --verbose shows what the server logged.\n')
    },
  }
}

const roomOf = ({ isTTY, columns }: CliOutput) => (isTTY && columns ? columns : Infinity)

function writeLines(output: CliOutput, lines: readonly string[]): void {
  if (lines.length > 0) output.write(`${lines.join('\n')}\n`)
}
