import { fromTexts } from '../../from-texts.ts'
import { type ArgumentFile, fileConflicts, toArgumentFile } from '../commands/argument-files.ts'
import type { Command } from '../commands/commands.ts'
import type { UsageProblem } from '../commands/to-usage-failure.ts'

/** A line of standard input. */
export interface InputLine {
  readonly text: string
  /** Counted from 1. */
  readonly number: number
}

/** The call that a line asks for. */
export interface LineCall {
  readonly args: unknown
  /** Arguments whose values are still to be read from files. */
  readonly files: readonly ArgumentFile[]
}

/** The call that a line asks for, or the problem with the line. */
export type ReadInputLine = LineCall | { readonly problem: UsageProblem }

/** What every line of a run shares. */
export interface LineContext {
  readonly command: Command
  /** The arguments that flags give to every line. */
  readonly given: object
  /** The most bytes that a line may have. */
  readonly mostBytes: number
}

/** Reads a line of standard input: a JSON object of arguments, or text for the first positional. */
export function readInputLine(line: InputLine, context: LineContext): ReadInputLine {
  const { text, number } = line
  const { command, given, mostBytes } = context
  if (isLonger(text, mostBytes)) return { problem: tooLong(number, mostBytes) }
  if (text.trimStart().startsWith('{')) return readObject(line, given)
  const [first] = command.positionals
  // Without a positional the text itself is passed on: the pipeline says what arguments must be.
  if (first === undefined) return { args: text, files: [] }
  const file = toArgumentFile(command.tool, first.argument, text)
  if (file !== undefined) return readPath(file, given)
  const own = fromTexts(command.tool.inputSchema, [[first.argument, text]])
  return { args: { ...given, ...own }, files: [] }
}

/** Asks for the length first, because a long string is expensive to encode. */
const isLonger = (text: string, mostBytes: number): boolean =>
  text.length > mostBytes || new TextEncoder().encode(text).length > mostBytes

function readPath(file: ArgumentFile, given: object): ReadInputLine {
  const [problem] = fileConflicts([file], true)
  if (problem === undefined) return { args: given, files: [file] }
  return { problem }
}

function readObject({ text, number }: InputLine, given: object): ReadInputLine {
  try {
    // The cast holds because JSON that begins with a brace is an object.
    const parsed = JSON.parse(text) as object
    return { args: { ...given, ...parsed }, files: [] }
  } catch {
    return { problem: notJson(number) }
  }
}

const notJson = (number: number): UsageProblem => ({
  reason: 'malformed_input',
  message: `Line ${number} starts like a JSON object and is not JSON.`,
  hint: 'Write one whole object on one line.',
})

const tooLong = (number: number, mostBytes: number): UsageProblem => ({
  reason: 'too_large',
  message: `Line ${number} is longer than ${mostBytes} bytes.`,
})
