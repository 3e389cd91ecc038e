import { headingNode } from './heading-node.ts'
import type { ListNode } from './list/create-list.ts'
import type { Section } from './list/to-sections.ts'

/** A task at the top of a Markdown plan, and the headings that it is under. */
export interface Entry {
  readonly node: ListNode
  readonly trail: readonly string[]
  readonly isHeading: boolean
}

/** What is a task in a Markdown file. */
export interface TaskRule {
  readonly isTask: (node: ListNode) => boolean
  readonly isHeading: (section: Section) => boolean
}

/** True if an item or something under it is a task. */
export const hasTask = (node: ListNode, isTask: TaskRule['isTask']): boolean =>
  isTask(node) || node.children.some((child) => hasTask(child, isTask))

/** Returns the tasks of sections, in the order of the file. */
export function entriesOf(sections: readonly Section[], rule: TaskRule): readonly Entry[] {
  const boxes = boxesOfHeadings(sections)
  const entries: Entry[] = []
  for (let index = 0; index < sections.length; index += 1) {
    const section = sections[index]
    if (section === undefined) continue
    const box = boxes.get(section)
    const isTask = box !== undefined || rule.isHeading(section)
    const heading = isTask ? headingNode(sections, index, box) : undefined
    if (heading) {
      entries.push({ node: heading.node, trail: section.trail, isHeading: true })
      index += heading.count - 1
    } else {
      entries.push(...entriesIn(section, rule))
    }
  }
  return entries
}

function entriesIn(section: Section, { isTask }: TaskRule): readonly Entry[] {
  const trail = section.level === 0 ? [] : [...section.trail, section.title]
  return section.nodes
    .filter((node) => hasTask(node, isTask) && !isBare(node))
    .map((node) => ({ node, trail, isHeading: false }))
}

const isBare = ({ mark, text, body, children }: ListNode) =>
  mark !== undefined && text === '' && body.length === 0 && children.length === 0

/**
 * Boxes that stand alone belong to a heading: the one before them, or the one after them if the
 * last heading has none.
 */
function boxesOfHeadings(sections: readonly Section[]): ReadonlyMap<Section, string> {
  const bare = (section: Section) => section.nodes.find(isBare)?.mark
  const last = sections.at(-1)
  const isBefore = last !== undefined && bare(last) === undefined
  const found = new Map<Section, string>()
  for (const [index, section] of sections.entries()) {
    const mark = bare(section)
    const owner = isBefore ? sections[index + 1] : section
    if (mark !== undefined && owner !== undefined && owner.level > 0) found.set(owner, mark)
  }
  return found
}
