import { isLeaf, isRecord } from '../../../json/json.ts'
import type { ContentBlock } from '../../../outcome/content.ts'
import type {
  Deprecation,
  Failure,
  NextStep,
  Notes,
  Outcome,
  Problem,
} from '../../../outcome/outcome.ts'
import { type Command, toArgumentWord } from '../commands/commands.ts'
import type { Colours } from './colours.ts'
import { escapeLine, escapeLines, shellQuote } from './escape.ts'
import { indent, indented, render } from './render.ts'
import { cut } from './width-of.ts'

/** For whom an outcome is shown. */
export interface RenderOptions {
  /** The columns of the terminal. */
  readonly room: number
  readonly colours: Colours
  /** True if details are shown too. */
  readonly verbose: boolean
  /** The command whose arguments the paths of problems name. */
  readonly command?: Command | undefined
}

/** Shows an outcome to people: the data, or every problem and then the partial answer. */
export function renderOutcome(outcome: Outcome, options: RenderOptions): string[] {
  if (!outcome.ok) return renderFailure(outcome, options)
  const printed = findPrinted(outcome.data, options.command)
  if (printed !== undefined) return escapeLines(printed)
  return render(outcome.data, options.room, options.colours)
}

/** The text that a command shows in the place of its data. */
function findPrinted(data: unknown, command: Command | undefined): string | undefined {
  const { print } = command?.tool.cli ?? {}
  if (print === undefined || !isRecord(data)) return undefined
  const text = data[print]
  return typeof text === 'string' ? text.replace(/\n$/, '') : undefined
}

function renderFailure({ problems, data }: Failure, options: RenderOptions): string[] {
  const { room, colours } = options
  const lines = problems.flatMap((problem) => renderProblem(problem, options))
  const partial = render(data, indented(room), colours).map(indent)
  if (partial.length > 0) lines.push(colours.bold('partial answer:'), ...partial)
  return lines
}

function renderProblem(
  { code, message, path, hint, details, next = [] }: Problem,
  { colours: { red, cyan }, verbose, command, room }: RenderOptions,
): string[] {
  const facts: string[] = []
  if (path !== undefined) facts.push(...labelled('at', toPlace(path, command), cyan))
  if (hint !== undefined) facts.push(...labelled('hint', hint, cyan))
  for (const step of next) facts.push(...labelled('next', toStepText(step), cyan))
  const about = details && (verbose ? JSON.stringify(details) : toShortDetails(details, room))
  if (about) facts.push(...labelled('details', about, cyan))
  return [...labelled(`error[${escapeLine(code)}]`, message, red), ...facts.map(indent)]
}

/** The details that fit into one line, such as `existing_id: b-1, limit: 3`; '' if none does. */
function toShortDetails(details: Readonly<Record<string, unknown>>, room: number): string {
  const plain = Object.entries(details).filter(
    // The message says what the constraint is.
    ([name, value]) => name !== 'constraint' && isLeaf(value) && value !== null,
  )
  const text = plain.map(([name, value]) => `${name}: ${String(value)}`).join(', ')
  return cut(escapeLine(text), indented(room) - 'details: '.length)
}

/** Spells the path of a problem as the user typed it. */
function toPlace(path: string, command: Command | undefined): string {
  if (command === undefined) return path
  return toArgumentWord(command, path)
}

/** Shows the notes that people act on; if `verbose`, also those that programs read. */
export function renderNotes(notes: Notes, { cyan, yellow }: Colours, verbose: boolean): string[] {
  const {
    message,
    instruction,
    warnings = [],
    deprecation,
    page,
    attachments = [],
    next = [],
    ...others
  } = notes
  const lines: string[] = []
  if (message !== undefined) lines.push(...labelled('note', message, cyan))
  if (instruction !== undefined) lines.push(...labelled('instruction', instruction, cyan))
  for (const { code, message } of warnings) {
    const label = code === undefined ? 'warning' : `warning[${escapeLine(code)}]`
    lines.push(...labelled(label, message, yellow))
  }
  if (deprecation !== undefined) {
    lines.push(...labelled('deprecated', toDeprecationText(deprecation), yellow))
  }
  for (const block of attachments) {
    lines.push(...labelled('attached', toAttachmentText(block), cyan))
  }
  for (const step of next) lines.push(...labelled('next', toStepText(step), cyan))
  if (page?.hasMore && page.cursor !== null) {
    lines.push(...labelled('more', `--cursor ${shellQuote(page.cursor)}`, cyan))
  }
  if (verbose) lines.push(...renderOthers(others, cyan))
  return lines
}

/** The command in a line of its own, so that it can be copied, and below it what it is for. */
function toStepText({ command = '', why }: NextStep): string {
  return why === undefined ? command : `${command}\n${why}`
}

const renderOthers = (notes: Notes, paint: Colours['cyan']): string[] =>
  Object.entries(notes)
    .filter(([, note]) => note !== undefined)
    .flatMap(([name, note]) => labelled(name, JSON.stringify(note), paint))

function toDeprecationText({ since, use, removeIn }: Deprecation): string {
  const facts: string[] = []
  if (use) facts.push(`use ${use}`)
  if (since) facts.push(`since ${since}`)
  if (removeIn) facts.push(`gone in ${removeIn}`)
  return facts.join(', ')
}

/** Names an attachment without its bytes, which only `--json` shows. */
function toAttachmentText(block: ContentBlock): string {
  if (block.type === 'text') return block.text
  if (block.type === 'resource_link') return `${block.name} (${block.uri})`
  if (block.type === 'resource') return block.resource.uri
  const digits = block.data.replace(/=+$/, '').length
  const bytes = Math.floor((digits * 3) / 4).toLocaleString('en')
  return `${block.mimeType}, ${bytes} bytes; --json has them`
}

/** A label and its text; further lines are indented, so that they cannot pass for other labels. */
function labelled(label: string, text: string, paint: (text: string) => string): string[] {
  const [first = '', ...others] = escapeLines(text)
  return [`${paint(`${label}:`)} ${first}`, ...others.map(indent)]
}
