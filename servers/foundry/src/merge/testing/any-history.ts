import * as fc from 'fast-check'
import { rollUp } from '../../spec/roll-up.ts'
import { rootId } from '../../spec/root-id.ts'
import type { Dependencies, Spec, SpecNode } from '../../spec/spec.ts'
import { withState } from '../../state/state-of.ts'
import type { TaskState } from '../../state/task-state.ts'

/** One change that a person or a tool makes. Numbers pick nodes, whatever there is. */
export interface Edit {
  readonly kind: (typeof kinds)[number]
  readonly at: number
  readonly to: number
  readonly state: TaskState
}

const kinds = [
  'add',
  'add',
  'addClashing',
  'remove',
  'move',
  'reorder',
  'state',
  'state',
  'title',
  'estimate',
  'criterion',
  'dropCriterion',
  'link',
  'link',
  'unlink',
  'note',
  'comment',
  'addCheck',
] as const

/** What a branch does: its edits, and the second at which it was last written. */
export interface History {
  readonly edits: readonly Edit[]
  readonly second: number
}

/** Often one of a few nodes, so that two branches meet. */
const anyPlace = fc.oneof({ weight: 3, arbitrary: fc.nat(3) }, fc.nat(40))

/** Any history of at most twelve edits. */
export const anyHistory: fc.Arbitrary<History> = fc.record({
  edits: fc.array(
    fc.record({
      kind: fc.constantFrom(...kinds),
      at: anyPlace,
      to: anyPlace,
      state: fc.constantFrom<TaskState>(
        'completed',
        'completed',
        'completed',
        'pending',
        'in_progress',
        'in_review',
        'blocked',
        'failed',
        'deferred',
        'cancelled',
      ),
    }),
    { maxLength: 12, size: 'max' },
  ),
  second: fc.integer({ min: 10, max: 13 }),
})

const node = (type: SpecNode['type'], title: string, parent: string | null): SpecNode => ({
  type,
  title,
  status: 'pending',
  parent,
  children: [],
  total_tasks: 0,
  completed_tasks: 0,
  metadata: { mark: title },
})

/** A spec of two phases with three tasks each, and with a link. */
export function smallSpec(): Spec {
  const hierarchy: Record<string, SpecNode> = { [rootId]: node('spec', 'Plan', null) }
  let spec: Spec = {
    spec_id: 'plan-2026-01-01-001',
    generated: '2026-01-01T00:00:00Z',
    last_updated: '2026-01-01T00:00:00Z',
    metadata: { mission: 'Merge' },
    hierarchy,
    journal: [],
  }
  for (const phase of ['phase-1', 'phase-2']) {
    spec = add(spec, phase, node('phase', phase, rootId))
    for (const n of [1, 2, 3]) {
      const id = `task-${phase.slice(6)}-${n}`
      spec = add(spec, id, node('task', id, phase))
    }
  }
  spec = link(spec, 'task-1-1', 'task-1-2')
  return rollUp(spec)
}

/** Plays a history. The name of the branch is in everything that it adds. */
export function play(base: Spec, { edits, second }: History, branch: string): Spec {
  let spec = base
  for (const [n, edit] of edits.entries()) {
    const time = `2026-01-01T00:00:${String(second - 10 + n).padStart(2, '0')}Z`
    spec = apply(spec, edit, { name: `${branch}${n}`, time })
  }
  return rollUp({ ...spec, last_updated: `2026-01-01T00:01:${second}Z` })
}

interface Stamp {
  readonly name: string
  readonly time: string
}

function apply(spec: Spec, edit: Edit, { name, time }: Stamp): Spec {
  const id = pick(spec, edit.at, ['task', 'verify'])
  const other = pick(spec, edit.to, ['task', 'verify'])
  const place = pick(spec, edit.to, ['phase', 'task'])
  if (edit.kind === 'add') return add(spec, `task-${name}`, node('task', name, place ?? rootId))
  if (edit.kind === 'addClashing') {
    const clashing = `task-9-${edit.at % 3}`
    if (spec.hierarchy[clashing] !== undefined) return spec
    // Half of them are the same task on both branches.
    const title = edit.to % 2 === 0 ? `Shared ${clashing}` : name
    return add(spec, clashing, node('task', title, place ?? rootId))
  }
  if (edit.kind === 'note') return note(spec, id, { name, time })
  if (id === undefined) return spec
  if (edit.kind === 'addCheck') {
    const check = node('verify', name, id)
    return add(spec, `verify-${name}`, check)
  }
  if (edit.kind === 'remove') return remove(spec, edit.at % 5 === 0 ? (place ?? id) : id)
  if (edit.kind === 'move') return move(spec, id, { parent: place ?? rootId, at: edit.at })
  if (edit.kind === 'reorder') {
    return change(spec, place ?? rootId, (one) => ({ children: one.children.toReversed() }))
  }
  if (edit.kind === 'link') return other === undefined ? spec : link(spec, id, other)
  if (edit.kind === 'unlink') return unlink(spec, id)
  return change(spec, id, (one) => changeOf(one, edit, { name, time }))
}

