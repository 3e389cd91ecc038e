import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { type FaceClient, createFaceClient, faces } from 'toolaccord/testing'
import { describe, expect, it } from 'vitest'
import { createFoundryServer } from '../src/create-foundry-server.ts'
import { scopes } from '../src/tools/scopes.ts'

/** The plainest thing that could be right: a list of tasks, each with its state and holder. */
interface ModelTask {
  readonly id: string
  readonly waitsFor: string[]
  state: string
  holder?: string | undefined
}

type Move =
  | 'unblock'
  | 'submit'
  | 'release'
  | 'fail'
  | 'retry'
  | 'defer'
  | 'resume'
  | 'cancel'
  | 'reopen'

/** A call of one worker. */
type Step =
  | { readonly tool: 'next'; readonly worker: string }
  | { readonly tool: 'claim' | 'start' | 'complete' | 'block'; worker: string; task: number }
  | { readonly tool: 'set_state'; worker: string; task: number; move: Move }
  | { readonly tool: 'add_tasks'; worker: string; task: number }

const workers = ['ann', 'bob']
/** Ann works, and Bob decides about the plan. */
const maintainer = 'bob'

const anyWorker = fc.constantFrom(...workers)
const anyTask = fc.nat(9)
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ tool: fc.constant('next' as const), worker: anyWorker }) },
  {
    weight: 8,
    arbitrary: fc.record({
      tool: fc.constantFrom(
        'claim' as const,
        'start' as const,
        'complete' as const,
        'block' as const,
      ),
      worker: anyWorker,
      task: anyTask,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      tool: fc.constant('set_state' as const),
      worker: anyWorker,
      task: anyTask,
      move: fc.constantFrom<Move>(
        'unblock',
        'submit',
        'release',
        'fail',
        'retry',
        'defer',
        'resume',
        'cancel',
        'reopen',
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      tool: fc.constant('add_tasks' as const),
      worker: anyWorker,
      task: anyTask,
    }),
  },
)

const following: Readonly<Record<Move, Readonly<Record<string, string>>>> = {
  unblock: { blocked: 'pending' },
  submit: { in_progress: 'in_review' },
  release: { in_progress: 'pending' },
  fail: { in_progress: 'failed' },
  retry: { failed: 'pending' },
  defer: { pending: 'deferred', in_progress: 'deferred', blocked: 'deferred' },
  resume: { deferred: 'pending' },
  cancel: {
    pending: 'cancelled',
    in_progress: 'cancelled',
    in_review: 'cancelled',
    blocked: 'cancelled',
    failed: 'cancelled',
    deferred: 'cancelled',
  },
  reopen: { completed: 'pending', cancelled: 'pending' },
}

/** What an answer should be: the state that the task has then, or the code. */
type Expected =
  | { readonly state: string }
  | { readonly task: string | undefined }
  | { readonly code: string }

class Model {
  readonly tasks: ModelTask[]

  constructor(waits: readonly (readonly number[])[]) {
    this.tasks = waits.map((before, at) => ({
      id: `task-${at}`,
      waitsFor: before.map((one) => `task-${one}`),
      state: 'pending',
    }))
  }

  at = (place: number): ModelTask => this.tasks[place % this.tasks.length] ?? fail()

  isDone = (id: string): boolean => {
    const state = this.tasks.find((task) => task.id === id)?.state ?? ''
    return state === 'completed' || state === 'cancelled'
  }

  isReady = (task: ModelTask): boolean =>
    task.state === 'pending' && task.waitsFor.every(this.isDone)

  /** True if somebody else has the task, so that this worker may not touch it. */
  isOthers = (task: ModelTask, worker: string): boolean =>
    task.state !== 'in_review' && task.holder !== undefined && task.holder !== worker

  step(step: Step): Expected {
    if (step.tool === 'next') return this.next(step.worker)
    const task = this.at(step.task)
    if (step.tool === 'add_tasks') return this.add(task)
    if (step.tool === 'set_state') return this.set(task, step.worker, step.move)
    return this[step.tool](task, step.worker)
  }

  next(worker: string): Expected {
    const mine = this.tasks.find(({ holder, state }) => holder === worker && state !== 'in_review')
    const found = mine ?? this.tasks.find((task) => this.isReady(task) && task.holder === undefined)
    if (found !== undefined) found.holder = worker
    return { task: found?.id }
  }

  claim(task: ModelTask, worker: string): Expected {
    if (task.holder === worker) return { state: task.state }
    if (task.holder !== undefined || !this.isReady(task)) return { code: 'CONFLICT' }
    task.holder = worker
    return { state: task.state }
  }

  start(task: ModelTask, worker: string): Expected {
    const claimed = this.claim(task, worker)
    if ('code' in claimed) return claimed
    if (task.state === 'pending') task.state = 'in_progress'
    return { state: task.state }
  }

  complete(task: ModelTask, worker: string): Expected {
    const isMine = task.holder === worker && task.state === 'in_progress'
    if (!isMine || !task.waitsFor.every(this.isDone)) return { code: 'CONFLICT' }
    return this.settle(task, 'completed')
  }

