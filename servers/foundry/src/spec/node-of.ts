import { FoundryError } from '../errors/foundry-error.ts'
import type { Spec, SpecNode } from './spec.ts'

/** Returns a node; throws TASK_NOT_FOUND, with ids that are like it, if there is none. */
export function nodeOf({ spec_id, hierarchy }: Spec, id: string, path = 'task_id'): SpecNode {
  const node = Object.hasOwn(hierarchy, id) ? hierarchy[id] : undefined
  if (node !== undefined) return node
  const near = nearIds(Object.keys(hierarchy), id)
  const hint =
    near.length === 0
      ? 'Call list with the spec_id for its tasks.'
      : `Did you mean ${near.join(' or ')}? Call list with the spec_id for all.`
  throw new FoundryError('TASK_NOT_FOUND', `Spec '${spec_id}' has no task '${id}'.`, { path, hint })
}

/** Ids that begin like the one asked for, or that it begins like. */
function nearIds(ids: readonly string[], id: string): readonly string[] {
  const wanted = id.toLowerCase()
  const near = ids.filter((one) => one.startsWith(wanted) || wanted.startsWith(`${one}-`))
  return near.slice(0, 3)
}