function changeOf(one: SpecNode, { kind, to, state }: Edit, { name, time }: Stamp) {
  const { metadata } = one
  const list = (key: string) => (metadata[key] ?? []) as readonly unknown[]
  if (kind === 'title') return { title: name }
  if (kind === 'estimate') return { metadata: { ...metadata, estimated_hours: to } }
  if (kind === 'comment') {
    const comment = { id: name, author: 'a', at: time, text: name }
    return { metadata: { ...metadata, comments: [...list('comments'), comment] } }
  }
  if (kind === 'criterion') {
    const acceptance_criteria = [...list('acceptance_criteria'), name]
    return { metadata: { ...metadata, acceptance_criteria } }
  }
  if (kind === 'dropCriterion') {
    const acceptance_criteria = list('acceptance_criteria').slice(1)
    return { metadata: { ...metadata, acceptance_criteria } }
  }
  const { completed_at: _, cancel_reason: __, ...rest } = withState(one, state).metadata
  const settled: Record<string, unknown> = { ...rest }
  if (state === 'completed') settled['completed_at'] = time
  if (state === 'cancelled') settled['cancel_reason'] = name
  return { status: withState(one, state).status, metadata: settled }
}

function pick(spec: Spec, at: number, types: readonly string[]): string | undefined {
  const ids = Object.keys(spec.hierarchy).filter((id) =>
    types.includes(spec.hierarchy[id]?.type ?? ''),
  )
  return ids[at % Math.max(1, ids.length)]
}

function change(spec: Spec, id: string, by: (one: SpecNode) => Partial<SpecNode>): Spec {
  const one = spec.hierarchy[id]
  if (one === undefined) return spec
  return { ...spec, hierarchy: { ...spec.hierarchy, [id]: { ...one, ...by(one) } } }
}

function add(spec: Spec, id: string, one: SpecNode): Spec {
  const added = { ...spec, hierarchy: { ...spec.hierarchy, [id]: one } }
  return change(added, one.parent ?? '', ({ children }) => ({ children: [...children, id] }))
}

function remove(spec: Spec, id: string): Spec {
  const gone = new Set([id, ...under(spec, id)])
  const keep = (ids: readonly string[] = []) => ids.filter((one) => !gone.has(one))
  const left = Object.entries(spec.hierarchy).filter(([one]) => !gone.has(one))
  const hierarchy = left.map(([one, { children, dependencies, ...rest }]) => {
    const linked = { ...rest, children: keep(children) }
    return [one, dependencies === undefined ? linked : { ...linked, dependencies: kept() }] as const
    function kept(): Dependencies {
      return { blocks: keep(dependencies?.blocks), blocked_by: keep(dependencies?.blocked_by) }
    }
  })
  return { ...spec, hierarchy: Object.fromEntries(hierarchy) }
}

function move(spec: Spec, id: string, { parent, at }: { parent: string; at: number }): Spec {
  if (id === parent || under(spec, id).includes(parent)) return spec
  const from = spec.hierarchy[id]?.parent ?? rootId
  const left = change(spec, from, ({ children }) => ({
    children: children.filter((c) => c !== id),
  }))
  const put = change(left, parent, ({ children }) => ({
    children: children.toSpliced(at % (children.length + 1), 0, id),
  }))
  return change(put, id, () => ({ parent }))
}

/** The ids under a node. */
export function under(spec: Spec, id: string): readonly string[] {
  const children = spec.hierarchy[id]?.children ?? []
  return children.flatMap((child) => [child, ...under(spec, child)])
}

/** True if a node waits for another, directly or not. */
export function waitsFor(spec: Spec, id: string, blocker: string): boolean {
  const open = [id]
  const seen = new Set<string>()
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (seen.has(one)) continue
    seen.add(one)
    const blockers = spec.hierarchy[one]?.dependencies?.blocked_by ?? []
    if (blockers.includes(blocker)) return true
    open.push(...blockers)
  }
  return false
}

function link(spec: Spec, from: string, to: string): Spec {
  const isLinked = spec.hierarchy[to]?.dependencies?.blocked_by?.includes(from) ?? false
  if (from === to || isLinked || waitsFor(spec, from, to)) return spec
  const before = change(spec, from, ({ dependencies: known }) => ({
    dependencies: { blocks: [...(known?.blocks ?? []), to], blocked_by: known?.blocked_by ?? [] },
  }))
  return change(before, to, ({ dependencies: known }) => ({
    dependencies: { blocks: known?.blocks ?? [], blocked_by: [...(known?.blocked_by ?? []), from] },
  }))
}

function unlink(spec: Spec, to: string): Spec {
  const [from] = spec.hierarchy[to]?.dependencies?.blocked_by ?? []
  if (from === undefined) return spec
  const drop = (id: string, kind: 'blocks' | 'blocked_by', other: string) => (known: Spec) =>
    change(known, id, ({ dependencies }) => ({
      dependencies: {
        ...dependencies,
        [kind]: dependencies?.[kind]?.filter((one) => one !== other) ?? [],
      },
    }))
  return drop(to, 'blocked_by', from)(drop(from, 'blocks', to)(spec))
}

function note(spec: Spec, id: string | undefined, { name, time }: Stamp): Spec {
  const entry = { timestamp: time, entry_type: 'note', title: name, content: name } as const
  const line = { ...entry, author: 'a', task_id: id ?? rootId }
  // Every second line is one of a program that gives no ids.
  const isOurs = name.length % 2 === 0
  const written = isOurs ? { ...line, metadata: { id: name } } : line
  return { ...spec, journal: [...(spec.journal ?? []), written] }
}
