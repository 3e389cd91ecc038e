import { clip, isRecord } from '../json/json.ts'
import { type Store, checkEntry, checkKey } from './store.ts'

/** As much of a pool of `pg` as a store needs; whoever made it closes it. */
export interface PostgresStorePool {
  query(text: string, values?: unknown[]): Promise<{ readonly rows: readonly unknown[] }>
}

/** Where a store in PostgreSQL keeps its entries. */
export interface PostgresStoreOptions {
  /**
   * Made when it is missing; give each server its own when several share one database. Default:
   * `toolaccord_entries`.
   */
  readonly table?: string | undefined
}

const sweepEveryMs = 60_000

/** A store in a table of PostgreSQL, whose clock decides what has expired. */
export function createPostgresStore(
  pool: PostgresStorePool,
  { table = 'toolaccord_entries' }: PostgresStoreOptions = {},
): Store {
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(table))
    throw new TypeError(
      `table: '${clip(table)}' must be 1 to 63 of a-z, 0-9 and '_', and not start with a digit`,
    )
  const sql = toStatements(table)
  let sweptAt = -Infinity

  /**
   * The rows of a statement; the table is made only where there is none, so that one made by hand
   * needs no right to make tables.
   */
  async function query(text: string, values: unknown[]): Promise<readonly unknown[]> {
    try {
      return (await pool.query(text, values)).rows
    } catch (thrown) {
      if (!isUndefinedTable(thrown)) throw thrown
    }
    // Even `if not exists` fails, in several ways, where two make the same thing at once; a second time it does not.
    for (const statement of sql.make) await pool.query(statement).catch(() => pool.query(statement))
    return (await pool.query(text, values)).rows
  }

  /**
   * Removes what has expired, now and then; nobody waits for it, and a failure means only that it
   * stays longer.
   */
  async function sweep(): Promise<void> {
    if (Date.now() < sweptAt + sweepEveryMs) return
    sweptAt = Date.now()
    await query(sql.sweep, []).catch(() => {})
  }

  return {
    async get(key) {
      checkKey(key)
      const [row] = await query(sql.get, [key])
      return isRecord(row) && typeof row.value === 'string' ? row.value : undefined
    },
    async set(key, value, ttlMs) {
      checkEntry(key, value, ttlMs)
      await query(sql.set, [key, value, ttlMs])
      void sweep()
    },
    async add(key, value, ttlMs) {
      checkEntry(key, value, ttlMs)
      const added = await query(sql.add, [key, value, ttlMs])
      void sweep()
      return added.length === 1
    },
    async delete(key) {
      checkKey(key)
      await query(sql.delete, [key])
    },
  }
}

/** The statements for one table; its name is quoted, because it may be a word of SQL. */
function toStatements(table: string) {
  const write = `insert into "${table}" as held (key, value, expires_at) values ($1, $2, clock_timestamp() + $3::double precision * interval '1 millisecond')
    on conflict (key) do update set value = excluded.value, expires_at = excluded.expires_at`
  return {
    make: [
      `create table if not exists "${table}" (key text primary key, value text not null, expires_at timestamptz not null)`,
      `create index if not exists "${table.slice(0, 55)}_expires" on "${table}" (expires_at)`,
    ],
    get: `select value from "${table}" where key = $1 and expires_at > clock_timestamp()`,
    set: write,
    add: `${write} where held.expires_at <= clock_timestamp() returning key`,
    delete: `delete from "${table}" where key = $1`,
    // Rows that another process is at are skipped, so that sweeps never wait for each other.
    sweep: `delete from "${table}" where key in (select key from "${table}" where expires_at <= clock_timestamp() limit 10000 for update skip locked)`,
  }
}

/** PostgreSQL, appendix A. */
const undefinedTable = '42P01'

const isUndefinedTable = (thrown: unknown) => isRecord(thrown) && thrown.code === undefinedTable
