import type { Plan } from '../store/plan-store.ts'
import type { PlanIndex } from './create-plan-indexes.ts'
import { foldersAbove } from './create-plan-indexes.ts'
import { doPathsOverlap, filesOf } from './files-of.ts'
import { isExpired } from './state-now.ts'

/** A plan, and its index. */
export interface IndexedPlan extends Plan {
  readonly index: PlanIndex
}

/** A task that can be begun. */
export interface Candidate {
  readonly plan: IndexedPlan
  readonly id: string
  readonly files: readonly string[]
  /** Tasks that touch the same files, in progress here or open in another spec. */
  readonly overlaps: readonly Overlap[]
  /** True if the worker has it already. */
  readonly isMine: boolean
}

/** Another task that touches the same files. */
export interface Overlap {
  readonly spec_id: string
  readonly task_id: string
  readonly path: string
}

/** What is looked for. */
export interface Wanted {
  readonly worker: string
  readonly now: Date
  readonly count: number
}

/**
 * Chooses the next tasks: first what the worker has already, then what can be begun, in the order
 * of the plans. Several at once never touch the same files; a task that names none comes alone.
 */
export function selectNext(plans: readonly IndexedPlan[], wanted: Wanted): readonly Candidate[] {
  const busy = plans.flatMap((plan) => runningFiles(plan, wanted))
  const chosen: Candidate[] = []
  let second: Candidate | undefined
  for (const candidate of candidates(plans, wanted)) {
    const clash = busy.find((one) => doTouch(one, candidate))
    if (clash !== undefined && !candidate.isMine) {
      second ??= { ...candidate, overlaps: [clash.overlap, ...candidate.overlaps] }
      continue
    }
    if (fits(chosen, candidate)) chosen.push(candidate)
    if (chosen.length >= wanted.count || isAlone(chosen[0])) return chosen
  }
  if (chosen.length > 0 || second === undefined) return chosen
  return [second]
}

function* candidates(plans: readonly IndexedPlan[], wanted: Wanted): Iterable<Candidate> {
  for (const plan of plans) {
    for (const id of heldIds(plan, wanted.worker)) yield toCandidate(plans, plan, id, true)
  }
  for (const plan of plans) {
    for (const id of plan.index.ready) {
      if (isFree(plan, id, wanted.now)) yield toCandidate(plans, plan, id, false)
    }
  }
}

/** What a worker has, in the order of the plan. */
function heldIds({ running, spec, index }: IndexedPlan, worker: string): readonly string[] {
  const isOpen = (id: string) => {
    const node = spec.hierarchy[id]
    return node !== undefined && node.status !== 'completed'
  }
  const placeOf = (id: string) => index.places.get(id) ?? 0
  return Object.entries(running.tasks)
    .filter(([, { holder, state }]) => holder === worker && state !== 'in_review')
    .map(([id]) => id)
    .filter(isOpen)
    .toSorted((a, b) => placeOf(a) - placeOf(b))
}

function isFree({ running }: IndexedPlan, id: string, now: Date): boolean {
  const held = running.tasks[id]
  return held === undefined || isExpired(held, now)
}

function toCandidate(
  plans: readonly IndexedPlan[],
  plan: IndexedPlan,
  id: string,
  isMine: boolean,
): Candidate {
  const node = plan.spec.hierarchy[id]
  const files = node === undefined ? [] : filesOf(node)
  const others = plans.filter(({ spec_id }) => spec_id !== plan.spec_id)
  const overlaps = others.flatMap((other) => openOverlaps(other, files))
  return { plan, id, files, overlaps, isMine }
}

/** How many tasks of another spec are named. */
const namedOverlaps = 3

function openOverlaps({ spec_id, index }: IndexedPlan, files: readonly string[]) {
  const found: Overlap[] = []
  for (const path of files) {
    const exact = [path, ...foldersAbove(path)].flatMap((one) => index.byPath.get(one) ?? [])
    const inside = index.byFolder.get(path) ?? []
    for (const task_id of [...exact, ...inside]) {
      if (found.length < namedOverlaps) found.push({ spec_id, task_id, path })
    }
  }
  return found
}

interface BusyFile {
  readonly path: string
  readonly overlap: Overlap
}

/** The files that others work on right now. */
function runningFiles(plan: IndexedPlan, { worker, now }: Wanted): readonly BusyFile[] {
  const others = Object.entries(plan.running.tasks).filter(
    ([, held]) => held.holder !== worker && !isExpired(held, now),
  )
  return others.flatMap(([task_id]) => {
    const node = plan.spec.hierarchy[task_id]
    const paths = node === undefined ? [] : filesOf(node)
    return paths.map((path) => ({ path, overlap: { spec_id: plan.spec_id, task_id, path } }))
  })
}

const doTouch = (busy: BusyFile, { files }: Candidate): boolean =>
  files.some((path) => doPathsOverlap(path, busy.path))

const isAlone = (candidate: Candidate | undefined): boolean => candidate?.files.length === 0

function fits(chosen: readonly Candidate[], candidate: Candidate): boolean {
  if (chosen.length === 0) return true
  if (isAlone(candidate)) return false
  return chosen.every(({ files }) =>
    files.every((one) => candidate.files.every((other) => !doPathsOverlap(one, other))),
  )
}
