import { rootId } from '../../spec/root-id.ts'
import type { Spec, SpecNode } from '../../spec/spec.ts'
import { externalOf } from './external-of.ts'

/** A spec while a plan is put into it. */
export interface Draft {
  readonly kind: string
  readonly nodes: Map<string, SpecNode>
  /** Ids of nodes by the ids that the source has for them. */
  readonly ids: Map<string, string>
  /** A random tail for new ids. */
  readonly newId: () => string
}

/** Opens a spec, or an empty one, for a plan of a kind. */
export function createDraft(
  existing: Spec | undefined,
  { kind, newId }: Pick<Draft, 'kind' | 'newId'>,
): Draft {
  const nodes = new Map(Object.entries(existing?.hierarchy ?? {}))
  if (!nodes.has(rootId)) nodes.set(rootId, emptyNode('spec', null))
  const ids = new Map<string, string>()
  for (const [id, node] of nodes) {
    const external = externalOf(node)
    if (id !== rootId && external?.kind === kind) ids.set(external.id, id)
  }
  return { kind, nodes, ids, newId }
}

/** Returns a node with nothing in it. */
export const emptyNode = (type: SpecNode['type'], parent: string | null): SpecNode => ({
  type,
  title: '',
  status: 'pending',
  parent,
  children: [],
  total_tasks: 0,
  completed_tasks: 0,
  metadata: {},
})

const prefixes: Readonly<Partial<Record<SpecNode['type'], string>>> = {
  phase: 'phase',
  verify: 'verify',
  research: 'research',
}

/** Returns an id that is free: the phase, a number in it, and a random tail. */
export function freeId(
  { nodes, newId }: Draft,
  { type, phase, number }: { type: SpecNode['type']; phase: number; number: number },
): string {
  const place = type === 'phase' ? `${phase}` : `${phase}-${number}`
  const base = `${prefixes[type] ?? 'task'}-${place}-${newId()}`
  let id = base
  for (let n = 2; nodes.has(id); n += 1) id = `${base}${n}`
  return id
}
