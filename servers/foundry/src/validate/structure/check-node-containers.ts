import type { Report } from '../faults/create-faults.ts'
import { isJsonObject, type JsonObject } from '../faults/is-json-object.ts'
import { mendIf } from '../faults/mend-if.ts'
import { quote } from '../faults/quote.ts'
import type { RawNodes } from './raw-nodes.ts'

/** Reports children, metadata and dependencies of nodes that have another type. */
export function checkNodeContainers(nodes: RawNodes, report: Report): void {
  for (const [id, node] of nodes.byId) {
    checkChildren(id, node.children, nodes, report)
    checkMetadata(id, node.metadata, report)
    checkDependencies(id, node, nodes, report)
  }
}

function checkChildren(id: string, children: unknown, nodes: RawNodes, report: Report): void {
  const place = ['hierarchy', id, 'children']
  if (Array.isArray(children)) {
    if (children.every((child) => typeof child === 'string')) return
    const ids = toIds(children, nodes)
    const message = `The children of ${quote(id)} are not all ids.`
    report('INVALID_CHILDREN_TYPE', place, message, {
      hint: 'Write ids as strings, such as "task-1-2".',
      mend: mendIf(ids !== undefined, (draft) => draft.set(place, ids)),
    })
    return
  }
  const claiming = nodes.claimingTo(id)
  const details = {
    hint: 'Write an array of the ids of its children, which may be empty.',
    mend: mendIf(saysNothing(children), (draft) => draft.set(place, claiming)),
  }
  if (children === undefined) {
    report('MISSING_NODE_FIELD', place, `The node ${quote(id)} has no children array.`, details)
    return
  }
  const message = `The children of ${quote(id)} are ${quote(children)}, and not an array.`
  report('INVALID_CHILDREN_TYPE', place, message, details)
}

/** Reads numbers as the ids of nodes; undefined if a value is not the id of any. */
function toIds(values: readonly unknown[], nodes: RawNodes): readonly string[] | undefined {
  const ids: string[] = []
  for (const value of values) {
    if (typeof value === 'string') ids.push(value)
    else if (typeof value === 'number' && nodes.byId.has(String(value))) ids.push(String(value))
    else return undefined
  }
  return ids
}

function checkMetadata(id: string, metadata: unknown, report: Report): void {
  if (isJsonObject(metadata)) return
  const place = ['hierarchy', id, 'metadata']
  const details = {
    hint: 'Write an object, which may be empty.',
    mend: mendIf(saysNothing(metadata), (draft) => draft.set(place, {})),
  }
  if (metadata === undefined) {
    report('MISSING_NODE_FIELD', place, `The node ${quote(id)} has no metadata.`, details)
    return
  }
  const message = `The metadata of ${quote(id)} are ${quote(metadata)}, and not an object.`
  report('INVALID_METADATA_TYPE', place, message, details)
}

function checkDependencies(id: string, node: JsonObject, nodes: RawNodes, report: Report): void {
  const { dependencies } = node
  if (dependencies === undefined) return
  const place = ['hierarchy', id, 'dependencies']
  if (!isJsonObject(dependencies)) {
    const isEmpty = Array.isArray(dependencies) && dependencies.length === 0
    const message = `The dependencies of ${quote(id)} are ${quote(dependencies)}, not an object.`
    report('INVALID_DEPENDENCIES_TYPE', place, message, {
      hint: 'Write an object with the arrays blocks, blocked_by and depends.',
      mend: mendIf(dependencies === null || isEmpty, (draft) => draft.set(place, {})),
    })
    return
  }
  for (const name of ['blocks', 'blocked_by', 'depends']) {
    const ids = dependencies[name]
    if (ids === undefined || isArrayOfStrings(ids)) continue
    const known = idsFor(ids, nodes)
    const message = `The list ${name} of ${quote(id)} is not an array of ids.`
    report('INVALID_DEPENDENCY_FIELD', [...place, name], message, {
      hint: 'Write an array of ids, which may be empty.',
      mend: mendIf(known !== undefined, (draft) => draft.set([...place, name], known)),
    })
  }
}

/** One id without brackets, numbers and null are clear. */
function idsFor(value: unknown, nodes: RawNodes): readonly string[] | undefined {
  if (value === null) return []
  if (Array.isArray(value)) return toIds(value, nodes)
  return typeof value === 'string' && nodes.byId.has(value) ? [value] : undefined
}

const isArrayOfStrings = (value: unknown): boolean =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

const saysNothing = (value: unknown): boolean => value === undefined || value === null
