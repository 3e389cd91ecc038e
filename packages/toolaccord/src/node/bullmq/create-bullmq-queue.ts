import { setTimeout as sleep } from 'node:timers/promises'
import { DelayedError, type Job as Entry, Queue, Worker } from 'bullmq'
import { type PlacesOptions, createPlaces } from '../../jobs/engine/create-places.ts'
import type { JobQueue, JobTicket, TakeTurn } from '../../jobs/job-queue.ts'
import type { BullmqClient, LastingConnection } from './connect.ts'
import { redisJobScripts } from './redis-job-scripts.ts'

/** The parts that a queue in BullMQ is made of. */
export interface BullmqQueueParts extends PlacesOptions {
  /** The start of every key. */
  readonly prefix: string
  /** Gives up on a command if Redis is away. */
  readonly commands: BullmqClient
  /** Makes a connection that waits until Redis is back. */
  readonly connectWorker: () => LastingConnection
  /** A worker that did not renew its lock for so long has died. */
  readonly lockMs: number
}

/** BullMQ runs lower numbers first. */
const ranks = { high: 1, normal: 2, low: 3 } as const
/** How long a ticket waits at least that has no place in this process; another may have one. */
const noPlaceMs = 250
/** How far apart such tickets come back, so that many of one caller do not keep Redis busy. */
const spacingMs = 20
/** How much the clock of a process may be ahead of that of Redis. */
const toleratedMs = 2000

/** Creates a queue in BullMQ, with tickets of its own for each server. */
export function createBullmqQueue(parts: BullmqQueueParts): JobQueue {
  const { prefix, commands: connection, lockMs } = parts
  const turns = createPlaces(parts)
  const queues = new Map<string, Queue>()
  const workers = new Map<Worker, LastingConnection>()
  let isClosed = false
  /** When the last ticket comes back that had no place. */
  let lastBackAt = 0

  function queueOf(server: string): Queue {
    const known = queues.get(server)
    if (known !== undefined) return known
    // It must fail soon if Redis is away, and work again when Redis is back.
    const patience = { skipWaitingForReady: true, skipVersionCheck: true }
    const queue = new Queue(toQueueName(server), { prefix, connection, ...patience })
    // Whoever pushes hears of it.
    queue.on('error', () => {})
    queues.set(server, queue)
    return queue
  }

  function createWorker(take: TakeTurn, server: string): void {
    const lasting = parts.connectWorker()
    const runEntry = async (entry: Entry<JobTicket>, token?: string) => {
      let againInMs = await takeOnePlace(entry, take)
      while (againInMs !== undefined) {
        if (isClosed || !(await isClockAhead())) {
          await entry.moveToDelayed(Date.now() + againInMs, token)
          throw new DelayedError()
        }
        await sleep(againInMs)
        againInMs = await takeOnePlace(entry, take)
      }
    }
    const worker = new Worker(toQueueName(server), runEntry, {
      prefix,
      connection: lasting.client,
      concurrency: turns.count,
      lockDuration: lockMs,
      stalledInterval: lockMs,
      // The engine knows how often a job may be begun again.
      maxStalledCount: Number.MAX_SAFE_INTEGER,
      runRetryDelay: 1000,
    })
    // The worker goes on by itself, and the engine tells what a caller must know.
    worker.on('error', () => {})
    workers.set(worker, lasting)
  }

  /** True if others would wait too long for what this process puts off: its clock is wrong. */
  async function isClockAhead(): Promise<boolean> {
    const redisTime = await readTime().catch(() => Date.now())
    return Date.now() - redisTime > toleratedMs
  }

  async function readTime(): Promise<number> {
    return Number(await connection.eval(redisJobScripts.time, 0))
  }

  /** How long a ticket without a place waits; they come back one after the other. */
  function toNoPlaceMs(): number {
    const time = performance.now()
    lastBackAt = Math.max(time + noPlaceMs, lastBackAt + spacingMs)
    return Math.round(lastBackAt - time)
  }

  /** Takes the turn of a ticket; returns when to try again, if it has to be. */
  async function takeOnePlace(entry: Entry<JobTicket>, take: TakeTurn) {
    const giveBack = turns.tryTake(entry.data)
    if (giveBack === undefined) return toNoPlaceMs()
    try {
      const { againInMs } = await take(entry.data)
      return againInMs
    } finally {
      giveBack()
    }
  }

  return {
    isLocal: false,
    async push(ticket) {
      const { id, server, round, priority, delayMs: delay = 0 } = ticket
      const timestamp = delay === 0 ? Date.now() : await readTime()
      await queueOf(server).add(ticket.tool, ticket, {
        // BullMQ takes no number as an id.
        jobId: `job-${id}-${round}`,
        priority: ranks[priority],
        delay,
        timestamp,
        // The store knows what became of the job, and a later ticket must not be taken for this.
        removeOnComplete: true,
        removeOnFail: true,
      })
    },
    async work(take, server, concurrency) {
      if (concurrency !== undefined) turns.resize(concurrency)
      createWorker(take, server)
    },
    async close(signal) {
      isClosed = true
      turns.close()
      const closing = [...workers].map(([worker, lasting]) => closeWorker(worker, lasting, signal))
      await Promise.all(closing)
      await Promise.all([...queues.values()].map((queue) => queue.close()))
    },
  }
}

/** Ends a worker when its turns are done, or at once if the signal is aborted. */
async function closeWorker(worker: Worker, { end }: LastingConnection, signal?: AbortSignal) {
  signal?.addEventListener('abort', end, { once: true })
  if (signal?.aborted) end()
  try {
    await worker.close()
  } finally {
    end()
  }
}

/** The name of a queue must not contain a colon. */
const toQueueName = (server: string) => `jobs-${encodeURIComponent(server)}`
