import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { reduceEdges } from './reduce-edges.ts'
import type { GraphEdge } from './spec-view.ts'

const toEdge = ([from, to, isSoft = false]: readonly [string, string, boolean?]): GraphEdge => ({
  from,
  to,
  isSoft,
})

const hardIn = (edges: readonly GraphEdge[]) => edges.filter(({ isSoft }) => !isSoft)

/** Every pair of which one can be reached from the other. */
function pairsIn(edges: readonly GraphEdge[]): ReadonlySet<string> {
  const pairs = new Set(edges.map(({ from, to }) => `${from}${to}`))
  for (const middle of 'abcdef')
    for (const from of 'abcdef')
      for (const to of 'abcdef')
        if (pairs.has(from + middle) && pairs.has(middle + to)) pairs.add(from + to)
  return pairs
}

const letter = fc.constantFrom(...'abcdef')
const graphs = fc
  .uniqueArray(fc.tuple(letter, letter, fc.boolean()), { selector: ([from, to]) => from + to })
  .map((pairs) => pairs.filter(([from, to]) => from !== to).map(toEdge))

describe('arrows that say nothing new', () => {
  it('are left out', () => {
    const all = [toEdge(['a', 'c']), toEdge(['a', 'b']), toEdge(['b', 'c'])]
    expect(reduceEdges(all)).toEqual(all.slice(1))
  })

  it('are drawn if what must come first would only be seen from what should', () => {
    const all = [toEdge(['a', 'b']), toEdge(['a', 'c']), toEdge(['b', 'c', true])]
    expect(reduceEdges(all)).toEqual(all)
    const soft = [toEdge(['a', 'b']), toEdge(['b', 'c']), toEdge(['a', 'c', true])]
    expect(reduceEdges(soft)).toEqual(soft.slice(0, 2))
  })

  it('are never missed: what can be reached can still be, also in a cycle', () => {
    fc.assert(
      fc.property(graphs, (edges) => {
        const reduced = reduceEdges(edges)
        expect(pairsIn(reduced)).toEqual(pairsIn(edges))
        expect(pairsIn(hardIn(reduced))).toEqual(pairsIn(hardIn(edges)))
        expect(reduceEdges(reduced)).toEqual(reduced)
      }),
    )
  })
})
