import { describe, expect, it, vi } from 'vitest'
import { createJobServer, createKeptJobs, createKeptStore } from '../../../../test/job-server.ts'
import { runCommand } from '../../../../test/run-command.ts'
import { createMemoryJobs } from '../../../jobs/engine/create-memory-jobs.ts'
import type { JobQueue } from '../../../jobs/job-queue.ts'

/** Streams and signals of a command whose user interrupts it so often, once its tool reports. */
function interruptedBy(times: number) {
  const controller = new AbortController()
  const written: string[] = []
  const heard = new Set<() => void>()
  let interrupts = 0
  let workers = 0
  const io = {
    stderr: {
      write(text: string) {
        written.push(text)
        const isDue = interrupts === 0 ? text.includes('"done":3') : text.includes('Ctrl-C again')
        if (!isDue || interrupts >= times) return
        interrupts++
        if (interrupts === 1) setTimeout(() => controller.abort())
        else for (const heed of heard) setTimeout(heed)
      },
    },
    signal: controller.signal,
    onInterrupt(heed: () => void) {
      heard.add(heed)
      return () => heard.delete(heed)
    },
    startWorker() {
      workers++
    },
  }
  return { io, text: () => written.join(''), workers: () => workers, heard }
}

const long = ['develop', '1000'] as const

/** A queue whose tickets other processes take. */
const away: JobQueue = { isLocal: false, async push() {}, async work() {}, async close() {} }

describe('a command whose job can go on elsewhere', () => {
  it('is cancelled by one interrupt, after a moment for a second', async () => {
    const user = interruptedBy(1)
    const server = createJobServer()
    const { exit, out } = await runCommand(server, long, user.io)
    expect({ exit, out }).toEqual({ exit: 130, out: '' })
    expect(user.text()).toContain('Ctrl-C again leaves it running instead.')
    expect(user.text()).toContain('Cancelling develop.')
    expect(user.text()).toContain('error[CANCELLED]')
    expect(await server.jobs?.list({ face: 'cli' }, 9)).toMatchObject([{ state: 'cancelled' }])
    expect(user.workers()).toBe(0)
    expect(user.heard.size).toBe(0)
  })

  it('leaves its job with its checkpoint if it is interrupted twice', async () => {
    const user = interruptedBy(2)
    const server = createJobServer()
    const { exit, out } = await runCommand(server, long, user.io)
    expect(exit).toBe(130)
    expect(out).toContain('state: waiting')
    expect(user.text()).toMatch(/next: lab jobs wait [\da-f-]{36}\n/)
    expect(user.workers()).toBe(1)
    expect(await server.jobs?.list({ face: 'cli' }, 9)).toMatchObject([
      { state: 'waiting', checkpoint: { frame: expect.any(Number) }, deaths: 0 },
    ])
  })

  it('starts no process for a job that a queue carries to others', async () => {
    const user = interruptedBy(2)
    const store = createKeptStore()
    const elsewhere = createKeptJobs(store)
    const server = createJobServer(createKeptJobs(store, away))
    // Another process runs what this one has put into the queue.
    const working = setInterval(() => createJobServer(elsewhere).jobs?.work(), 100)
    const { exit, out } = await runCommand(server, long, user.io)
    clearInterval(working)
    expect(exit).toBe(130)
    expect(out).toContain('state: running')
    expect(user.workers()).toBe(0)
    await elsewhere.close(AbortSignal.abort())
  })
})

describe('a command whose job cannot go on elsewhere', () => {
  it.each([
    ['because it may not run again', createKeptJobs, ['--no-keeps']],
    ['because it is in memory', createMemoryJobs, []],
  ] as const)('is cancelled at once by an interrupt: %s', async (_, createJobs, flags) => {
    const user = interruptedBy(1)
    const server = createJobServer(createJobs())
    expect(await runCommand(server, [...long, ...flags], user.io)).toMatchObject({ exit: 130 })
    expect(user.text()).not.toContain('Ctrl-C again')
    expect(user.text()).toContain('Cancelling develop.')
    expect(user.heard.size).toBe(0)
  })
})

