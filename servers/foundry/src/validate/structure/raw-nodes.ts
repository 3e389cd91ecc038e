import { isJsonObject, type JsonObject } from '../faults/is-json-object.ts'

/** The nodes of a file that may be damaged, and what they say of each other. */
export interface RawNodes {
  /** Nodes that are objects, by id. */
  readonly byId: ReadonlyMap<string, JsonObject>
  /** The first node that lists a node as its child. */
  readonly listerOf: (id: string) => string | undefined
  /** The nodes that name a node as their parent, in the order of the file. */
  readonly claimingTo: (id: string) => readonly string[]
}

/** Reads what can be read of a hierarchy. */
export function toRawNodes(hierarchy: JsonObject): RawNodes {
  const byId = new Map<string, JsonObject>()
  const listers = new Map<string, string>()
  const claims = new Map<string, string[]>()
  for (const [id, node] of Object.entries(hierarchy)) {
    if (!isJsonObject(node)) continue
    byId.set(id, node)
    for (const child of childrenIn(node)) if (!listers.has(child)) listers.set(child, id)
    if (typeof node.parent !== 'string') continue
    const claiming = claims.get(node.parent) ?? []
    claiming.push(id)
    claims.set(node.parent, claiming)
  }
  return {
    byId,
    listerOf: (id) => listers.get(id),
    claimingTo: (id) => claims.get(id) ?? [],
  }
}

/** The children of a node that are ids; usually all, and then no copy is made. */
export function childrenIn({ children }: JsonObject): readonly string[] {
  if (!Array.isArray(children)) return []
  return children.every(isString) ? children : children.filter(isString)
}

const isString = (value: unknown): value is string => typeof value === 'string'
