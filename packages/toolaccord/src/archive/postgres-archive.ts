import { clip, isRecord } from '../json/json.ts'
import type { Archive, ArchiveOptions } from './archive.ts'
import { type BlobStore, toDrafts } from './blob-store.ts'
import { createArchive } from './create-archive.ts'
import { type Reference, fromText, toText } from './reference.ts'

/** As much of a pool of `pg` as an archive needs; whoever made it closes it. */
export interface PostgresArchivePool {
  query(text: string, values?: unknown[]): Promise<{ readonly rows: readonly unknown[] }>
}

/** What an archive in PostgreSQL can be told. */
export interface PostgresArchiveOptions extends ArchiveOptions {
  /**
   * Holds the references; the contents are in one of the same name and `_bytes`. Both are made when
   * missing. Default: `toolaccord_archive`.
   */
  readonly table?: string | undefined
}

/** An archive in two tables of PostgreSQL, for several machines. */
export const createPostgresArchive = (
  pool: PostgresArchivePool,
  { table, ...options }: PostgresArchiveOptions = {},
): Archive => createArchive(createPostgresBlobs(pool, table), options)

/** A foreign key keeps contents from going while there are references to them. */
export function createPostgresBlobs(
  pool: PostgresArchivePool,
  table = 'toolaccord_archive',
): BlobStore {
  if (!/^[a-z_][a-z0-9_]{0,56}$/.test(table))
    throw new TypeError(
      `table: '${clip(table)}' must be 1 to 57 of a-z, 0-9 and '_', and not start with a digit`,
    )
  const sql = toStatements(table)

  /**
   * The rows of a statement; tables are made only where there are none, so that those made by hand
   * need no right to make tables.
   */
  async function query(text: string, values: unknown[]): Promise<readonly unknown[]> {
    try {
      return (await pool.query(text, values)).rows
    } catch (thrown) {
      if (codeOf(thrown) !== undefinedTable) throw thrown
    }
    // Even `if not exists` fails, in several ways, where two make the same thing at once; a second time it does not.
    for (const statement of sql.make) await pool.query(statement).catch(() => pool.query(statement))
    return (await pool.query(text, values)).rows
  }

  /** Whether a statement changed something; where another was quicker at the content, it did not. */
  async function change(text: string, values: unknown[]): Promise<boolean> {
    try {
      return (await query(text, values)).length > 0
    } catch (thrown) {
      if (codeOf(thrown) === brokenForeignKey) return false
      throw thrown
    }
  }

  return {
    find: async (hash, owner) =>
      toReferences(
        owner === undefined
          ? await query(sql.findAll, [hash])
          : await query(sql.find, [hash, owner]),
      ),
    async read({ hash }) {
      const [row] = await query(sql.read, [hash])
      return isRecord(row) && row.bytes instanceof Uint8Array ? row.bytes : undefined
    },
    draft: toDrafts((reference, bytes) =>
      change(sql.write, [reference.hash, reference.owner, toText(reference), bytes]),
    ),
    refer(reference, source) {
      const values = [source.hash, source.owner, toText(source), toText(reference)]
      return reference.owner === source.owner
        ? change(sql.replace, values)
        : change(sql.add, [...values, reference.owner])
    },
    async remove(reference) {
      const isRemoved = await change(sql.remove, [
        reference.hash,
        reference.owner,
        toText(reference),
      ])
      if (isRemoved) await change(sql.prune, [reference.hash])
      return isRemoved
    },
    async *list() {
      for (let page = toReferences(await query(sql.list, ['', ''])); page.length > 0;) {
        yield* page
        const last = page.at(-1)
        page = toReferences(await query(sql.list, [last?.hash, last?.owner]))
      }
    },
    // A process that died between the two steps of a removal leaves bytes without a reference.
    tidy: async () => void (await change(sql.pruneAll, [])),
  }
}

/** The statements for one archive; names are quoted, because they may be words of SQL. */
function toStatements(table: string) {
  const [references, contents] = [`"${table}"`, `"${table}_bytes"`]
  const unused = `not exists (select 1 from ${references} where ${references}.hash = ${contents}.hash)`
  return {
    make: [
      `create table if not exists ${contents} (hash text primary key, bytes bytea not null)`,
      `create table if not exists ${references} (hash text not null references ${contents} (hash), owner text not null, state text not null, primary key (hash, owner))`,
    ],
    findAll: `select hash, owner, state from ${references} where hash = $1`,
    find: `select hash, owner, state from ${references} where hash = $1 and owner = $2`,
    read: `select bytes from ${contents} where hash = $1`,
    write: `with content as (insert into ${contents} (hash, bytes) values ($1, $4) on conflict (hash) do update set bytes = excluded.bytes returning hash)
      insert into ${references} (hash, owner, state) select hash, $2, $3 from content on conflict do nothing returning hash`,
    replace: `update ${references} set state = $4 where hash = $1 and owner = $2 and state = $3 returning hash`,
    add: `insert into ${references} (hash, owner, state) select hash, $5, $4 from ${references} where hash = $1 and owner = $2 and state = $3 on conflict do nothing returning hash`,
    remove: `delete from ${references} where hash = $1 and owner = $2 and state = $3 returning hash`,
    prune: `delete from ${contents} where hash = $1 and ${unused}`,
    // Rows that another process is at are skipped, so that sweeps never wait for each other.
    pruneAll: `delete from ${contents} where hash in (select hash from ${contents} where ${unused} for update skip locked)`,
    list: `select hash, owner, state from ${references} where (hash, owner) > ($1, $2) order by hash, owner limit 5000`,
  }
}

const toReferences = (rows: readonly unknown[]): readonly Reference[] =>
  rows.flatMap((row) =>
    isRecord(row) ? (fromText(String(row.hash), String(row.owner), String(row.state)) ?? []) : [],
  )

/** PostgreSQL, appendix A. */
const [undefinedTable, brokenForeignKey] = ['42P01', '23503']

const codeOf = (thrown: unknown) => (isRecord(thrown) ? thrown.code : undefined)
