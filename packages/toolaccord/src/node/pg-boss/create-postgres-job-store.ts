import { randomUUID } from 'node:crypto'
import { hasEnded } from '../../jobs/has-ended.ts'
import type { ClaimState, JobClaim, JobFilter, JobStore } from '../../jobs/job-store.ts'
import type { Job } from '../../jobs/job.ts'
import { isRecord } from '../../json/json.ts'
import { type PostgresPool, createTableQuery } from '../../postgres/create-table-query.ts'
import { toOwnerText } from './owner-text.ts'
import { toSetupError } from './setup-error.ts'
import { toJobStatements } from './to-job-statements.ts'

/** Where a store of jobs is, and what time it is there. */
export interface PostgresJobStoreOptions {
  readonly schema: string
  /** A process that did not say for so long that it lives has died. */
  readonly leaseMs: number
  /** Default: the clock of the database. */
  readonly now?: (() => number) | undefined
}

/**
 * Creates a store of jobs in a table of PostgreSQL, which processes on many machines may share. No
 * clock but that of the database has to be right.
 */
export function createPostgresJobStore(
  pool: PostgresPool,
  { schema, leaseMs, now }: PostgresJobStoreOptions,
): JobStore {
  const sql = toJobStatements(schema, leaseMs)
  const ask = createTableQuery(pool, sql.make)
  const query = (text: string, values: unknown[]) =>
    ask(text, values).catch((thrown: unknown) => {
      throw toSetupError(thrown, schema)
    })
  const time = () => now?.() ?? null

  /** What is written of a job; its last value says how long it is kept, if it has ended. */
  function toValues(job: Job): unknown[] {
    const { changedAt, expiresAt } = job
    const keptMs = expiresAt === undefined ? null : expiresAt - (time() ?? Date.now())
    return [changedAt, JSON.stringify(job), hasEnded(job), time(), keptMs]
  }

  function toFilterValues({ server, owner, hasEnded: wanted, limit }: JobFilter): unknown[] {
    const ownerText = owner === undefined ? null : toOwnerText(owner)
    return [server, ownerText, wanted ?? null, time(), limit]
  }

  function toClaim(id: string, token: string): JobClaim {
    async function renew(): Promise<ClaimState> {
      const [row] = await query(sql.renew, [id, token])
      if (!isRecord(row)) return 'lost'
      return row.stop_asked === true ? 'stop' : 'held'
    }
    return {
      renew,
      async save(job) {
        const saved = await query(sql.save, [id, token, ...toValues(job)])
        // If the claim is held, what is kept is later than this.
        return saved.length === 1 || (await renew()) !== 'lost'
      },
      async release() {
        await query(sql.release, [id, token])
      },
    }
  }

  return {
    isDurable: true,
    async add(job) {
      const { id, server, owner } = job.order
      const values = [id, server, toOwnerText(owner), job.createdAt, ...toValues(job)]
      return (await query(sql.add, values)).length === 1
    },
    async find(id) {
      if (!isJobId(id)) return undefined
      const rows = await query(sql.find, [id, time()])
      return rows.map(toJob)[0]
    },
    async list(filter) {
      const rows = await query(sql.list, toFilterValues(filter))
      return rows.map(toJob)
    },
    async count(filter) {
      const [row] = await query(sql.count, toFilterValues(filter))
      return isRecord(row) ? Number(row.count) : 0
    },
    async claim(id) {
      if (!isJobId(id)) return undefined
      const token = randomUUID()
      const rows = await query(sql.claim, [id, token])
      return rows.length === 1 ? toClaim(id, token) : undefined
    },
    async isHeld(id) {
      return isJobId(id) && (await query(sql.held, [id])).length === 1
    },
    async askToStop(id) {
      if (isJobId(id)) await query(sql.askToStop, [id])
    },
    async sweep() {
      await query(sql.sweep, [time()])
    },
  }
}

/** Ids come from callers, and PostgreSQL refuses some strings. */
const isJobId = (id: string): boolean => /^[\w-]{1,128}$/.test(id)

function toJob(row: unknown): Job {
  // The cast names what `add` and `save` have written.
  return JSON.parse(isRecord(row) ? String(row.job) : 'null') as Job
}
