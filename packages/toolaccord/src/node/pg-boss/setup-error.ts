import { isPostgresError, postgresErrors } from '../../postgres/postgres-errors.ts'

/** Something is missing that an operator has to provide; waiting does not help. */
export class SetupError extends Error {
  override readonly name = 'SetupError'
}

/** Returns what was thrown; if a right is missing, an error that says which and what to do. */
export function toSetupError(thrown: unknown, schema: string): unknown {
  if (!isPostgresError(thrown, postgresErrors.insufficientPrivilege)) return thrown
  const said = thrown instanceof Error ? thrown.message : String(thrown)
  return new SetupError(
    `The role of the jobs lacks a right in PostgreSQL: ${said}. Start a worker once with a role ` +
      `that may create schemas: it makes the schema '${schema}' and its tables. Then grant this ` +
      'role USAGE on the schema, and SELECT, INSERT, UPDATE and DELETE on all tables in it.',
    { cause: thrown },
  )
}
