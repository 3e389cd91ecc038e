import { quote } from '../faults/quote.ts'
import type { RuleInput } from './rule.ts'

/** What other programs that read the format allow. */
const maxItems = 1000
const maxDepth = 10

/** Reports parts that are larger or deeper than other programs of the format allow. */
export function checkSizes({ spec, report }: RuleInput): void {
  for (const [id, node] of Object.entries(spec.hierarchy)) {
    const { length } = node.children
    if (length > maxItems) {
      const message = `The node ${quote(id)} has ${length} children; at most ${maxItems} are usual.`
      report('EXCESSIVE_ARRAY_LENGTH', ['hierarchy', id, 'children'], message, {
        hint: 'Put them into groups.',
      })
    }
    // A node is one level below the hierarchy.
    const depth = 1 + depthOf(node)
    if (depth <= maxDepth) continue
    const message = `The node ${quote(id)} is nested ${depth} levels deep; ${maxDepth} are usual.`
    report('EXCESSIVE_NESTING', ['hierarchy', id], message, { hint: 'Make its metadata flatter.' })
  }
  const entries = spec.journal?.length ?? 0
  if (entries <= maxItems) return
  const message = `The journal has ${entries} entries; at most ${maxItems} are usual.`
  report('EXCESSIVE_JOURNAL_LENGTH', ['journal'], message, {
    hint: 'Split the spec, or keep old entries in a file of their own.',
  })
}

/** How many levels are below a value; the depth of the whole text is bounded. */
function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  let depth = 0
  for (const inner of Object.values(value)) depth = Math.max(depth, depthOf(inner))
  return depth + 1
}