  block(task: ModelTask, worker: string): Expected {
    if (this.isOthers(task, worker)) return { code: 'CONFLICT' }
    if (task.state !== 'pending' && task.state !== 'in_progress') return { code: 'CONFLICT' }
    return this.settle(task, 'blocked')
  }

  set(task: ModelTask, worker: string, move: Move): Expected {
    const isForMaintainers = move === 'cancel' || move === 'reopen'
    if (isForMaintainers && worker !== maintainer) return { code: 'FORBIDDEN' }
    if (this.isOthers(task, worker)) return { code: 'CONFLICT' }
    const to = following[move][task.state]
    if (to === undefined) return { code: 'CONFLICT' }
    if (to !== 'in_review') return this.settle(task, to)
    task.state = to
    return { state: to }
  }

  settle(task: ModelTask, state: string): Expected {
    task.state = state
    task.holder = undefined
    return { state }
  }

  add(after: ModelTask): Expected {
    const id = `task-${this.tasks.length}`
    this.tasks.push({ id, waitsFor: [after.id], state: 'pending' })
    return { state: 'pending' }
  }
}

const fail = (): never => {
  throw new Error('The model has no tasks.')
}

const scopesOf = (worker: string): readonly string[] =>
  worker === maintainer ? Object.values(scopes) : [scopes.read, scopes.work]

interface Real {
  call(worker: string, tool: string, args: object): ReturnType<FaceClient['call']>
  close(): Promise<void>
}

async function open(face: (typeof faces)[number], model: Model): Promise<Real> {
  const folder = await mkdtemp(join(tmpdir(), 'foundry-model-'))
  const folders = { specs: join(folder, 'specs'), state: join(folder, 'state'), root: folder }
  const servers = workers.map((worker) =>
    createFoundryServer({ folders, worker, role: worker === maintainer ? 'maintainer' : 'worker' }),
  )
  const clients = servers.map(({ server }) => createFaceClient(server, face))
  const call: Real['call'] = (worker, tool, args) => {
    const client = clients[workers.indexOf(worker)] ?? fail()
    return client.call(tool, args, { caller: { id: worker, scopes: scopesOf(worker) } })
  }
  const tasks = model.tasks.map(({ id, waitsFor }) => ({ id, title: id, blocked_by: waitsFor }))
  const init = { title: 'Plan', mission: 'Hold.', spec_id: 'plan', active: true }
  const made = await call(maintainer, 'create_spec', { ...init, phases: [{ title: 'All', tasks }] })
  expect(made.outcome).toMatchObject({ ok: true })
  return {
    call,
    async close() {
      await Promise.all(servers.map(({ close }) => close()))
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

function argumentsOf(step: Step, model: Model): object {
  if (step.tool === 'next') return { claim: true }
  const { id: task_id } = model.at(step.task)
  if (step.tool === 'add_tasks') {
    const id = `task-${model.tasks.length}`
    return { tasks: [{ id, title: id, blocked_by: [task_id] }], discovered_from: task_id }
  }
  if (step.tool === 'complete') return { task_id, note: 'Done.' }
  if (step.tool === 'block') return { task_id, reason: 'Stuck.' }
  if (step.tool === 'set_state') return { task_id, move: step.move, reason: 'So.' }
  return { task_id }
}

function check(expected: Expected, answer: Awaited<ReturnType<FaceClient['call']>>): void {
  const { outcome } = answer
  if ('code' in expected) {
    expect(outcome).toMatchObject({ ok: false, problems: [{ code: expected.code }] })
    return
  }
  expect(outcome).toMatchObject({ ok: true })
  if (!outcome.ok) return
  // The cast names what the tools answer.
  const data = outcome.data as { readonly state?: string; readonly tasks?: { task_id: string }[] }
  if ('task' in expected) expect(data.tasks?.[0]?.task_id).toBe(expected.task)
  else if (data.state !== undefined) expect(data.state).toBe(expected.state)
}

/** A plan in which a task waits only for earlier ones. */
const anyWaits = fc
  .array(fc.array(fc.nat(5), { maxLength: 2 }), { minLength: 1, maxLength: 5 })
  .map((lists) => lists.map((list, at) => [...new Set(list.filter((one) => one < at))]))

describe.each(faces)('over %s, any calls of two workers', (face) => {
  it('do to the plan what they do to a plain list', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(anyWaits, fc.array(anyStep, { maxLength: 25 }), async (waits, steps) => {
        const model = new Model(waits)
        const real = await open(face, model)
        try {
          for (const step of steps) {
            const args = argumentsOf(step, model)
            check(model.step(step), await real.call(step.worker, step.tool, args))
          }
          const { outcome } = await real.call('ann', 'list', { spec_id: 'plan' })
          const shown = model.tasks.map(({ id, state }) => ({ task_id: id, state }))
          expect(outcome).toMatchObject({ ok: true, data: { tasks: shown } })
        } finally {
          await real.close()
        }
      }),
      { numRuns: 12 },
    )
  })
})
