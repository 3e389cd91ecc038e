import * as z from 'zod'
import { defineTool } from '../src/define/tool.ts'
import { createJobEngine } from '../src/jobs/engine/create-job-engine.ts'
import { createLocalQueue } from '../src/jobs/engine/create-local-queue.ts'
import { createMemoryJobStore } from '../src/jobs/engine/create-memory-job-store.ts'
import type { JobEngine } from '../src/jobs/job-engine.ts'
import type { JobQueue } from '../src/jobs/job-queue.ts'
import type { JobStore } from '../src/jobs/job-store.ts'
import { silentLog } from '../src/log/log.ts'
import { ok } from '../src/outcome/outcome.ts'
import { type Server, defineServer } from '../src/server.ts'

/** A store that says of itself that its jobs outlive the process. */
export const createKeptStore = (): JobStore => ({ ...createMemoryJobStore(), isDurable: true })

/** An engine over a store; its queue may be one that other processes take tickets from. */
export function createKeptJobs(
  store: JobStore = createKeptStore(),
  queue: JobQueue = createLocalQueue({ concurrency: 8, concurrencyPerCaller: 8 }),
): JobEngine {
  return createJobEngine({ store, queue })
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const frames = z.object({ frames: z.int().default(1) })

/** Develops a frame every 20 ms; `keeps` says whether it has checkpoints. */
const develop = defineTool({
  name: 'develop',
  summary: 'Develop a film.',
  input: z.object({ frames: z.int().min(1).default(1), keeps: z.boolean().default(true) }),
  output: frames,
  effect: 'write',
  long: true,
  cli: { positionals: ['frames'], output: 'frames' },
  async run({ frames: count, keeps }, call) {
    for (let frame = 1; frame <= count; frame++) {
      call.progress(frame, count, `frame ${frame}`)
      await wait(20)
      call.signal.throwIfAborted()
      if (keeps) await call.checkpoint({ frame })
    }
    return ok({ frames: count })
  },
})

const spoil = defineTool({
  name: 'spoil',
  summary: 'Fail.',
  output: frames,
  effect: 'write',
  long: true,
  codes: ['NOT_FOUND'],
  async run(_, call) {
    await wait(20)
    return call.fail('NOT_FOUND', { message: 'There is no film.' })
  },
})

const choose = defineTool({
  name: 'choose',
  summary: 'Ask which film.',
  output: z.object({ film: z.string() }),
  effect: 'read',
  interactive: true,
  long: true,
  run: (_, call) =>
    ok(call.ask('which', { message: 'Which film?', schema: z.object({ film: z.string() }) })),
})

const look = defineTool({
  name: 'look',
  summary: 'Look.',
  output: frames,
  effect: 'read',
  run: () => ok({ frames: 0 }),
})

/** A server with long tools. */
export const createJobServer = (jobs: JobEngine | undefined = createKeptJobs()): Server =>
  defineServer({
    name: 'lab',
    version: '1.0.0',
    tools: [develop, spoil, choose, look],
    jobs,
    log: silentLog,
  })

/** A server without them. */
export const createShortServer = (): Server =>
  defineServer({ name: 'lab', version: '1.0.0', tools: [look], log: silentLog })
