import { isContainer, rollUp } from '../../spec/roll-up.ts'
import { rootId } from '../../spec/root-id.ts'
import type { Spec, SpecNode } from '../../spec/spec.ts'
import { stateOf, withState } from '../../state/state-of.ts'
import type { TaskState } from '../../state/task-state.ts'
import type { PartLink, RunningView } from './spec-view.ts'

/** A node with its id. */
export interface SpecPart {
  readonly id: string
  readonly node: SpecNode
}

/** Answers what pages ask about a spec, with what runs now laid over its file. */
export interface SpecReader {
  /** The spec as it is now. */
  readonly spec: Spec
  /** Every part that the root leads to, in order, each once. */
  readonly parts: readonly SpecPart[]
  childrenOf(id: string): readonly SpecPart[]
  /** The parts under a part, in order; `enters` decides below which of them to go on. */
  under(id: string, enters?: (part: SpecPart) => boolean): readonly SpecPart[]
  stateOf(id: string): TaskState
  /** True for work that was found on the way, or is under such work. */
  isFound(id: string): boolean
  /** What leads to a part on the page; a group is shown by the phase that it is in. */
  link(id: string): PartLink
}

/** Creates a reader. A part that is its own ancestor is read once. */
export function createSpecReader(file: Spec, running: RunningView): SpecReader {
  const spec = rollUp(layOver(file, running))
  const { hierarchy } = spec
  const children = new Map<string, readonly SpecPart[]>()
  const parts: SpecPart[] = []
  const found = new Set<string>()
  const shownBy = new Map([[rootId, rootId]])
  const open: SpecPart[] = []
  const seen = new Set<string>([rootId])

  function read({ id, node }: SpecPart): void {
    parts.push({ id, node })
    const own = node.children.flatMap((child) => {
      const known = findNode(hierarchy, child)
      if (known === undefined || seen.has(child)) return []
      seen.add(child)
      const isInner = isContainer(known) && id !== rootId
      shownBy.set(child, isInner ? (shownBy.get(id) ?? id) : child)
      if (found.has(id) || known.metadata.discovered_from !== undefined) found.add(child)
      return { id: child, node: known }
    })
    children.set(id, own)
    open.push(...own.toReversed())
  }

  const root = findNode(hierarchy, rootId)
  if (root !== undefined) open.push({ id: rootId, node: root })
  for (let next = open.pop(); next !== undefined; next = open.pop()) read(next)

  function under(
    id: string,
    enters: (part: SpecPart) => boolean = () => true,
  ): readonly SpecPart[] {
    const all: SpecPart[] = []
    const waiting = (children.get(id) ?? []).toReversed()
    for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
      all.push(part)
      if (enters(part)) waiting.push(...(children.get(part.id) ?? []).toReversed())
    }
    return all
  }

  function stateOfPart(id: string): TaskState | undefined {
    const node = findNode(hierarchy, id)
    return node && stateOf(node)
  }

  return {
    spec,
    parts,
    childrenOf: (id) => children.get(id) ?? [],
    under,
    stateOf: (id) => stateOfPart(id) ?? 'pending',
    isFound: (id) => found.has(id),
    link(id) {
      const shown = shownBy.get(id)
      const title = findNode(hierarchy, id)?.title ?? id
      return shown === undefined ? { id, title } : { id: shown, title, state: stateOfPart(id) }
    },
  }
}

const findNode = (hierarchy: Spec['hierarchy'], id: string): SpecNode | undefined =>
  Object.hasOwn(hierarchy, id) ? hierarchy[id] : undefined

function layOver(spec: Spec, running: RunningView): Spec {
  const hierarchy: Record<string, SpecNode> = { ...spec.hierarchy }
  for (const [id, { state }] of Object.entries(running)) {
    const node = findNode(hierarchy, id)
    if (node !== undefined && !isContainer(node)) hierarchy[id] = withState(node, state)
  }
  return { ...spec, hierarchy }
}
