import type { Item } from './to-item.ts'

/** Deeper items are beside their parents, so that reading never runs out of stack. */
const deepest = 50

/** An item of a list with everything under it. */
export interface ListNode extends Item {
  readonly line: number
  /** Lines of text that belong to the item. */
  readonly body: string[]
  readonly children: ListNode[]
}

/** A list that grows line by line. */
export interface List {
  readonly nodes: ListNode[]
  /** The items that are open: each is under the one before. */
  readonly open: ListNode[]
}

/** Returns an empty list. */
export const createList = (): List => ({ nodes: [], open: [] })

/** Puts an item under the last one that is less indented. */
export function addItem(list: List, item: Item & { readonly line: number }): void {
  const node: ListNode = { ...item, body: [], children: [] }
  while (isBeside(list.open.at(-1), node) || list.open.length >= deepest) list.open.pop()
  const parent = list.open.at(-1)
  const siblings = parent ? parent.children : list.nodes
  siblings.push(node)
  list.open.push(node)
}

const isBeside = (last: ListNode | undefined, { indent }: Item) =>
  last !== undefined && last.indent >= indent

/** Gives a line of text to the item it belongs to; false if it belongs to none. */
export function addText(
  list: List,
  line: { readonly indent: number; readonly text: string; readonly isAfterBlank: boolean },
): boolean {
  const last = list.open.at(-1)
  if (last === undefined) return false
  const owner = list.open.findLast(({ indent }) => indent < line.indent)
  if (line.isAfterBlank && owner === undefined) {
    list.open.length = 0
    return false
  }
  const isLazy = !line.isAfterBlank && owner === undefined
  const node = isLazy ? last : owner
  node?.body.push(line.text)
  return true
}
