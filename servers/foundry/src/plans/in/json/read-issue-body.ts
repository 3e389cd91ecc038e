import type { ForeignTask } from '../../foreign-plan.ts'
import type { ListNode } from '../markdown/list/create-list.ts'
import { type Section, toSections } from '../markdown/list/to-sections.ts'
import { toListTask } from '../markdown/task/to-list-task.ts'
import { pathsIn } from '../text/paths-in.ts'

/** What the text of an issue says. */
export interface IssueBody {
  readonly description?: string | undefined
  readonly dependencies: readonly string[]
  readonly blocks: readonly string[]
  readonly criteria: readonly string[]
  readonly files: readonly string[]
  readonly children: readonly ForeignTask[]
}

const isCriteria = ({ title }: Section) => /criteria|definition of done|done when/i.test(title)
const hasBox = ({ mark }: ListNode) => mark !== undefined

/** Reads the text of an issue: boxes are parts, or criteria if the heading above says so. */
export function readIssueBody(text: string, number: string): IssueBody {
  const path = `#${number}`
  const { sections } = toSections({ path, text })
  const criteria = sections
    .filter(isCriteria)
    .flatMap(({ nodes }) => nodes.map((node) => node.text))
  const boxes = sections.filter((section) => !isCriteria(section)).flatMap(({ nodes }) => nodes)
  const context = { path, remarks: [], prefix: path, hasOrdinalIds: false, isTask: hasBox }
  const children = boxes.filter(hasBox).filter((node) => !isReference(node))
  const numbers = (pattern: RegExp) =>
    [...text.matchAll(pattern)].flatMap(([, list]) => (list ?? '').match(/#\d+/g) ?? [])
  return {
    description: text === '' ? undefined : text,
    dependencies: [
      ...numbers(/\b(?:depends on|blocked by|requires|after):?\s+((?:#\d+[,\s]*(?:and\s+)?)+)/gi),
      ...boxes.filter(isReference).flatMap((node) => node.text.match(/#\d+/g) ?? []),
    ],
    blocks: numbers(/\bblocks:?\s+((?:#\d+[,\s]*(?:and\s+)?)+)/gi),
    criteria,
    files: pathsIn(text),
    children: children.map((node) => withOwnId(toListTask(node, context), path)),
  }
}

/** A box that holds the number of an issue: that issue has to be done first. */
const isReference = (node: ListNode) => hasBox(node) && /^#\d+\b/.test(node.text)

/** Numbers in front of parts count within their issue. */
const withOwnId = (task: ForeignTask, path: string): ForeignTask => ({
  ...task,
  foreignId: task.foreignId.startsWith(`${path}/`) ? task.foreignId : `${path}/${task.foreignId}`,
  aliases: [],
})
