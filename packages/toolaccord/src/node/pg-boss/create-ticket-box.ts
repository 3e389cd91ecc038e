import type { JobTicket } from '../../jobs/job-queue.ts'
import type { PostgresPool } from '../../postgres/create-table-query.ts'
import { fromOwnerText, toOwnerText } from './owner-text.ts'
import { toSetupError } from './setup-error.ts'
import { type Boss, startBoss } from './start-boss.ts'

/** A ticket as it is in the queue. */
export interface SentTicket extends JobTicket {
  /** How often there was no place for it. */
  readonly passedOver?: number | undefined
}

/** A ticket that was taken, which nobody else gets. */
export interface TakenTicket {
  readonly ticket: SentTicket
  /** Ends it, and sends the one that follows it, if there is one. */
  end(next?: SentTicket): Promise<void>
}

/** The tickets of all servers, in pg-boss. */
export interface TicketBox {
  /** Sends a ticket, unless one of its job and round waits. */
  send(ticket: SentTicket): Promise<void>
  take(server: string, atMost: number): Promise<readonly TakenTicket[]>
  /** Has pg-boss remove what processes have left which died. */
  superviseAlso(): Promise<void>
  close(): Promise<void>
}

const ranks = { high: 1, normal: 0, low: -1 } as const

/** A ticket should outlast its job, and pg-boss takes less than 24 hours. */
const expireInSeconds = 23 * 3600

/** Creates a box of tickets; pg-boss is started when it is first needed. */
export function createTicketBox(pool: PostgresPool, schema: string): TicketBox {
  const queues = new Map<string, Promise<void>>()
  let starting: Promise<Boss> | undefined
  let supervise = false
  let isClosed = false

  /** Starts pg-boss once; again if that failed. */
  async function start(): Promise<Boss> {
    if (isClosed) throw new Error('The queue is closed.')
    const started = (starting ??= startBoss(pool, { schema, supervise }))
    started.catch(() => {
      if (starting === started) starting = undefined
    })
    return started
  }

  /** Makes a queue once; again if that failed. */
  function makeQueue(boss: Boss, name: string): Promise<void> {
    const known = queues.get(name)
    if (known !== undefined) return known
    // With this policy one ticket of a job waits at most, even if another was taken.
    const options = { name, policy: 'short' as const, retryLimit: 0, expireInSeconds }
    const made = boss.createQueue(name, options).catch((thrown: unknown) => {
      queues.delete(name)
      throw toSetupError(thrown, schema)
    })
    queues.set(name, made)
    return made
  }

  async function open(server: string) {
    const boss = await start()
    const name = toQueueName(server)
    await makeQueue(boss, name)
    return { boss, name }
  }

  async function send({ delayMs = 0, ...ticket }: SentTicket): Promise<void> {
    const { id, server, round, priority } = ticket
    const { boss, name } = await open(server)
    await boss.send(
      name,
      { ...ticket, owner: toOwnerText(ticket.owner) },
      {
        singletonKey: `${id}-${round}`,
        priority: ranks[priority],
        startAfter: delayMs / 1000,
      },
    )
  }

  async function stop(): Promise<void> {
    const boss = await starting?.catch(() => undefined)
    starting = undefined
    // It has nothing to give back, so that nothing is lost if the database is away.
    await boss?.stop({ graceful: false }).catch(() => {})
  }

  return {
    send,
    async take(server, atMost) {
      const { boss, name } = await open(server)
      const taken = await boss.fetch(name, { batchSize: atMost })
      return taken.map(({ id, data }) => ({
        ticket: fromSent(data),
        async end(next) {
          if (next !== undefined) await send(next)
          await boss.deleteJob(name, id)
        },
      }))
    },
    async superviseAlso() {
      if (supervise) return
      supervise = true
      await stop()
      await start()
    },
    close() {
      isClosed = true
      return stop()
    },
  }
}

/** Returns a name that all versions of pg-boss take; the name of a server is any string. */
const toQueueName = (server: string): string =>
  server.replace(/[^\w-]/gu, (character) => `.${character.codePointAt(0)?.toString(16)}.`)

function fromSent(data: unknown): SentTicket {
  // The cast names what `send` has sent.
  const sent = data as SentTicket
  return { ...sent, owner: fromOwnerText(sent.owner) }
}
