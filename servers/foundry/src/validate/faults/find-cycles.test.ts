import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findCycles } from './find-cycles.ts'

type Graph = Readonly<Record<string, readonly string[]>>

const circlesOf = (graph: Graph) => findCycles(Object.keys(graph), (id) => graph[id] ?? [])

const anyGraph = fc
  .array(fc.array(fc.nat(7), { maxLength: 3 }), { minLength: 8, maxLength: 8 })
  .map((edges): Graph =>
    Object.fromEntries(edges.map((next, id) => [`n${id}`, next.map((to) => `n${to}`)])),
  )

/** True if taking away nodes without a way on, again and again, leaves some. */
function hasCircle(graph: Graph): boolean {
  let left = Object.keys(graph)
  for (;;) {
    const kept = left.filter((id) => graph[id]?.some((to) => left.includes(to)))
    if (kept.length === left.length) return left.length > 0
    left = kept
  }
}

describe('the circles of a graph', () => {
  it('are there exactly if the graph has one', () => {
    fc.assert(
      fc.property(anyGraph, (graph) => {
        expect(circlesOf(graph).length > 0).toBe(hasCircle(graph))
      }),
    )
  })

  it('are ways along edges that end where they begin', () => {
    fc.assert(
      fc.property(anyGraph, (graph) => {
        for (const circle of circlesOf(graph)) {
          for (const [at, id] of circle.entries()) {
            expect(graph[id]).toContain(circle[(at + 1) % circle.length])
          }
        }
      }),
    )
  })

  it('share no node', () => {
    fc.assert(
      fc.property(anyGraph, (graph) => {
        const ids = circlesOf(graph).flat()
        expect(new Set(ids).size).toBe(ids.length)
      }),
    )
  })

  it('may be as long as the graph', () => {
    const ids = Array.from({ length: 100_000 }, (_, at) => String(at))
    const next = (id: string) => [String((Number(id) + 1) % ids.length)]
    expect(findCycles(ids, next)).toEqual([ids])
  })
})
