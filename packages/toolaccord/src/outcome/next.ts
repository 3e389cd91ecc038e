import { compact, sameJson } from '../json/json.ts'
import type { Failure, NextStep, Notes, Outcome, Problem } from './outcome.ts'

/** Returns every next step of an outcome once: those of its problems, then those of its notes. */
export function nextOf(outcome: Outcome): readonly NextStep[] {
  const problems = outcome.ok ? [] : outcome.problems
  const all = [...problems.flatMap(({ next = [] }) => next), ...(outcome.notes.next ?? [])]
  return all.filter((step, index) => all.findIndex((one) => sameJson(one, step)) === index)
}

/** Makes another list of the next steps that one problem or the notes have. */
type Change = (steps: readonly NextStep[]) => readonly NextStep[]

/** Returns the outcome with its lists of next steps changed; a list that is empty then is gone. */
export function changeNext(outcome: Outcome, change: Change): Outcome {
  const notes = withSteps(outcome.notes, change)
  if (outcome.ok) return { ...outcome, notes }
  const problems = outcome.problems.map((problem) => withSteps(problem, change))
  // The cast holds because a map has as many items as the array it was made from.
  return { ...outcome, problems: problems as [Problem, ...Problem[]], notes }
}

function withSteps<T extends Pick<Notes, 'next'>>(holder: T, change: Change): T {
  if (holder.next === undefined) return holder
  const next = change(holder.next)
  return compact({ ...holder, next: next.length > 0 ? next : undefined })
}

/** Returns the outcome with each next step changed; undefined leaves a step out. */
export const mapNext = (
  outcome: Outcome,
  change: (step: NextStep) => NextStep | undefined,
): Outcome => changeNext(outcome, (steps) => steps.flatMap((step) => change(step) ?? []))

/** Returns the failure with the next steps of its problems among its notes. */
export function withNextInNotes(failed: Failure): Failure {
  const next = nextOf(failed)
  const problems = failed.problems.map((problem) => compact({ ...problem, next: undefined }))
  // The cast holds because a map has as many items as the array it was made from.
  const whole = problems as [Problem, ...Problem[]]
  return { ...failed, problems: whole, notes: { ...failed.notes, next } }
}
