import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PartLink } from '../view/spec-view.ts'
import { boxSize, layOutGraph } from './lay-out-graph.ts'

const ids = ['a', 'b', '__proto__', 'constructor', 'e f', '6', '']
const nodes: readonly PartLink[] = ids.map((id) => ({ id, title: id, state: 'pending' }))
const id = fc.constantFrom(...ids)
const edges = fc
  .uniqueArray(fc.tuple(id, id), { selector: (pair) => JSON.stringify(pair) })
  .map((pairs) => pairs.filter(([from, to]) => from !== to))
  .map((pairs) => pairs.map(([from, to]) => ({ from, to, isSoft: false })))

describe('a layout', () => {
  it('has a place for every box and a line for every arrow, in every graph, cycles too', () => {
    fc.assert(
      fc.property(edges, (all) => {
        const placed = layOutGraph(nodes, all)
        expect(placed.nodes.map(({ node }) => node.id)).toEqual(ids)
        expect(placed.edges).toHaveLength(all.length)
        for (const { x, y } of placed.nodes) {
          expect(x).toBeGreaterThanOrEqual(boxSize.width / 2)
          expect(x).toBeLessThanOrEqual(placed.width - boxSize.width / 2)
          expect(y).toBeLessThanOrEqual(placed.height - boxSize.height / 2)
        }
        for (const { points } of placed.edges) expect(points.length).toBeGreaterThan(1)
      }),
    )
  })

  it('has no boxes over each other', () => {
    fc.assert(
      fc.property(edges, (all) => {
        const placed = layOutGraph(nodes, all).nodes
        for (const one of placed) {
          const over = placed.filter(
            (other) =>
              Math.abs(one.x - other.x) < boxSize.width &&
              Math.abs(one.y - other.y) < boxSize.height,
          )
          expect(over).toEqual([one])
        }
      }),
    )
  })

  it('goes downwards, and to the right if many boxes would be beside each other', () => {
    const star = ids.slice(1).map((to) => ({ from: 'a', to, isSoft: false }))
    const broad = layOutGraph(nodes, star)
    expect(broad.height).toBeGreaterThan(broad.width)
    const chain = ids.slice(1).map((to, at) => ({ from: ids[at] ?? '', to, isSoft: false }))
    const deep = layOutGraph(nodes, chain)
    expect(deep.width).toBeLessThan(2 * boxSize.width)
  })
})
