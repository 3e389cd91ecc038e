import type { TaskRule } from './entries-of.ts'
import type { ListNode } from './list/create-list.ts'
import type { MarkdownDocument, Section } from './list/to-sections.ts'
import { splitId } from './task/split-id.ts'

/** A file, and the criteria that were in it. */
export interface WithoutCriteria {
  readonly document: MarkdownDocument
  readonly criteria: readonly string[]
}

const isCriteria = ({ title }: Section) =>
  /\b(?:acceptance criteria|success criteria|definition of done|exit criteria|checklist)\b/i.test(
    title,
  )

const hasId = ({ text }: ListNode) => splitId(text).code !== undefined

/** Takes out the sections whose boxes are not work but what must be true at the end. */
export function withoutCriteria(
  document: MarkdownDocument,
  { isHeading }: Pick<TaskRule, 'isHeading'>,
): WithoutCriteria {
  const tasks = new Set(document.sections.filter(isHeading).map(({ title }) => title))
  const found = document.sections.filter(
    (section) =>
      isCriteria(section) &&
      !section.nodes.some(hasId) &&
      !section.trail.some((title) => tasks.has(title)),
  )
  const criteria = found.flatMap(({ nodes }) => nodes.map(({ text }) => text))
  const sections = document.sections.map((section) =>
    found.includes(section) ? { ...section, nodes: [] } : section,
  )
  return { document: { ...document, sections }, criteria: criteria.filter((one) => one !== '') }
}
