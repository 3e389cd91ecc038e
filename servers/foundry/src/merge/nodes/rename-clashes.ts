import { rootId } from '../../spec/root-id.ts'
import type { Spec, SpecNode } from '../../spec/spec.ts'
import { type JsonObject, compareText, hashOf, isObject } from '../values/canonical.ts'
import type { Three } from '../values/three.ts'
import { renameNodes } from './rename-nodes.ts'

/** A node that got another id. */
export interface Renamed {
  readonly from: string
  readonly to: string
}

/** The versions with ids that mean the same node in all of them. */
export interface Unclashed {
  readonly specs: Three<Spec>
  readonly renamed: readonly Renamed[]
}

/**
 * Both sides may have added a node of the same id. If it has the same type and title it is one
 * node; if not they are two, and the one with the later hash gets a new id. The new id is made of
 * that hash, so whoever merges comes to the same one.
 */
export function renameClashes(specs: Three<Spec>): Unclashed {
  const { base, first, second } = followRenames(specs)
  const names = { first: new Map<string, string>(), second: new Map<string, string>() }
  const taken = new Set([...idsOf(base), ...idsOf(first), ...idsOf(second)])
  for (const [id, node] of Object.entries(first.hierarchy)) {
    const other = findNode(second, id)
    const isClash = other !== undefined && findNode(base, id) === undefined && id !== rootId
    if (!isClash || isSameNode(node, other)) continue
    const isFirstLast = compareText(hashOf(node), hashOf(other)) > 0
    const name = freeName(id, hashOf(isFirstLast ? node : other), taken)
    taken.add(name)
    names[isFirstLast ? 'first' : 'second'].set(id, name)
  }
  return {
    specs: {
      base,
      first: renameNodes(first, names.first, second),
      second: renameNodes(second, names.second, first),
    },
    renamed: [...names.first, ...names.second].map(([from, to]) => ({ from, to })),
  }
}

/** True if two nodes of one id are one node. */
const isSameNode = (one: Identity, another: Identity): boolean =>
  one.type === another.type && one.title === another.title

type Identity = Pick<SpecNode, 'type' | 'title'>

const idsOf = (spec: Spec | undefined): readonly string[] => Object.keys(spec?.hierarchy ?? {})

/** Ids may be the names of anything, so only own members count. */
const findNode = (spec: Spec | undefined, id: string): SpecNode | undefined =>
  spec !== undefined && Object.hasOwn(spec.hierarchy, id) ? spec.hierarchy[id] : undefined

function freeName(id: string, hash: string, taken: ReadonlySet<string>): string {
  let length = 4
  while (taken.has(`${id}-${hash.slice(0, length)}`) && length < hash.length) length++
  return `${id}-${hash.slice(0, length)}`
}

/**
 * A branch whose node got another id in an earlier merge may go on with the old id. Its versions
 * get the new id before they are merged again, or its changes would go to the other node.
 */
function followRenames(specs: Three<Spec>): Three<Spec> {
  const { base, first, second } = specs
  if (base === undefined) return specs
  const ofFirst = earlierRenames(first, base, second)
  const ofSecond = earlierRenames(second, base, first)
  return {
    base: renameNodes(base, new Map([...ofFirst, ...ofSecond])),
    first: renameNodes(first, ofSecond),
    second: renameNodes(second, ofFirst),
  }
}

/** The ids that a side gave to nodes which the base and the other side know by their old ids. */
function earlierRenames(side: Spec, base: Spec, other: Spec): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  for (const [id, { metadata }] of Object.entries(side.hierarchy)) {
    const { renamed_from: from } = metadata
    if (!isObject(from) || findNode(base, id) !== undefined) continue
    const known = typeof from['id'] === 'string' ? findNode(base, from['id']) : undefined
    if (known === undefined || !isOrigin(from, known) || findNode(other, id) !== undefined) continue
    names.set(String(from['id']), id)
  }
  return names
}

const isOrigin = (from: JsonObject, node: SpecNode): boolean =>
  from['type'] === node.type && from['title'] === node.title
