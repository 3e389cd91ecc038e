import { isRecord } from '../../json/json.ts'
import { checkTableName } from '../../postgres/check-table-name.ts'
import { type PostgresPool, createTableQuery } from '../../postgres/create-table-query.ts'
import { isPostgresError, postgresErrors } from '../../postgres/postgres-errors.ts'
import type { BlobStore } from './blob-store.ts'
import { type Reference, fromReferenceText, toReferenceText } from './reference.ts'
import { toDrafts } from './to-drafts.ts'

/** The part of a pool of `pg` that an archive needs; whoever made the pool closes it. */
export type PostgresArchivePool = PostgresPool

/**
 * Creates a store in PostgreSQL. A foreign key keeps contents from being removed while there are
 * references to them.
 */
export function createPostgresBlobs(
  pool: PostgresArchivePool,
  table = 'toolaccord_archive',
): BlobStore {
  checkTableName(table, 57)
  const sql = toStatements(table)
  const query = createTableQuery(pool, sql.make)

  /** Returns true if a statement changed something; not if another was faster at the content. */
  async function change(text: string, values: unknown[]): Promise<boolean> {
    try {
      return (await query(text, values)).length > 0
    } catch (thrown) {
      if (isPostgresError(thrown, postgresErrors.foreignKeyViolation)) return false
      throw thrown
    }
  }

  const findReferences = async (text: string, values: unknown[]) =>
    (await query(text, values)).flatMap(toReferences)

  return {
    find(hash, owner) {
      if (owner === undefined) return findReferences(sql.findAll, [hash])
      return findReferences(sql.find, [hash, owner])
    },
    async read({ hash }) {
      const [row] = await query(sql.read, [hash])
      return isRecord(row) && row.bytes instanceof Uint8Array ? row.bytes : undefined
    },
    draft: toDrafts((reference, bytes) => change(sql.write, [...toValues(reference), bytes])),
    refer(reference, source) {
      const values = [...toValues(source), toReferenceText(reference)]
      if (reference.owner === source.owner) return change(sql.replace, values)
      return change(sql.add, [...values, reference.owner])
    },
    async remove(reference) {
      const isRemoved = await change(sql.remove, toValues(reference))
      if (isRemoved) await change(sql.prune, [reference.hash])
      return isRemoved
    },
    async *list() {
      let page = await findReferences(sql.list, ['', ''])
      while (page.length > 0) {
        yield* page
        const last = page.at(-1)
        page = await findReferences(sql.list, [last?.hash, last?.owner])
      }
    },
    async tidy() {
      // A process that died between the two steps of a removal leaves bytes without a reference.
      await change(sql.pruneAll, [])
    },
  }
}

const toValues = (reference: Reference): unknown[] => [
  reference.hash,
  reference.owner,
  toReferenceText(reference),
]

function toReferences(row: unknown): readonly Reference[] {
  if (!isRecord(row)) return []
  const reference = fromReferenceText(String(row.hash), String(row.owner), String(row.state))
  return reference === undefined ? [] : [reference]
}

/** Returns the statements for one archive; names are quoted, because they may be words of SQL. */
function toStatements(table: string) {
  const references = `"${table}"`
  const contents = `"${table}_bytes"`
  const columns = 'hash, owner, state'
  const isThere = 'hash = $1 and owner = $2 and state = $3'
  const isUnused = `not exists (
    select 1 from ${references} where ${references}.hash = ${contents}.hash)`
  return {
    make: [
      `create table if not exists ${contents} (hash text primary key, bytes bytea not null)`,
      `create table if not exists ${references} (
        hash text not null references ${contents} (hash),
        owner text not null, state text not null, primary key (hash, owner))`,
    ],
    findAll: `select ${columns} from ${references} where hash = $1`,
    find: `select ${columns} from ${references} where hash = $1 and owner = $2`,
    read: `select bytes from ${contents} where hash = $1`,
    write: `with content as (
        insert into ${contents} (hash, bytes) values ($1, $4)
        on conflict (hash) do update set bytes = excluded.bytes returning hash)
      insert into ${references} (${columns}) select hash, $2, $3 from content
      on conflict do nothing returning hash`,
    replace: `update ${references} set state = $4 where ${isThere} returning hash`,
    add: `insert into ${references} (${columns})
      select hash, $5, $4 from ${references} where ${isThere}
      on conflict do nothing returning hash`,
    remove: `delete from ${references} where ${isThere} returning hash`,
    prune: `delete from ${contents} where hash = $1 and ${isUnused}`,
    // Rows that another process works on are skipped, so that sweeps never wait for each other.
    pruneAll: `delete from ${contents} where hash in (
      select hash from ${contents} where ${isUnused} for update skip locked)`,
    list: `select ${columns} from ${references} where (hash, owner) > ($1, $2)
      order by hash, owner limit 5000`,
  }
}
