import type { JobQueue, JobTicket, TakeTurn } from '../job-queue.ts'
import { type PlacesOptions, createPlaces } from './create-places.ts'

/** Creates the queue of jobs that run in this process. */
export function createLocalQueue(options: PlacesOptions): JobQueue {
  const turns = createPlaces(options)
  /** The jobs that have a ticket here. */
  const known = new Set<string>()
  const timers = new Set<ReturnType<typeof setTimeout>>()
  const running = new Set<Promise<void>>()
  const early: JobTicket[] = []
  let take: TakeTurn | undefined
  let isClosed = false

  async function run(ticket: JobTicket, takeIt: TakeTurn): Promise<void> {
    const giveBack = await turns.take(ticket)
    const turn = runTurn(ticket, takeIt).finally(giveBack)
    running.add(turn)
    await turn.finally(() => running.delete(turn))
  }

  async function runTurn(ticket: JobTicket, takeIt: TakeTurn): Promise<void> {
    const { againInMs } = await takeIt(ticket)
    known.delete(ticket.id)
    if (againInMs !== undefined) push({ ...ticket, delayMs: againInMs })
  }

  function push(ticket: JobTicket): void {
    if (isClosed || known.has(ticket.id)) return
    known.add(ticket.id)
    const { delayMs = 0 } = ticket
    if (delayMs === 0) return begin(ticket)
    const timer = setTimeout(() => {
      timers.delete(timer)
      begin(ticket)
    }, delayMs)
    timers.add(timer)
  }

  function begin(ticket: JobTicket): void {
    if (take === undefined) early.push(ticket)
    // A turn never rejects.
    else run(ticket, take)
  }

  return {
    isLocal: true,
    tryTake: turns.tryTake,
    async push(ticket) {
      push(ticket)
    },
    async work(takeTurn, _server, concurrency) {
      if (concurrency !== undefined) turns.resize(concurrency)
      take = takeTurn
      for (const ticket of early.splice(0)) begin(ticket)
    },
    async close() {
      isClosed = true
      turns.close()
      for (const timer of timers) clearTimeout(timer)
      await Promise.all(running)
    },
  }
}
