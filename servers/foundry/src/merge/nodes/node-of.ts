import type { Conflict } from '../../conflicts/conflicts-in.ts'
import type { SpecNode } from '../../spec/spec.ts'
import type { Three } from '../values/three.ts'

/** The nodes of a version by id. A map, because an id may be the name of anything. */
export type Nodes = ReadonlyMap<string, SpecNode>

/** The nodes of the three versions; the base has none if there is none. */
export interface ThreeNodes extends Three<Nodes> {
  readonly base: Nodes
}

/** How to decide about nodes, and whom to tell. */
export interface NodeMerging {
  readonly isFirstLater: boolean
  readonly report: (id: string, conflict: Conflict) => void
}

/** Returns a node in its three versions. */
export const nodeOf = ({ base, first, second }: ThreeNodes, id: string) => ({
  base: base.get(id),
  first: first.get(id),
  second: second.get(id),
})
