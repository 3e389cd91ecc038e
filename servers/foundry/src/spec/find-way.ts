import type { Spec } from './spec.ts'

/**
 * A step of a plan: a node is free once all that it waits for is done, and done once it and its
 * children are.
 */
export type Step = `free ${string}` | `done ${string}`

/** The step at which a node may be begun. */
export const freeStep = (id: string): Step => `free ${id}`

/** The step at which nothing of a node is open. */
export const doneStep = (id: string): Step => `done ${id}`

const idOf = (step: Step): string => step.slice('free '.length)

/**
 * Finds how a step waits for another; undefined if it does not.
 *
 * @returns The ids on the way, from that of the first step to that of the last.
 */
export function findWay(spec: Spec, from: Step, to: Step): readonly string[] | undefined {
  const cameFrom = new Map<Step, Step | undefined>([[from, undefined]])
  const open = [from]
  while (open.length > 0) {
    const step = open.pop()
    if (step === undefined) break
    if (step === to) return wayTo(cameFrom, to)
    for (const before of stepsBefore(spec, step)) {
      if (cameFrom.has(before)) continue
      cameFrom.set(before, step)
      open.push(before)
    }
  }
  return undefined
}

/** Returns the steps that never come: those in a circle, and those that wait for one. */
export function stuckSteps(spec: Spec): ReadonlySet<Step> {
  const open = new Map<Step, number>()
  const followers = new Map<Step, Step[]>()
  const ready: Step[] = []
  for (const step of Object.keys(spec.hierarchy).flatMap((id) => [freeStep(id), doneStep(id)])) {
    const before = stepsBefore(spec, step)
    open.set(step, before.length)
    if (before.length === 0) ready.push(step)
    for (const one of before) addTo(followers, one, step)
  }
  // The loop goes on with what it adds.
  for (const step of ready) {
    open.delete(step)
    for (const follower of followers.get(step) ?? []) {
      const left = (open.get(follower) ?? 0) - 1
      open.set(follower, left)
      if (left === 0) ready.push(follower)
    }
  }
  return new Set(open.keys())
}

function addTo<Key, Item>(groups: Map<Key, Item[]>, key: Key, item: Item): void {
  const group = groups.get(key)
  if (group === undefined) groups.set(key, [item])
  else group.push(item)
}

/** What must come before a step. Whatever a node waits for, all that is under it waits for too. */
function stepsBefore({ hierarchy }: Spec, step: Step): readonly Step[] {
  const id = idOf(step)
  const node = hierarchy[id]
  if (node === undefined) return []
  const isThere = (one: string) => Object.hasOwn(hierarchy, one)
  if (step === doneStep(id)) return [freeStep(id), ...node.children.filter(isThere).map(doneStep)]
  const blockers = (node.dependencies?.blocked_by ?? []).filter(isThere).map(doneStep)
  const { parent } = node
  return parent === null || !isThere(parent) ? blockers : [...blockers, freeStep(parent)]
}

/** The ids of the steps up to one, each once in a row. */
function wayTo(cameFrom: ReadonlyMap<Step, Step | undefined>, to: Step): readonly string[] {
  const way: string[] = []
  for (let step: Step | undefined = to; step !== undefined; step = cameFrom.get(step)) {
    if (way.at(-1) !== idOf(step)) way.push(idOf(step))
  }
  return way.toReversed()
}
