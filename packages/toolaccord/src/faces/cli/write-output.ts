import { isRecord, without } from '../../json/json.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import type { Globals } from './commands/flags.ts'
import type { CliIo, FileFault } from './commands/io.ts'
import type { UsageProblem } from './commands/to-usage-failure.ts'
import type { Output } from './read/read-command-line.ts'
import { escapeLines } from './render/escape.ts'

/** Finds out why an output cannot be written, as far as that is known before the call. */
export async function findOutputProblem(
  { path, overwrite }: Output,
  { files }: CliIo,
  { stdin, format }: Globals,
): Promise<UsageProblem | undefined> {
  if (stdin) return notBoth('--output takes one answer, and --stdin makes many calls.')
  if (path === '-') {
    if (format === 'human') return undefined
    return notBoth(`--output - writes to standard output, and so does --${format}.`)
  }
  if (files === undefined) {
    const message = `'${path}' cannot be written: there are no files here.`
    return { reason: 'not_implemented', message }
  }
  const isTaken = !overwrite && (await files.exists(path))
  if (isTaken) return toProblem(path, 'exists')
  return undefined
}

const notBoth = (message: string): UsageProblem => ({
  reason: 'invalid_argument',
  message,
  hint: 'Leave one of them out.',
})

/**
 * Writes a property of the answer to its file. Returns the outcome without the property and with a
 * note that names the file, or the problem if nothing could be written.
 */
export async function writeOutput(
  outcome: Outcome,
  { property, path, overwrite }: Output,
  io: CliIo,
): Promise<Outcome | UsageProblem> {
  if (!outcome.ok) return outcome
  const { data, notes } = outcome
  if (!isRecord(data) || data[property] === undefined) {
    const message = `The answer has no '${property}', so nothing was written.`
    return { reason: 'invalid_argument', message }
  }
  const text = toFileText(data[property])
  if (path === '-') {
    io.stdout.write(io.stdout.isTTY ? escapeLines(text).join('\n') : text)
    return { ...outcome, data: undefined }
  }
  const fault = await io.files?.write(path, text, overwrite)
  if (fault !== undefined) return toProblem(path, fault)
  const message = [notes.message, `Wrote ${property} to ${path}.`].filter(Boolean).join(' ')
  return { ok: true, data: without(data, [property]), notes: { ...notes, message } }
}

/** A string is written as it is, anything else as JSON. */
function toFileText(value: unknown): string {
  if (typeof value === 'string') return value
  return `${JSON.stringify(value, undefined, 2)}\n`
}

const faults: Partial<Record<FileFault, string>> = {
  missing: 'is in a folder that does not exist',
  forbidden: 'may not be written',
  folder: 'is a folder',
  exists: 'exists already',
  too_large: 'does not fit where it is to be written',
}

function toProblem(path: string, fault: FileFault): UsageProblem {
  const message = `The file '${path}' ${faults[fault] ?? 'cannot be written'}.`
  if (fault !== 'exists') return { reason: 'invalid_argument', message }
  const hint = 'Give --force to overwrite it, or another name.'
  return { reason: 'conflict', message, hint }
}
