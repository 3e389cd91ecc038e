import type { SpecNode } from '../../spec/spec.ts'
import { mergeOrder } from '../values/merge-order.ts'
import { breakCycles } from './break-cycles.ts'
import { checkCompletions } from './check-completions.ts'
import { mergeDependencies } from './merge-dependencies.ts'
import { type NodeLinks, mergeNode, withLinks } from './merge-node.ts'
import { type NodeMerging, type Nodes, type ThreeNodes, nodeOf } from './node-of.ts'
import { orderChildren } from './order-children.ts'
import { placeNodes } from './place-nodes.ts'

/** Who is told what, beside conflicts. */
export interface TreeMerging extends NodeMerging {
  /** Both sides ordered the children of a node, each in its own way. */
  readonly reportOrder: (id: string) => void
}

/** Merges the nodes of two versions: first which there are and where, then what each says. */
export function mergeNodes(nodes: ThreeNodes, merging: TreeMerging): Nodes {
  const parents = placeNodes(nodes, merging)
  const children = orderChildren(nodes, parents, merging.reportOrder)
  const isKept = (id: string) => parents.has(id)
  const merged = new Map<string, SpecNode>()
  for (const id of idsInOrder(nodes).filter(isKept)) {
    const node = mergeOne(id, nodes, merging, {
      parent: parents.get(id) ?? null,
      children: children.get(id) ?? [],
      dependencies: mergeDependencies(nodes, id, isKept),
    })
    if (node !== undefined) merged.set(id, node)
  }
  return breakCycles(checkCompletions(merged, nodes, merging), nodes, merging)
}

function mergeOne(id: string, nodes: ThreeNodes, merging: NodeMerging, links: NodeLinks) {
  const { base, first, second } = nodeOf(nodes, id)
  if (first !== undefined && second !== undefined) {
    return mergeNode(id, { base, first, second }, links, merging)
  }
  const only = first ?? second
  return only === undefined ? undefined : withLinks(only, links)
}

const idsInOrder = ({ base, first, second }: ThreeNodes): readonly string[] =>
  mergeOrder({ base: [...base.keys()], first: [...first.keys()], second: [...second.keys()] }).order
