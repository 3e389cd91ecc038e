import { isRecord, without } from '../../../json/json.ts'
import type { Outcome } from '../../../outcome/outcome.ts'
import type { CliIo, FileFault } from '../commands/io.ts'
import type { UsageProblem } from '../commands/usage-problem.ts'
import { escapeLines } from '../render/escape.ts'
import type { Globals } from './global-flags.ts'
import type { GivenFlag } from './scan.ts'

/** Where a member of the answer is to go. */
export interface Output {
  /** The member of the data. */
  readonly member: string
  /** `-` is standard output. */
  readonly path: string
  readonly overwrite: boolean
}

/** What `--output` and `--force` say, where the command has them. */
export function readOutput(
  given: readonly GivenFlag[],
  member: string | undefined,
): Output | undefined {
  const texts = new Map(given.map(({ flag, text }) => [flag.name, text]))
  const path = texts.get('output')
  return member === undefined || path === undefined
    ? undefined
    : { member, path, overwrite: texts.has('force') }
}

/** Why an output cannot be written, as far as that is known before the call. */
export async function outputProblems(
  { path, overwrite }: Output,
  { files }: CliIo,
  { stdin, format }: Globals,
): Promise<UsageProblem[]> {
  if (stdin)
    return [
      {
        reason: 'invalid_argument',
        message: '--output takes one answer, and --stdin makes many calls.',
        hint: 'Leave one of them out.',
      },
    ]
  if (path === '-') {
    return format === 'human'
      ? []
      : [
          {
            reason: 'invalid_argument',
            message: `--output - writes to standard output, and so does --${format}.`,
            hint: 'Leave one of them out.',
          },
        ]
  }
  if (files === undefined)
    return [
      {
        reason: 'not_implemented',
        message: `'${path}' cannot be written: there are no files here.`,
      },
    ]
  return !overwrite && (await files.exists(path)) ? [toProblem(path, 'exists')] : []
}

/** The outcome without what was written, and with a note of where; a problem where nothing could be. */
export async function writeOutput(
  outcome: Outcome,
  { member, path, overwrite }: Output,
  io: CliIo,
): Promise<Outcome | UsageProblem> {
  if (!outcome.ok) return outcome
  const { data, notes } = outcome
  if (!isRecord(data) || data[member] === undefined)
    return {
      reason: 'invalid_argument',
      message: `The answer has no '${member}', so nothing was written.`,
    }
  const value = data[member]
  const text = typeof value === 'string' ? value : `${JSON.stringify(value, undefined, 2)}\n`
  if (path === '-') {
    io.stdout.write(io.stdout.isTTY ? escapeLines(text).join('\n') : text)
    return { ...outcome, data: undefined }
  }
  const fault = await io.files?.write(path, text, overwrite)
  if (fault !== undefined) return toProblem(path, fault)
  const message = [notes.message, `Wrote ${member} to ${path}.`].filter(Boolean).join(' ')
  return { ok: true, data: without(data, [member]), notes: { ...notes, message } }
}

const faults: Partial<Record<FileFault, string>> = {
  missing: 'is in a folder that does not exist',
  forbidden: 'may not be written',
  folder: 'is a folder',
  exists: 'exists already',
  too_large: 'does not fit where it is to be written',
}

const toProblem = (path: string, fault: FileFault): UsageProblem => ({
  reason: fault === 'exists' ? 'conflict' : 'invalid_argument',
  message: `The file '${path}' ${faults[fault] ?? 'cannot be written'}.`,
  ...(fault === 'exists' && { hint: 'Give --force to overwrite it, or another name.' }),
})
