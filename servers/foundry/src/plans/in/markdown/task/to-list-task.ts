import type { ForeignTask, Remark } from '../../../foreign-plan.ts'
import { toForeignTask } from '../../../to-foreign-task.ts'
import { pathsIn } from '../../text/paths-in.ts'
import { slugOf } from '../../text/slug-of.ts'
import { stateOfMark } from '../../text/state-of-word.ts'
import type { ListNode } from '../list/create-list.ts'
import { dependenciesIn } from './ids-in.ts'
import { splitId } from './split-id.ts'
import { createFields, type Fields, takeField } from './take-field.ts'
import { toPlainTitle } from './to-plain-title.ts'

/** How items of a list become tasks. */
export interface ListContext {
  readonly path: string
  readonly remarks: Remark[]
  /** In front of ids that are made of titles. */
  readonly prefix: string
  /** True if a number in front of a title is its id. */
  readonly hasOrdinalIds: boolean
  /** Which items are tasks; the others are text. */
  readonly isTask: (node: ListNode) => boolean
}

/** Returns an item of a list as a task, with everything under it. */
export function toListTask(node: ListNode, context: ListContext): ForeignTask {
  const { text, body, children } = withTitle(node)
  const split = splitId(text, context.hasOrdinalIds)
  const tags = tagsOf(split.text)
  const fields = createFields()
  for (const line of body) takeLine(fields, line, [])
  const parts = children.flatMap((child) => takeNode(child, { fields, context, indent: '' }))
  const { title, isStruck } = toPlainTitle(tags.text)
  const ordinal = split.ordinal ?? node.ordinal
  const foreignId = idOf({ ...split, title }, context)
  const below = { ...context, prefix: foreignId }
  const { dependencies, files, labels, requirements, rest, text: lines, ...others } = fields
  const description = lines.join('\n').trim()
  return toForeignTask({
    ...others,
    foreignId,
    aliases: ordinal === undefined ? [title] : [ordinal, title],
    title,
    description: description === '' ? undefined : description,
    state: fields.state ?? stateOf(node, isStruck, context),
    dependencies: [...new Set([...dependencies, ...dependenciesIn(tags.text)])],
    files: [...new Set([...files, ...pathsIn(tags.text), ...pathsIn(description)])],
    labels: [...tags.labels, ...labels, ...optional(node)],
    requirements: [...new Set([...tags.requirements, ...requirements])].map((id) => ({ id })),
    children: parts.map((part) => toListTask(part, below)),
    isCheck: /^checkpoint\b/i.test(title) ? true : undefined,
    path: context.path,
    line: node.line,
    rest,
  })
}

const optional = ({ isOptional }: ListNode) => (isOptional ? ['optional'] : [])

/** A box may have its title on the next line. */
function withTitle({
  text,
  body,
  children,
}: ListNode): Pick<ListNode, 'text' | 'body' | 'children'> {
  if (text !== '') return { text, body, children }
  const [line, ...lines] = body
  if (line !== undefined) return { text: line.replace(/^#+\s+/, ''), body: lines, children }
  const [child, ...others] = children
  if (child === undefined || child.mark !== undefined) return { text, body, children }
  return { text: child.text, body: child.body, children: [...child.children, ...others] }
}

function stateOf({ mark, line }: ListNode, isStruck: boolean, { path, remarks }: ListContext) {
  const state = stateOfMark((mark ?? '').replace('\uFE0F', ''))
  if (state === undefined) {
    const message = `The mark "[${mark}]" is not known.`
    remarks.push({ path, line, message, action: 'The task is pending.' })
  }
  return isStruck && state !== 'completed' ? 'cancelled' : (state ?? 'pending')
}

interface Tags {
  readonly labels: string[]
  readonly requirements: string[]
  text: string
}

/** `[P]` is work that can run beside other work, `[US1]` the story that it is for. */
function tagsOf(text: string): Tags {
  const tags: Tags = { labels: [], requirements: [], text }
  const tag = /^\[(P|US-?\d+|FR-?\d+)\](?![([])\s*/
  for (let found = tag.exec(tags.text); found; found = tag.exec(tags.text)) {
    const [whole, name = ''] = found
    if (name === 'P') tags.labels.push('parallel')
    else tags.requirements.push(name)
    tags.text = tags.text.slice(whole.length)
  }
  return tags
}

function idOf(
  {
    code,
    ordinal,
    title,
  }: { code?: string | undefined; ordinal?: string | undefined; title: string },
  { prefix, hasOrdinalIds }: ListContext,
): string {
  if (code !== undefined) return code
  if (ordinal !== undefined && (hasOrdinalIds || ordinal.includes('.'))) return ordinal
  return `${prefix}/${slugOf(title)}`
}

interface Taking {
  readonly fields: Fields
  readonly context: ListContext
  readonly indent: string
}

/** Takes what an item says about its task. Returns the tasks that are in it. */
function takeNode(node: ListNode, { fields, context, indent }: Taking): readonly ListNode[] {
  if (context.isTask(node)) return [node]
  const values = node.children.filter(({ mark }) => mark === undefined || isListName(node.text))
  const names = values.map(({ text }) => text)
  if (takeLine(fields, node.text, names, indent)) {
    return node.children.filter((child) => !values.includes(child))
  }
  for (const line of node.body) fields.text.push(`${indent}  ${line}`)
  const below = { fields, context, indent: `${indent}  ` }
  return node.children.flatMap((child) => takeNode(child, below))
}

/** True for names whose boxes are values: criteria have boxes too. */
const isListName = (text: string) =>
  /^[*_]*(?:acceptance|criteria|done when|success|definition of done)\b.*:[*_]*$/i.test(text)

/** Takes a line as a field, or else as text. True if it was a field. */
function takeLine(
  fields: Fields,
  line: string,
  values: readonly string[],
  indent?: string,
): boolean {
  const plain = line
    .trim()
    .replace(/^[_*]+/, '')
    .replace(/[_*]+$/, '')
  const [, name, value] =
    /^`?([\p{L}][\p{L} _/-]{0,30}?)`?[*_]*\s*[:：][*_]*\s*(.*)$/u.exec(plain) ?? []
  const isItalic = /^_.*_$/.test(line.trim())
  if (name !== undefined && value !== undefined) {
    if (takeField(fields, { name, value, values })) return true
    // Requirements are named in every language, and always as numbers.
    const isNumbers = isItalic && /^[\d.,\s]+$/.test(value) && /\d/.test(value)
    if (isNumbers && takeField(fields, { name: 'requirements', value, values })) return true
  }
  fields.text.push(indent === undefined ? line : `${indent}- ${line}`)
  return false
}
