import { type PlacesOptions, createPlaces } from '../../jobs/engine/create-places.ts'
import type { JobQueue, TakeTurn } from '../../jobs/job-queue.ts'
import type { PostgresPool } from '../../postgres/create-table-query.ts'
import { type Bell, createBell } from './create-bell.ts'
import { type SentTicket, type TakenTicket, createTicketBox } from './create-ticket-box.ts'
import { SetupError } from './setup-error.ts'

/** Where a queue is, and how many of its jobs run at a time in one process. */
export interface PgBossQueueOptions extends PlacesOptions {
  readonly schema: string
}

/** How often tickets are looked for that other processes have sent. */
const pollMs = 500
/** How long a ticket waits for a place; longer each time, so that many cost little. */
const firstPlaceMs = 500
const longestPlaceMs = 8000

/** Creates a queue on pg-boss. A process that only pushes tickets does no upkeep. */
export function createPgBossQueue(
  pool: PostgresPool,
  { schema, concurrency, concurrencyPerCaller }: PgBossQueueOptions,
): JobQueue {
  const box = createTicketBox(pool, schema)
  const turns = createPlaces({ concurrency, concurrencyPerCaller })
  const running = new Set<Promise<void>>()
  /** Those of the servers whose tickets are taken here. */
  const bells = new Map<string, Bell>()
  const looking: Promise<void>[] = []
  const closing = new AbortController()

  const ringAll = () => bells.forEach((bell) => bell.ring())

  /** Takes as many tickets as there are places, until the queue is closed. */
  async function look(take: TakeTurn, server: string, bell: Bell): Promise<void> {
    while (!closing.signal.aborted) {
      const places = turns.count - running.size
      const found = places > 0 ? await takeTickets(server, places) : []
      for (const taken of found) await begin(taken, take)
      if (found.length === 0) await bell.wait(pollMs)
    }
  }

  /** Takes tickets; none if the database is away, which is asked again soon. */
  const takeTickets = (server: string, places: number) =>
    box.take(server, places).catch((): readonly TakenTicket[] => [])

  /** Begins the turn of a ticket, or sends it again if its caller or tool has no place. */
  async function begin(taken: TakenTicket, take: TakeTurn): Promise<void> {
    const { ticket } = taken
    const giveBack = turns.tryTake(ticket)
    if (giveBack === undefined) return taken.end(toPassedOver(ticket)).catch(leaveToSweep)
    const turn = runTurn(taken, take).finally(() => {
      giveBack()
      running.delete(turn)
      ringAll()
    })
    running.add(turn)
  }

  async function runTurn({ ticket, end }: TakenTicket, take: TakeTurn): Promise<void> {
    const { againInMs: delayMs } = await take(ticket)
    const next = delayMs === undefined ? undefined : { ...ticket, passedOver: 0, delayMs }
    await end(next).catch(leaveToSweep)
  }

  return {
    isLocal: false,
    async push(ticket) {
      await box.send(ticket)
      bells.get(ticket.server)?.ring()
    },
    async work(take, server, concurrency) {
      if (concurrency !== undefined) turns.resize(concurrency)
      await box.superviseAlso().catch(throwSetupError)
      const bell = createBell()
      bells.set(server, bell)
      looking.push(look(take, server, bell))
    },
    async close(signal) {
      closing.abort()
      turns.close()
      ringAll()
      await Promise.race([untilDone(), untilAborted(signal)])
      await box.close()
    },
  }

  async function untilDone(): Promise<void> {
    await Promise.all(looking)
    await Promise.all(running)
  }
}

/** The database is away. An engine sends the tickets of all jobs again that have not ended. */
function leaveToSweep(): void {}

/** Anything else may pass: a database that is away may be back when tickets are taken. */
function throwSetupError(thrown: unknown): void {
  if (thrown instanceof SetupError) throw thrown
}

function untilAborted(signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal?.addEventListener('abort', () => resolve(), { once: true })
    if (signal?.aborted) resolve()
  })
}

function toPassedOver(ticket: SentTicket): SentTicket {
  const { passedOver = 0 } = ticket
  const delayMs = Math.min(firstPlaceMs * 2 ** passedOver, longestPlaceMs)
  return { ...ticket, passedOver: passedOver + 1, delayMs }
}
