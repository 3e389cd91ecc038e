import { rootId } from '../../spec/root-id.ts'
import type { Draft } from '../faults/create-draft.ts'
import type { Report } from '../faults/create-faults.ts'
import { findCycles } from '../faults/find-cycles.ts'
import { quote, quoteAll } from '../faults/quote.ts'
import { childrenIn, type RawNodes } from './raw-nodes.ts'

/** Reports nodes that are under each other, because a walk up or down the tree must end. */
export function checkTreeCycles(nodes: RawNodes, report: Report): void {
  const inCycle = new Set<string>()
  const childrenOf = (id: string) => childrenIn(nodes.byId.get(id) ?? {})
  for (const cycle of findCycles(nodes.byId.keys(), childrenOf)) {
    for (const id of cycle) inCycle.add(id)
    reportCycle(cycle, 'children', report)
  }
  checkRootIsTop(nodes, inCycle, report)
  const parentOf = (id: string) => {
    const parent = nodes.byId.get(id)?.parent
    return typeof parent === 'string' ? [parent] : []
  }
  for (const cycle of findCycles(nodes.byId.keys(), parentOf)) {
    if (cycle.some((id) => inCycle.has(id))) continue
    const [first = rootId] = cycle
    report('CYCLE_DETECTED', ['hierarchy', first, 'parent'], toMessage(cycle), {
      hint: 'Name as the parent of each the node that lists it among its children.',
      mend: (draft) => openParents(draft, cycle, nodes),
    })
  }
}

function reportCycle(cycle: readonly string[], member: string, report: Report): void {
  const [first = rootId] = cycle
  report('CYCLE_DETECTED', ['hierarchy', first, member], toMessage(cycle), {
    hint: 'Remove one of these ids from the children of the one before it.',
  })
}

const toMessage = (cycle: readonly string[]): string => {
  const [first = rootId] = cycle
  return `Nodes are under each other: ${quoteAll(cycle, ' → ')} → ${quote(first)}.`
}

/** A node that nothing leads to may list the root, which is then not the top of everything. */
function checkRootIsTop(nodes: RawNodes, inCycle: ReadonlySet<string>, report: Report): void {
  const lister = nodes.listerOf(rootId)
  if (lister === undefined || inCycle.has(rootId)) return
  const message = `The node ${quote(lister)} lists "spec-root" among its children.`
  report('CYCLE_DETECTED', ['hierarchy', lister, 'children'], message, {
    hint: 'Remove "spec-root" from them: every other node is under it.',
  })
}

/** The children are in order, so what lists a node is its parent. */
function openParents(draft: Draft, cycle: readonly string[], nodes: RawNodes): void {
  for (const id of cycle) {
    draft.set(['hierarchy', id, 'parent'], nodes.listerOf(id) ?? null)
  }
}
