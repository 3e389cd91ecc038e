import { redo } from '../../names/ref-name.ts'
import { branchRef, tagRef } from './create-refs.ts'
import type { LogEntry } from './log-entry.ts'

/** The ways by which the branches of a log came to where they are. */
export interface History {
  /** Returns the snapshot this many moves before a named one; undefined before the first. */
  before(name: string, hash: string, moves: number): string | undefined
  /** Returns the snapshot that redo goes to from this HEAD; undefined if nothing was undone. */
  undone(head: string): string | undefined
}

/** One move of a way. Contents recur, so a step is told from others by itself, not by its hash. */
interface Step {
  readonly hash: string
  readonly before: Step | undefined
}

/** The place of a ref: the last move of its way, and the undone moves after it, the next first. */
interface Place {
  readonly at: Step
  readonly undone: readonly Step[]
}

interface Timeline {
  /** The places of branches and tags by their full names, and of a detached HEAD. */
  readonly places: Map<string, Place>
  /** The newest step of every hash. */
  readonly newest: Map<string, Step>
  /** The key of HEAD in `places`. */
  head: string
}

const detached = 'HEAD'

/** Replays a log, given with its newest entry first. */
export function replayLog(entries: readonly LogEntry[]): History {
  const timeline: Timeline = { places: new Map(), newest: new Map(), head: branchRef('main') }
  for (const entry of entries.toReversed()) play(timeline, entry)
  return {
    before(name, hash, moves) {
      let step: Step | undefined = findStep(timeline, name, hash)
      for (let left = moves; left > 0 && step !== undefined; left--) step = step.before
      return step?.hash
    },
    undone(head) {
      const place = timeline.places.get(timeline.head)
      return place?.at.hash === head ? place.undone[0]?.hash : undefined
    },
  }
}

function play(timeline: Timeline, entry: LogEntry): void {
  const { places } = timeline
  const { op, ref, hash, metadata } = entry
  if (op === 'snapshot') return playSnapshot(timeline, entry)
  const key = ref ?? detached
  const place = places.get(key)
  const step = findStep(timeline, metadata.asked ?? metadata.from ?? defaultOf(op), hash)
  if (op === 'reset') places.set(key, moveTo(step, place))
  else if (!isReturn(entry, place)) places.set(key, { at: step, undone: [] })
  if (op === 'reset' || op === 'checkout') timeline.head = key
}

/** True if a branch is checked out, which keeps its way and its undone moves. */
const isReturn = ({ op, ref, hash }: LogEntry, place: Place | undefined) =>
  op === 'checkout' && ref !== null && place?.at.hash === hash

/** The snapshot that an operation takes if the caller names none. */
const defaultOf = (op: LogEntry['op']) => (op === 'reset' ? 'baseline' : 'HEAD')

function playSnapshot(timeline: Timeline, { ref, hash, parent }: LogEntry): void {
  // A label is not a move, and the first snapshot has none before it.
  if (parent === hash) return
  const before = parent === null ? undefined : findStep(timeline, ref, parent)
  const at = addStep(timeline, hash, before)
  timeline.places.set(ref ?? detached, { at, undone: [] })
}

function addStep({ newest }: Timeline, hash: string, before: Step | undefined): Step {
  const step: Step = { hash, before }
  newest.set(hash, step)
  return step
}

/** Going back leaves moves to be redone, and redoing takes some of them; other ways have none. */
function moveTo(step: Step, from: Place | undefined): Place {
  const left: Step[] = []
  for (let one = from?.at; one !== undefined; one = one.before) {
    if (one === step) return { at: step, undone: [...left.toReversed(), ...(from?.undone ?? [])] }
    left.push(one)
  }
  const redone = from?.undone.indexOf(step) ?? -1
  if (from === undefined || redone < 0) return { at: step, undone: [] }
  return { at: step, undone: from.undone.slice(redone + 1) }
}

/** Finds the step of a snapshot by the name that the caller gave, and else by its hash. */
function findStep(timeline: Timeline, name: unknown, hash: string): Step {
  const named = typeof name === 'string' ? findNamed(timeline, name) : undefined
  if (named?.hash === hash) return named
  return findByHash(timeline, hash)
}

function findNamed(timeline: Timeline, name: string): Step | undefined {
  const { places, head } = timeline
  if (name === redo) return places.get(head)?.undone[0]
  const { start, moves } = splitName(name)
  const keys = start === 'HEAD' ? [head] : [start, branchRef(start), tagRef(start)]
  const key = keys.find((one) => places.has(one))
  let step = key === undefined ? undefined : places.get(key)?.at
  for (let left = moves; left > 0 && step !== undefined; left--) step = step.before
  return step
}

/** Prefers the way that HEAD is on, back before forth; a log that was cut begins anywhere. */
function findByHash(timeline: Timeline, hash: string): Step {
  const { places, newest, head } = timeline
  const place = places.get(head)
  for (let step = place?.at; step !== undefined; step = step.before)
    if (step.hash === hash) return step
  const undone = place?.undone.find((step) => step.hash === hash)
  return undone ?? newest.get(hash) ?? addStep(timeline, hash, undefined)
}

/** Splits the name of a snapshot, such as HEAD~2, into its start and the moves before it. */
export function splitName(name: string): { readonly start: string; readonly moves: number } {
  const groups = /^(?<start>.+)~(?<moves>\d{0,4})$/.exec(name)?.groups
  if (groups?.start === undefined) return { start: name, moves: 0 }
  return { start: groups.start, moves: Number(groups.moves || 1) }
}
