import cluster, { type Worker } from 'node:cluster'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type WorkerFacts,
  type WorkerMessage,
  readWorkerMessage,
  toWorkerEnv,
} from './worker-facts.ts'

const firstPauseMs = 100
const longestPauseMs = 30_000
/** A worker that has served for so long is not blamed for what others before it did. */
const soundMs = 60_000
/** How long a worker that never said may take to end. */
const usualEndMs = 30_000

/**
 * Serves with several processes of this program, and starts another for each one that dies.
 * Resolves to the exit code once it is told to stop and all have ended. If the first one cannot
 * serve, its exit code is the result.
 */
export async function superviseWorkers(count: number, interrupted: AbortSignal): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'toolaccord-'))
  try {
    return await new Supervision(count, folder).toEnd(interrupted)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The end of a process. */
interface WorkerEnd {
  readonly code: number | null
  readonly signal: string | null
}

class Supervision {
  readonly #count: number
  readonly #folder: string
  readonly #stateKey = randomBytes(32).toString('hex')
  readonly #living = new Set<Worker>()
  readonly #restarts = new Set<NodeJS.Timeout>()
  #started = 0
  #port: number | undefined
  #endMs = usualEndMs
  #pauseMs = firstPauseMs
  #exit = 0
  #isStopping = false
  #resolveEnd: (exit: number) => void = () => {}

  constructor(count: number, folder: string) {
    this.#count = count
    this.#folder = folder
  }

  async toEnd(interrupted: AbortSignal): Promise<number> {
    const ended = new Promise<number>((resolve) => {
      this.#resolveEnd = resolve
    })
    this.#watchSignals(interrupted)
    const failed = await untilServed(this.#start())
    if (failed !== undefined && !this.#isStopping) return failed
    while (!this.#isStopping && this.#started < this.#count) this.#start()
    this.#endIfDone()
    return ended
  }

  #start(): Worker {
    this.#started += 1
    const facts: WorkerFacts = {
      number: this.#started,
      count: this.#count,
      folder: this.#folder,
      stateKey: this.#stateKey,
      port: this.#port,
      isFirst: this.#started === 1,
    }
    const startedAt = performance.now()
    const worker = cluster.fork(toWorkerEnv(facts))
    this.#living.add(worker)
    worker.on('listening', ({ port }) => {
      this.#port = port
    })
    worker.on('message', (message) => {
      const read = readWorkerMessage(message)
      if (read?.toolaccord !== 'serves') return
      this.#endMs = read.endMs
      // It did not listen yet when all were told.
      if (this.#isStopping) tellToStop(worker)
    })
    const end = (how: WorkerEnd) => {
      if (!this.#living.delete(worker)) return
      if (performance.now() - startedAt > soundMs) this.#pauseMs = firstPauseMs
      this.#goOn(how, facts)
    }
    worker.once('exit', (code: number | null, signal: string | null) => end({ code, signal }))
    worker.on('error', ({ message }) => {
      // A process that could not be started never exits.
      if (worker.process.pid === undefined) end({ code: null, signal: message })
    })
    return worker
  }

  /** Starts another process for one that has ended, unless all shall end. */
  #goOn(end: WorkerEnd, { number }: WorkerFacts): void {
    if (this.#isStopping) {
      if (end.code !== 0) this.#exit = 1
      this.#endIfDone()
      return
    }
    // The first one has failed if there is no port, and then there is nothing to repeat.
    if (this.#port === undefined) return
    const pauseMs = this.#pauseMs
    this.#pauseMs = Math.min(2 * pauseMs, longestPauseMs)
    process.stderr.write(
      `warning: Worker ${number} ended with ${end.signal ?? end.code}; ` +
        `another starts in ${pauseMs / 1000} s.\n`,
    )
    const timer = setTimeout(() => {
      this.#restarts.delete(timer)
      this.#start()
    }, pauseMs)
    this.#restarts.add(timer)
  }

  #endIfDone(): void {
    if (this.#isStopping && this.#living.size === 0) this.#resolveEnd(this.#exit)
  }

  #watchSignals(interrupted: AbortSignal): void {
    const stop = () => this.#stop()
    if (interrupted.aborted) stop()
    interrupted.addEventListener('abort', stop, { once: true })
    process.once('SIGTERM', stop)
  }

  #stop(): void {
    if (this.#isStopping) return
    this.#isStopping = true
    for (const timer of this.#restarts) clearTimeout(timer)
    for (const worker of this.#living) tellToStop(worker)
    setTimeout(() => this.#killAll(), this.#endMs).unref()
    // A second signal ends all at once.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => this.#killAll())
    this.#endIfDone()
  }

  #killAll(): void {
    for (const worker of this.#living) worker.process.kill('SIGKILL')
  }
}

/** Tells a process to end; one that is ending hears nothing, and need not. */
function tellToStop(worker: Worker): void {
  const message: WorkerMessage = { toolaccord: 'stop' }
  worker.send(message, () => {})
}

/** Waits for a process to serve; resolves to its exit code if it ends before. */
function untilServed(worker: Worker): Promise<number | undefined> {
  return new Promise((resolve) => {
    worker.once('listening', () => resolve(undefined))
    worker.once('exit', (code) => resolve(code ?? 1))
    worker.once('error', () => resolve(1))
  })
}
