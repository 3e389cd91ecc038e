import type { ContentBlock } from '../../../outcome/content.ts'
import type { Deprecation, Notes } from '../../../outcome/outcome.ts'
import type { Colours } from './colours.ts'
import { escapeLine, escapeLines, shellQuote } from './terminal-text.ts'

/**
 * What travels beside the data, for people; the notes that programs read only when everything is
 * asked for.
 */
export function renderNotes(notes: Notes, { cyan, yellow }: Colours, verbose: boolean): string[] {
  const {
    message,
    instruction,
    warnings = [],
    deprecation,
    page,
    attachments = [],
    ...others
  } = notes
  const remaining = Object.entries(others).filter(([, note]) => note !== undefined)
  return [
    ...(message === undefined ? [] : labelled('note', message, cyan)),
    ...(instruction === undefined ? [] : labelled('instruction', instruction, cyan)),
    ...warnings.flatMap(({ code, message }) =>
      labelled(code === undefined ? 'warning' : `warning[${escapeLine(code)}]`, message, yellow),
    ),
    ...(deprecation === undefined
      ? []
      : labelled('deprecated', describeDeprecation(deprecation), yellow)),
    ...attachments.flatMap((block) => labelled('attached', describeAttachment(block), cyan)),
    ...(page?.hasMore && page.cursor !== null
      ? labelled('more', `--cursor ${shellQuote(page.cursor)}`, cyan)
      : []),
    ...(verbose
      ? remaining.flatMap(([name, note]) => labelled(name, JSON.stringify(note), cyan))
      : []),
  ]
}

const describeDeprecation = ({ since, use, removeIn }: Deprecation): string =>
  [use && `use ${use}`, since && `since ${since}`, removeIn && `gone in ${removeIn}`]
    .filter(Boolean)
    .join(', ')

/** What was attached, without its bytes: `--json` has these. */
function describeAttachment(block: ContentBlock): string {
  if (block.type === 'text') return block.text
  if (block.type === 'resource_link') return `${block.name} (${block.uri})`
  if (block.type === 'resource') return block.resource.uri
  return `${block.mimeType}, ${Math.floor((block.data.replace(/=+$/, '').length * 3) / 4).toLocaleString('en')} bytes; --json has them`
}

/**
 * A label and its text; further lines of the text are indented, so that they cannot pass for lines
 * of their own.
 */
export function labelled(label: string, text: string, paint: (text: string) => string): string[] {
  const [first = '', ...others] = escapeLines(text)
  return [`${paint(`${label}:`)} ${first}`, ...others.map(indent)]
}

export const indent = (line: string): string => `  ${line}`
