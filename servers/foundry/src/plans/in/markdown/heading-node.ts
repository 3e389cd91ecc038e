import type { ListNode } from './list/create-list.ts'
import { toItem } from './list/to-item.ts'
import type { Section } from './list/to-sections.ts'

/** A heading that is a task, as if it were an item of a list, and how many sections it takes. */
export interface HeadingNode {
  readonly node: ListNode
  readonly count: number
}

/**
 * Returns a heading as an item: what is under it, deeper headings included, is under the item. A
 * box is in the heading, or is given.
 */
export function headingNode(
  sections: readonly Section[],
  index: number,
  box?: string,
): HeadingNode | undefined {
  const section = sections[index]
  if (section === undefined) return undefined
  const next = sections.findIndex(({ level }, at) => at > index && level <= section.level)
  const end = next === -1 ? sections.length : next
  const below = sections.slice(index + 1, end)
  const { mark, text } = markOf(section.title)
  const node: ListNode = {
    indent: -1,
    mark: box ?? mark,
    isOptional: false,
    text,
    line: section.line,
    body: section.prose.map((prose) => prose.text),
    children: [...section.nodes.filter(isNamed), ...below.map(toPart)],
  }
  return { node, count: end - index }
}

/** A box without a title says how far the heading is; it is not a part of it. */
const isNamed = ({ text, body, children }: ListNode) =>
  text !== '' || body.length > 0 || children.length > 0

/** A deeper heading is a name with values: such as the criteria of a task. */
const toPart = (section: Section): ListNode => ({
  indent: 0,
  isOptional: false,
  text: `${section.title.replace(/:$/, '')}:`,
  line: section.line,
  body: section.prose.map((prose) => prose.text),
  children: [...section.nodes],
})

/** The state that the words of a heading tell, and the words without it. */
function markOf(title: string): { readonly mark?: string | undefined; readonly text: string } {
  const item = toItem(title)
  if (item?.mark !== undefined) return { mark: item.mark, text: item.text }
  const inside = /^(.*?)\s*\[([ xX~/-])\]\s*(.*)$/.exec(title)
  if (inside) return { mark: inside[2], text: `${inside[1]} ${inside[3]}`.trim() }
  const done = /^(.*?)\s*(?:✅|✔️?|\((?:done|completed?)\)|— done)\s*(?:\S{1,12})?$/iu.exec(title)
  if (done) return { mark: 'x', text: done[1] ?? title }
  return { text: title }
}
