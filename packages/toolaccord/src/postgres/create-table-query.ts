import { isPostgresError, postgresErrors } from './postgres-errors.ts'

/** The part of a pool of `pg` that is needed; whoever made the pool closes it. */
export interface PostgresPool {
  query(text: string, values?: unknown[]): Promise<{ readonly rows: readonly unknown[] }>
}

/** Runs a statement and returns its rows. */
export type TableQuery = (text: string, values: unknown[]) => Promise<readonly unknown[]>

/**
 * Creates a query over tables that `make` makes. They are made only if one is missing, so that a
 * program needs no right to make tables that were made by hand.
 */
export function createTableQuery(pool: PostgresPool, make: readonly string[]): TableQuery {
  const query: TableQuery = async (text, values) => (await pool.query(text, values)).rows

  async function makeTables(): Promise<void> {
    for (const statement of make) {
      // Even `if not exists` fails, in several ways, if two processes make the same thing at once.
      // A second time it does not.
      await pool.query(statement).catch(() => pool.query(statement))
    }
  }

  return async (text, values) => {
    try {
      return await query(text, values)
    } catch (thrown) {
      if (!isPostgresError(thrown, postgresErrors.undefinedTable)) throw thrown
    }
    await makeTables()
    return query(text, values)
  }
}
