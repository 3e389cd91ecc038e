import type { ToolListing } from '../../../compile/to-tool-listing.ts'
import { isFile } from './commands.ts'
import type { CliIo, FileFault } from './io.ts'
import type { UsageProblem } from './to-usage-failure.ts'

/** An argument whose value is in a file. */
export interface ArgumentFile {
  readonly argument: string
  /** `-` is standard input. */
  readonly path: string
  /** Makes a value of the text of the file. */
  readonly parse: (text: string) => unknown
}

/** Returns the file of an argument; undefined if the tool takes the argument as it is. */
export function toArgumentFile(
  tool: ToolListing,
  argument: string,
  path: string,
): ArgumentFile | undefined {
  const parse = isFile(tool, argument) ? tool.cli.files?.[argument] : undefined
  return parse && { argument, path, parse }
}

/** The values of files by their argument, and the problems with the files. */
export interface FileValues {
  readonly args: Readonly<Record<string, unknown>>
  readonly problems: readonly UsageProblem[]
}

/** Reads the values of arguments that are given as files. */
export async function readFiles(
  files: readonly ArgumentFile[],
  io: CliIo,
  mostBytes: number,
): Promise<FileValues> {
  const args: Record<string, unknown> = {}
  const problems: UsageProblem[] = []
  // One after the other, so that standard input is asked for once at a time.
  for (const file of files) {
    const read = await readValue(file, io, mostBytes)
    if ('value' in read) args[file.argument] = read.value
    else problems.push(read)
  }
  return { args, problems }
}

async function readValue(
  { argument, path, parse }: ArgumentFile,
  { files }: CliIo,
  mostBytes: number,
): Promise<{ readonly value: unknown } | UsageProblem> {
  const name = nameOf(path)
  if (files === undefined) {
    const message = `${name} cannot be read: there are no files here.`
    return { reason: 'not_implemented', message, path: argument }
  }
  const read = await files.read(path, mostBytes)
  if ('fault' in read) {
    const message = `${name} ${describeFault(read.fault, mostBytes)}.`
    return { reason: reasonOf(read.fault), message, path: argument }
  }
  try {
    return { value: parse(read.text) }
  } catch (thrown) {
    const message = `${name} cannot be parsed: ${firstLineOf(thrown)}`
    return { reason: 'malformed_input', message, path: argument }
  }
}

/** The name of a file in messages. */
const nameOf = (path: string): string => (path === '-' ? 'Standard input' : `The file '${path}'`)

/** What follows the first line shows the place in the text, which a message has no room for. */
function firstLineOf(thrown: unknown): string {
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  const [line = ''] = message.split('\n')
  return line.replace(/[.:\s]*$/, '.')
}

function reasonOf(fault: FileFault): UsageProblem['reason'] {
  if (fault === 'too_large') return 'too_large'
  if (fault === 'not_text') return 'malformed_input'
  return 'invalid_argument'
}

function describeFault(fault: FileFault, mostBytes: number): string {
  const known: Partial<Record<FileFault, string>> = {
    missing: 'does not exist',
    forbidden: 'may not be read',
    folder: 'is a folder',
    too_large: `has more than ${mostBytes} bytes`,
    not_text: 'is not text in UTF-8',
  }
  return known[fault] ?? 'cannot be read'
}

/** Finds files that contradict each other: an argument given twice, or standard input twice. */
export function fileConflicts(
  files: readonly ArgumentFile[],
  isStdinTaken: boolean,
): UsageProblem[] {
  const isAgain = ({ argument }: ArgumentFile, index: number) =>
    files.findIndex((one) => one.argument === argument) < index
  const conflicts = files.filter(isAgain).map(givenTwice)
  const piped = files.filter(({ path }) => path === '-').length
  if (isStdinTaken && piped > 0) conflicts.push(stdinConflict('--stdin reads it already'))
  else if (piped > 1) conflicts.push(stdinConflict("'-' asks for it twice"))
  return conflicts
}

const givenTwice = ({ argument, path }: ArgumentFile): UsageProblem => ({
  reason: 'invalid_argument',
  message: `'${argument}' was given twice, the second time as '${path}'.`,
  path: argument,
})

const stdinConflict = (why: string): UsageProblem => ({
  reason: 'invalid_argument',
  message: `Standard input can be read once, and ${why}.`,
  hint: 'Name a file instead of -.',
})
