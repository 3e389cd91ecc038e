import type { Dependencies, SpecNode } from '../../spec/spec.ts'
import { mergeOrder } from '../values/merge-order.ts'
import { type Nodes, type ThreeNodes, nodeOf } from './node-of.ts'

type Kind = keyof Dependencies

/** The kinds of links that a node has, each with its ids. */
export type Links = Partial<Record<Kind, readonly string[]>>

const kinds: readonly Kind[] = ['blocks', 'blocked_by', 'depends']

/**
 * Merges what a node waits for and what waits for it. Each link is decided by what the three
 * versions say of that link, so both of its ends come to the same answer and stay mirrored.
 */
export function mergeDependencies(
  nodes: ThreeNodes,
  id: string,
  isKept: (id: string) => boolean,
): Links {
  const { first, second } = nodeOf(nodes, id)
  const links: Links = {}
  for (const kind of kinds) {
    const isGiven = [first, second].some((node) => node?.dependencies?.[kind] !== undefined)
    if (isGiven) links[kind] = mergeLinks(nodes, { id, kind }, isKept)
  }
  return links
}

/** The links of one kind at one node. */
interface Place {
  readonly id: string
  readonly kind: Kind
}

function mergeLinks(nodes: ThreeNodes, place: Place, isKept: (id: string) => boolean) {
  const { base, first, second } = nodeOf(nodes, place.id)
  const { kind } = place
  const lists = { base: idsOf(base, kind), first: idsOf(first, kind), second: idsOf(second, kind) }
  const had = new Set(lists.base)
  const inFirst = new Set(lists.first)
  const inSecond = new Set(lists.second)
  return mergeOrder(lists).order.filter((other) => {
    if (isNode(nodes, other) && !isKept(other)) return false
    const inBase = had.has(other)
    const one = canSay(nodes, nodes.first, [place.id, other]) ? inFirst.has(other) : inBase
    const another = canSay(nodes, nodes.second, [place.id, other]) ? inSecond.has(other) : inBase
    return one === inBase ? another : one
  })
}

/** A side says something of a link if it has both ends, or if one end is not a node anywhere. */
const canSay = (nodes: ThreeNodes, side: Nodes, ends: readonly string[]): boolean =>
  ends.every((id) => side.has(id) || !isNode(nodes, id))

const isNode = ({ base, first, second }: ThreeNodes, id: string): boolean =>
  base.has(id) || first.has(id) || second.has(id)

const idsOf = (node: SpecNode | undefined, kind: Kind): readonly string[] =>
  node?.dependencies?.[kind] ?? []
