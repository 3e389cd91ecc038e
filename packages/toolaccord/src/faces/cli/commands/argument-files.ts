import type { ToolListing } from '../../../compile/tool-listing.ts'
import type { CliIo, FileFault } from './io.ts'
import type { UsageProblem } from './usage-problem.ts'

/** An argument whose value is in a file. */
export interface ArgumentFile {
  readonly argument: string
  /** `-` is standard input. */
  readonly path: string
  /** Makes a value of its text. */
  readonly parse: (text: string) => unknown
}

/** Whether an argument of a tool is given as a file. */
export const isFile = ({ cli }: ToolListing, argument: string): boolean =>
  Object.hasOwn(cli.files ?? {}, argument)

/**
 * The file that an argument of a tool is given as; undefined for an argument that is given as it
 * is.
 */
export function toArgumentFile(
  tool: ToolListing,
  argument: string,
  path: string,
): ArgumentFile | undefined {
  const parse = isFile(tool, argument) ? tool.cli.files?.[argument] : undefined
  return parse && { argument, path, parse }
}

/** What was in files, and what is wrong with them. */
export interface FileValues {
  readonly args: Readonly<Record<string, unknown>>
  readonly problems: readonly UsageProblem[]
}

/** The values of arguments that are given as files, or what is wrong with the files. */
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
  if (files === undefined)
    return {
      reason: 'not_implemented',
      message: `${nameOf(path)} cannot be read: there are no files here.`,
      path: argument,
    }
  const read = await files.read(path, mostBytes)
  if ('fault' in read)
    return {
      reason: reasonOf(read.fault),
      message: `${nameOf(path)} ${describeFault(read.fault, mostBytes)}.`,
      path: argument,
    }
  try {
    return { value: parse(read.text) }
  } catch (thrown) {
    // What follows the first line shows the place in the text, which a message has no room for.
    const [line = ''] = (thrown instanceof Error ? thrown.message : String(thrown)).split('\n')
    return {
      reason: 'malformed_input',
      message: `${nameOf(path)} cannot be parsed: ${line.replace(/[.:\s]*$/, '.')}`,
      path: argument,
    }
  }
}

/** A file, as messages name it. */
const nameOf = (path: string): string => (path === '-' ? 'Standard input' : `The file '${path}'`)

const reasonOf = (fault: FileFault): UsageProblem['reason'] =>
  fault === 'too_large'
    ? 'too_large'
    : fault === 'not_text'
      ? 'malformed_input'
      : 'invalid_argument'

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

/** Files that contradict each other: an argument given twice, or standard input wanted twice. */
export function fileConflicts(
  files: readonly ArgumentFile[],
  isStdinTaken: boolean,
): UsageProblem[] {
  const twice = files.filter(
    ({ argument }, index) => files.findIndex((one) => one.argument === argument) < index,
  )
  const piped = files.filter(({ path }) => path === '-')
  return [
    ...twice.map(({ argument, path }): UsageProblem => ({
      reason: 'invalid_argument',
      message: `'${argument}' was given twice, the second time as '${path}'.`,
      path: argument,
    })),
    ...(piped.length > (isStdinTaken ? 0 : 1) ? [stdinTaken(isStdinTaken)] : []),
  ]
}

const stdinTaken = (isStdinTaken: boolean): UsageProblem => ({
  reason: 'invalid_argument',
  message: `Standard input can be read once, and ${isStdinTaken ? '--stdin reads it already' : "'-' asks for it twice"}.`,
  hint: 'Name a file instead of -.',
})
