import { isRecord } from '../json/json.ts'
import { checkTableName } from '../postgres/check-table-name.ts'
import { type PostgresPool, createTableQuery } from '../postgres/create-table-query.ts'
import { type Store, checkStoreEntry, checkStoreKey } from './store.ts'

/** The part of a pool of `pg` that a store needs; whoever made the pool closes it. */
export type PostgresStorePool = PostgresPool

/** The options of a store in PostgreSQL. */
export interface PostgresStoreOptions {
  /**
   * The table of the entries, made if it is missing. Give each server its own if several share one
   * database. Default: `toolaccord_entries`.
   */
  readonly table?: string | undefined
}

const sweepEveryMs = 60_000

/** Creates a store in a table of PostgreSQL, whose clock decides which entries have expired. */
export function createPostgresStore(
  pool: PostgresStorePool,
  { table = 'toolaccord_entries' }: PostgresStoreOptions = {},
): Store {
  checkTableName(table, 63)
  const sql = toStatements(table)
  const query = createTableQuery(pool, sql.make)
  let sweptAt = -Infinity

  /** Removes expired entries now and then; nobody waits for it. */
  function sweepSometimes(): void {
    if (Date.now() < sweptAt + sweepEveryMs) return
    sweptAt = Date.now()
    query(sql.sweep, []).catch(ignoreFailedSweep)
  }

  return {
    async get(key) {
      checkStoreKey(key)
      const [row] = await query(sql.get, [key])
      return isRecord(row) && typeof row.value === 'string' ? row.value : undefined
    },
    async set(key, value, ttlMs) {
      checkStoreEntry(key, value, ttlMs)
      await query(sql.set, [key, value, ttlMs])
      sweepSometimes()
    },
    async add(key, value, ttlMs) {
      checkStoreEntry(key, value, ttlMs)
      const added = await query(sql.add, [key, value, ttlMs])
      sweepSometimes()
      return added.length === 1
    },
    async delete(key) {
      checkStoreKey(key)
      await query(sql.delete, [key])
    },
  }
}

/** If a sweep fails, expired entries only stay longer. */
function ignoreFailedSweep(): void {}

/** Returns the statements for one table; its name is quoted, because it may be a word of SQL. */
function toStatements(table: string) {
  const write = `insert into "${table}" as held (key, value, expires_at)
    values ($1, $2, clock_timestamp() + $3::double precision * interval '1 millisecond')
    on conflict (key) do update set value = excluded.value, expires_at = excluded.expires_at`
  return {
    make: [
      `create table if not exists "${table}"
        (key text primary key, value text not null, expires_at timestamptz not null)`,
      `create index if not exists "${table.slice(0, 55)}_expires" on "${table}" (expires_at)`,
    ],
    get: `select value from "${table}" where key = $1 and expires_at > clock_timestamp()`,
    set: write,
    add: `${write} where held.expires_at <= clock_timestamp() returning key`,
    delete: `delete from "${table}" where key = $1`,
    // Rows that another process works on are skipped, so that sweeps never wait for each other.
    sweep: `delete from "${table}" where key in (
      select key from "${table}" where expires_at <= clock_timestamp()
      limit 10000 for update skip locked)`,
  }
}
