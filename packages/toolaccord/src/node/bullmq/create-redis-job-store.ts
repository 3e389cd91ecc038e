import { randomUUID } from 'node:crypto'
import { hasEnded } from '../../jobs/has-ended.ts'
import type { ClaimState, JobClaim, JobFilter, JobStore } from '../../jobs/job-store.ts'
import type { Job } from '../../jobs/job.ts'
import { redisJobScripts as scripts } from './redis-job-scripts.ts'

/** The part of an ioredis client that a store of jobs needs. */
export interface RedisJobsClient {
  eval(script: string, keyCount: number, ...keysAndArguments: string[]): Promise<unknown>
}

/** The options of a store of jobs in Redis. */
export interface RedisJobStoreOptions {
  /** The start of every key. */
  readonly prefix: string
  /** A process that did not renew its claim for so long has died. */
  readonly leaseMs: number
  /** Decides what has expired. Default: the clock of Redis. */
  readonly now?: (() => number) | undefined
}

/** How many jobs Redis reads in one go, so that others need not wait. */
const pageSize = 200
/** Redis forgets a job by itself so long after it has expired, if nobody sweeps. */
const slackMs = 86_400_000
/** Ids come from callers, who must not choose keys. */
const idForm = /^[A-Za-z0-9_-]{1,128}$/

/** Creates a store in Redis, for several processes and machines. */
export function createRedisJobStore(
  client: RedisJobsClient,
  { prefix, leaseMs, now }: RedisJobStoreOptions,
): JobStore {
  const jobsAt = `${prefix}job:`
  const ends = `${prefix}ends`
  const openOf = (server: string) => `${prefix}open:${server}`
  const allOf = (server: string) => `${prefix}all:${server}`
  const ownOf = (server: string, owner: string) => `${prefix}own:${JSON.stringify([server, owner])}`
  const openOwnOf = (server: string, owner: string) =>
    `${prefix}open-own:${JSON.stringify([server, owner])}`
  const lease = String(leaseMs)
  const time = () => (now === undefined ? '' : String(now()))
  const run = (script: string, keys: readonly string[], given: readonly string[] = []) =>
    client.eval(script, keys.length, ...keys, ...given)

  function listOf({ server, owner, hasEnded: wanted }: JobFilter): string {
    if (owner !== undefined) return ownOf(server, owner)
    return wanted === false ? openOf(server) : allOf(server)
  }

  function toClaim(id: string, token: string): JobClaim {
    const key = jobsAt + id
    return {
      // The cast names what the script returns.
      renew: async () => (await run(scripts.renew, [key], [token, lease])) as ClaimState,
      async save(job) {
        const { server, owner } = job.order
        const keys = [key, openOf(server), ends, openOwnOf(server, owner)]
        const given = [token, lease, id, JSON.stringify(job), toKeepMs(job), String(slackMs)]
        return (await run(scripts.save, keys, [...given, time()])) === 1
      },
      async release() {
        await run(scripts.release, [key], [token])
      },
    }
  }

  /** How long a job is kept from now on; the clock of whoever ended it may be wrong. */
  function toKeepMs({ expiresAt, order }: Job): string {
    return expiresAt === undefined ? '' : String(Math.max(1, Math.round(order.keepMs)))
  }

  async function list(filter: JobFilter): Promise<readonly Job[]> {
    const { hasEnded: wanted, limit } = filter
    const found = new Map<string, Job>()
    for (let first = 0; found.size < limit; first += pageSize) {
      const page = [String(first), String(first + pageSize - 1), time(), jobsAt]
      const [count, texts] = toPage(await run(scripts.list, [listOf(filter)], page))
      for (const job of texts.flatMap((text) => toJob(text) ?? [])) {
        if (wanted === undefined || hasEnded(job) === wanted) found.set(job.order.id, job)
      }
      if (count < pageSize) break
    }
    return [...found.values()].slice(0, limit)
  }

  return {
    isDurable: true,
    async add(job) {
      const { id, server, owner } = job.order
      if (!idForm.test(id)) throw new TypeError('the id of a job must be plain')
      const lists = [openOf(server), allOf(server), ownOf(server, owner), openOwnOf(server, owner)]
      const keys = [jobsAt + id, ...lists, ends]
      const given = [id, JSON.stringify(job), String(job.createdAt), time()]
      return (await run(scripts.add, keys, given)) === 1
    },
    async find(id) {
      if (!idForm.test(id)) return undefined
      return toJob(await run(scripts.find, [jobsAt + id], [time()]))
    },
    list,
    async count(filter) {
      const { server, owner, hasEnded: wanted, limit } = filter
      // Redis need not read jobs to count those that are open.
      const isCounted = owner !== undefined && wanted === false
      if (!isCounted) return (await list(filter)).length
      return Math.min(Number(await run(scripts.count, [openOwnOf(server, owner)])), limit)
    },
    async claim(id) {
      if (!idForm.test(id)) return undefined
      const token = randomUUID()
      const isTaken = (await run(scripts.claim, [jobsAt + id], [token, lease])) === 1
      return isTaken ? toClaim(id, token) : undefined
    },
    async isHeld(id) {
      return idForm.test(id) && (await run(scripts.held, [jobsAt + id])) === 1
    },
    async askToStop(id) {
      if (idForm.test(id)) await run(scripts.stop, [jobsAt + id])
    },
    async sweep() {
      let swept: unknown
      do {
        swept = await run(scripts.sweep, [ends], [time(), String(pageSize), jobsAt])
      } while (swept === pageSize)
    },
  }
}

/** Returns the job of a text that the store has written. */
function toJob(text: unknown): Job | undefined {
  if (typeof text !== 'string') return undefined
  // The cast names what the store has written.
  return JSON.parse(text) as Job
}

/** Returns what the script of a list gave: how many ids it saw, and the jobs of those. */
function toPage(given: unknown): [count: number, texts: readonly unknown[]] {
  const [count, texts]: unknown[] = Array.isArray(given) ? given : []
  return [Number(count ?? 0), Array.isArray(texts) ? texts : []]
}
