import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { orderOf } from '../../../../test/job-engine-body.ts'
import type { Job, JobState } from '../../../jobs/job.ts'
import { ok } from '../../../outcome/outcome.ts'
import type { JobDesk } from '../../../run/jobs/create-job-desk.ts'
import { createTaskDesk } from './create-task-desk.ts'
import { fromInputResponses, toInputRequests } from './to-input-requests.ts'
import { toTask } from './to-task.ts'

const jobOf = (changes: Partial<Job> = {}): Job => ({
  order: orderOf('j1'),
  state: 'running',
  attempts: 1,
  deaths: 0,
  createdAt: 1000,
  changedAt: 2000,
  ...changes,
})

describe('a job as a task', () => {
  it.each<[JobState, string]>([
    ['waiting', 'working'],
    ['running', 'working'],
    ['asking', 'input_required'],
    ['completed', 'completed'],
    ['cancelled', 'cancelled'],
  ])('that is %s is %s', (state, status) => {
    expect(toTask(jobOf({ state })).status).toBe(status)
  })

  it('has times as text, and no end as long as nobody can tell', () => {
    expect(toTask(jobOf(), 2000)).toEqual({
      taskId: 'j1',
      status: 'working',
      createdAt: '1970-01-01T00:00:01.000Z',
      lastUpdatedAt: '1970-01-01T00:00:02.000Z',
      ttlMs: null,
      pollIntervalMs: 500,
    })
  })

  it('that has ended says how long it is kept, and is not to be looked at again', () => {
    const task = toTask(jobOf({ state: 'completed', expiresAt: 61_000 }))
    expect(task.ttlMs).toBe(60_000)
    expect(task).not.toHaveProperty('pollIntervalMs')
  })

  it.each([
    [{ done: 3 }, '3'],
    [{ done: 3, total: 9 }, '3 of 9'],
    [{ done: 3, total: 9, message: 'frame 3' }, '3 of 9: frame 3'],
  ])('tells of the progress %j', (progress, text) => {
    expect(toTask(jobOf({ progress })).statusMessage).toBe(text)
  })

  it('is looked at less often the older it is, and always in whole milliseconds', () => {
    fc.assert(
      fc.property(fc.double({ min: -1e6, max: 1e12, noNaN: true }), fc.nat(), (now, more) => {
        const [first = 0, later = 0] = [now, now + more].map(
          (at) => toTask(jobOf(), at).pollIntervalMs,
        )
        expect(Number.isInteger(first)).toBe(true)
        expect(first).toBeGreaterThan(0)
        expect(later).toBeGreaterThanOrEqual(first)
      }),
    )
  })
})

describe('the questions of a task', () => {
  const question = { type: 'roots' } as const
  const keys = fc.uniqueArray(fc.string(), { maxLength: 5 })
  const roundOf = (number: number, names: readonly string[]) => ({
    number,
    questions: Object.fromEntries(names.map((name) => [name, question])),
    answers: {},
  })

  it('have keys that no other round has', () => {
    const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { minLength: 2, maxLength: 2 })
    fc.assert(
      fc.property(numbers, keys, keys, ([one = 0, other = 0], first, second) => {
        const asked = Object.keys(toInputRequests(roundOf(one, first)))
        const later = Object.keys(toInputRequests(roundOf(other, second)))
        expect(asked.filter((key) => later.includes(key))).toEqual([])
      }),
    )
  })

  it('are answered under their keys; what no question of the round has is left out', () => {
    fc.assert(
      fc.property(keys, fc.integer({ min: 1, max: 99 }), (names, number) => {
        const round = roundOf(number, names)
        const answers = Object.fromEntries(
          Object.keys(toInputRequests(round)).map((key) => [key, { action: 'accept' }]),
        )
        const given = { ...answers, [`${number + 1}/late`]: 1, other: 2 }
        const read = fromInputResponses(round, given)
        expect(Object.keys(read).toSorted()).toEqual(Object.keys(round.questions).toSorted())
      }),
    )
  })

  it('are requests of the protocol', () => {
    const schema = { type: 'object' }
    const params = { maxTokens: 1 }
    const questions = {
      form: { type: 'form', message: 'Who?', schema },
      page: { type: 'url', message: 'Log in.', url: 'https://a.example' },
      model: { type: 'sample', params },
      folders: { type: 'roots' },
    } as const
    expect(toInputRequests({ questions, answers: {}, number: 2 })).toEqual({
      '2/form': {
        method: 'elicitation/create',
        params: { mode: 'form', message: 'Who?', requestedSchema: schema },
      },
      '2/page': {
        method: 'elicitation/create',
        params: { mode: 'url', message: 'Log in.', url: 'https://a.example' },
      },
      '2/model': { method: 'sampling/createMessage', params },
      '2/folders': { method: 'roots/list' },
    })
  })
})

describe('the answers to a task', () => {
  const round = { number: 1, questions: { name: { type: 'roots' } }, answers: {} } as const
  const asking = jobOf({ state: 'asking', round })

  /** A desk of tasks over jobs that take no answer, and are found as these, one after the other. */
  function createDesk(...found: readonly (Job | undefined)[]) {
    const left = [...found]
    const jobs = { find: async () => left.shift(), answer: async () => false }
    // The cast leaves out what this test does not need.
    const server = { codes: {}, callByName: async () => ok({}) }
    return createTaskDesk(server, jobs as unknown as JobDesk)
  }

  it('are refused if they could not be kept, so that the client sends them again', async () => {
    const desk = createDesk(asking, asking)
    await expect(desk.update('j1', {}, { '1/name': {} })).rejects.toThrow('send them again')
  })

  it.each([
    ['goes on', jobOf()],
    ['asks something else', jobOf({ state: 'asking', round: { ...round, number: 2 } })],
    ['is gone', undefined],
  ])('are ignored if the task %s by now', async (_, now) => {
    expect(await createDesk(asking, now).update('j1', {}, { '1/name': {} })).toBe(true)
  })

  it('are for nobody if there is no such task', async () => {
    expect(await createDesk(undefined).update('j1', {}, { '1/name': {} })).toBe(false)
  })
})
