import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { idle } from '../store/idle.ts'
import type { Running } from '../store/running.ts'
import { claimTask, heldBy, withTask, withoutTask } from './claim-task.ts'

const leaseMs = 100
const start = Date.UTC(2026, 0, 1)

/** What a plain model knows of the one task: who has it, by which number, and until when. */
interface Model {
  readonly holder: string
  readonly lease: number
  readonly until: number
}

const step = fc.oneof(
  fc.record({ act: fc.constant('claim'), who: fc.constantFrom('ada', 'bob', 'eve') }),
  fc.record({ act: fc.constant('wait'), ms: fc.integer({ min: 1, max: 150 }) }),
  fc.record({ act: fc.constant('release') }),
)

const attempt = <T>(work: () => T): T | undefined => {
  try {
    return work()
  } catch {
    return undefined
  }
}

describe('a lease', () => {
  it('is held by one worker at a time, and only its last number counts, whatever happens', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ step }), { maxLength: 40 }), (steps) => {
        let running: Running = idle
        let model: Model | undefined
        let now = start
        const given: { readonly who: string; readonly lease: number }[] = []
        for (const { step: one } of steps) {
          if ('ms' in one) now += one.ms
          else if ('who' in one) {
            const { who } = one
            const mayTake = model === undefined || model.holder === who || model.until <= now
            const worker = { name: who, now: new Date(now), leaseMs }
            const claim = attempt(() => claimTask(running, 't', worker))
            expect(claim !== undefined).toBe(mayTake)
            if (claim === undefined) continue
            const isRenewed = model?.holder === who
            if (!isRenewed) expect(claim.task.lease).toBe(running.lease + 1)
            expect(claim.takenFrom?.holder).toBe(isRenewed ? undefined : model?.holder)
            running = claim.running
            model = { holder: who, lease: claim.task.lease, until: now + leaseMs }
            given.push({ who, lease: claim.task.lease })
          } else {
            running = withoutTask(running, 't')
            model = undefined
          }
          // However late a worker answers, it has the task only by the number that holds now.
          for (const { who, lease } of given) {
            const held = attempt(() => heldBy(running, 't', { worker: who, lease }))
            expect(held !== undefined).toBe(model?.lease === lease)
          }
        }
      }),
    )
  })

  it('that is over still holds until somebody takes the task', () => {
    const worker = { name: 'ada', now: new Date(start), leaseMs }
    const { running, task } = claimTask(idle, 't', worker)
    expect(heldBy(running, 't', { worker: 'ada', lease: task.lease })).toEqual(task)
    const later = { name: 'bob', now: new Date(start + leaseMs), leaseMs }
    const taken = claimTask(running, 't', later)
    expect(taken.takenFrom).toEqual(task)
    const late = () => heldBy(taken.running, 't', { worker: 'ada', lease: task.lease })
    expect(late).toThrow(
      expect.objectContaining({
        code: 'CONFLICT',
        message: "Lease 1 of task 't' is over: 'bob' has it.",
      }),
    )
    const nameless = () => heldBy(taken.running, 't', { worker: 'ada' })
    expect(nameless).toThrow(expect.objectContaining({ code: 'CONFLICT' }))
  })

  it('does not end while its task is in review', () => {
    const worker = { name: 'ada', now: new Date(start), leaseMs }
    const { running, task } = claimTask(idle, 't', worker)
    const reviewed = withTask(running, 't', { ...task, state: 'in_review', expires_at: undefined })
    const muchLater = { name: 'bob', now: new Date(start + 1e9), leaseMs }
    expect(() => claimTask(reviewed, 't', muchLater)).toThrow('is in review')
  })
})
