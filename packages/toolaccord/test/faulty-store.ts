import type { Store } from '../src/stores/store.ts'

/**
 * How a step of a store fails. `refused`: it is not done. `unanswered`: it is done, and its answer
 * is lost. `silent`: it is not done, and nobody says so. `late`: it is done long after it was asked
 * for.
 */
export type Fault = 'refused' | 'unanswered' | 'silent' | 'late'

export const faults: readonly Fault[] = ['refused', 'unanswered', 'silent', 'late']

export const lateMs = 900

/** The steps that fail: so many from the first one on, which has the number 1. */
export interface FaultySteps {
  readonly fault: Fault
  readonly first: number
  readonly count: number
}

const toFaulty: Readonly<Record<Fault, <T>(step: () => Promise<T>) => Promise<T>>> = {
  refused: () => Promise.reject(new Error('away')),
  async unanswered(step) {
    await step()
    throw new Error('The connection was lost.')
  },
  silent: () => new Promise(() => {}),
  late: (step) =>
    new Promise((resolve, reject) => {
      setTimeout(() => step().then(resolve, reject), lateMs)
    }),
}

/** Creates a store that fails at chosen steps, and counts its steps. */
export function createFaultyStore(store: Store, { fault, first, count }: FaultySteps) {
  let taken = 0
  function take<T>(step: () => Promise<T>): Promise<T> {
    taken++
    if (taken < first || taken >= first + count) return step()
    return toFaulty[fault](step)
  }
  const faulty: Store = {
    get: (key) => take(() => store.get(key)),
    set: (key, value, ttlMs) => take(() => store.set(key, value, ttlMs)),
    add: (key, value, ttlMs) => take(() => store.add(key, value, ttlMs)),
    delete: (key) => take(() => store.delete(key)),
  }
  return { store: faulty, stepsTaken: () => taken }
}
