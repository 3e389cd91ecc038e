import { isRecord } from '../../../json/json.ts'
import type { Server } from '../../../server.ts'
import { fromTexts } from '../../from-texts.ts'
import { type ArgumentFile, fileConflicts, toArgumentFile } from '../commands/argument-files.ts'
import type { Command } from '../commands/commands.ts'
import type { UsageProblem } from '../commands/usage-problem.ts'

/** What a line asks for. */
export interface InputLine {
  readonly args: unknown
  /** Arguments that are yet to be read. */
  readonly files: readonly ArgumentFile[]
}

export type ReadInputLine = InputLine | { readonly problem: UsageProblem }

/**
 * The arguments of the call that a line of standard input asks for; `given` are those that the
 * flags give to every line.
 */
export function readInputLine(
  text: string,
  number: number,
  command: Command,
  given: object,
  { bodyBytes }: Server['limits'],
): ReadInputLine {
  if (text.length > bodyBytes || new TextEncoder().encode(text).length > bodyBytes)
    return { problem: tooLong(number, bodyBytes) }
  if (text.trimStart().startsWith('{')) return readObject(text, number, given)
  const [first] = command.positionals
  // Without a positional the text itself is handed on: the pipeline says what arguments must be.
  if (first === undefined) return { args: text, files: [] }
  const file = toArgumentFile(command.tool, first.argument, text)
  if (file !== undefined) return readPath(file, given)
  return {
    args: { ...given, ...fromTexts(command.tool.inputSchema, [[first.argument, text]]) },
    files: [],
  }
}

function readPath(file: ArgumentFile, given: object): ReadInputLine {
  const [problem] = fileConflicts([file], true)
  return problem === undefined ? { args: given, files: [file] } : { problem }
}

function readObject(text: string, number: number, given: object): ReadInputLine {
  try {
    const parsed: unknown = JSON.parse(text)
    return { args: isRecord(parsed) ? { ...given, ...parsed } : parsed, files: [] }
  } catch {
    return { problem: notJson(number) }
  }
}

const notJson = (number: number): UsageProblem => ({
  reason: 'malformed_input',
  message: `Line ${number} starts like a JSON object and is not JSON.`,
  hint: 'Write one whole object on one line.',
})

const tooLong = (number: number, bodyBytes: number): UsageProblem => ({
  reason: 'too_large',
  message: `Line ${number} is longer than ${bodyBytes} bytes.`,
})