describe('--detach', () => {
  it('keeps a job for every line, has a worker started, and runs nothing itself', async () => {
    const startWorker = vi.fn<() => void>()
    const server = createJobServer()
    const io = { lines: ['1', '2'], startWorker }
    const { exit, out } = await runCommand(server, ['develop', '--stdin', '--detach'], io)
    expect(exit).toBe(0)
    expect(out.match(/state: waiting/g)).toHaveLength(2)
    expect(startWorker).toHaveBeenCalled()
    expect(await server.jobs?.list({ face: 'cli' }, 9)).toMatchObject([
      { state: 'waiting', attempts: 0 },
      { state: 'waiting', attempts: 0 },
    ])
  })

  it('gives programs the next call with its arguments, and nothing beside the envelope', async () => {
    const io = { startWorker() {} }
    const server = createJobServer()
    const { out, err } = await runCommand(server, ['develop', '--detach', '--json'], io)
    expect(err).toBe('')
    const { data, meta } = JSON.parse(out) as {
      data: { job_id: string }
      meta: { next: unknown }
    }
    expect(meta.next).toEqual([
      {
        tool: 'get_result',
        arguments: { job_id: data.job_id },
        why: 'for its answer',
        command: `lab jobs wait ${data.job_id}`,
      },
    ])
  })

  it('has no process started for a job that a queue carries to others', async () => {
    const startWorker = vi.fn<() => void>()
    const store = createKeptStore()
    const server = createJobServer(createKeptJobs(store, away))
    for (const io of [{ startWorker }, {}]) {
      const { exit, out } = await runCommand(server, ['develop', '--detach'], io)
      expect({ exit, out }).toEqual({ exit: 0, out: expect.stringContaining('state: waiting') })
    }
    expect(startWorker).not.toHaveBeenCalled()
    expect(await store.list({ server: 'lab', limit: 9 })).toHaveLength(2)
  })

  it('refuses bad arguments before there is a job', async () => {
    const server = createJobServer()
    const { exit } = await runCommand(server, ['develop', '0', '--detach'], { startWorker() {} })
    expect(exit).toBe(2)
    expect(await server.jobs?.list({ face: 'cli' }, 9)).toEqual([])
  })

  it.each([
    ['jobs in memory', createMemoryJobs, [], /keeps its jobs in memory\.[^]*createJobs\(\)/],
    ['no way to start a process', createKeptJobs, [], /this program cannot start one/],
    ['a file for the answer', createKeptJobs, ['-o', 'x'], /--output writes the answer/],
  ] as const)('is refused with %s', async (_, createJobs, flags, message) => {
    const server = createJobServer(createJobs())
    const { exit, out, err } = await runCommand(server, ['develop', '--detach', ...flags])
    expect({ exit, out, err }).toEqual({ exit: 2, out: '', err: expect.stringMatching(message) })
  })

  it('is not a flag of a tool that answers soon', async () => {
    expect(await runCommand(createJobServer(), ['look', '--detach'])).toMatchObject({
      err: expect.stringContaining('Unknown flag --detach.'),
    })
  })
})

describe('a long tool that asks', () => {
  it('asks on the terminal of its command', async () => {
    const asked: string[] = []
    const prompt = async (question: string) => {
      asked.push(question)
      return 'colour'
    }
    expect(await runCommand(createJobServer(), ['choose'], { prompt })).toMatchObject({
      exit: 0,
      out: 'film: colour\n',
    })
    expect(asked).toHaveLength(1)
    expect(asked[0]).toContain('Which film?')
  })

  it('fails without a terminal', async () => {
    const { exit, err } = await runCommand(createJobServer(), ['choose'])
    expect(exit).not.toBe(0)
    expect(err).toContain('this caller cannot be asked')
  })
})
