import { isRecord } from '../json/json.ts'

/** The error codes of PostgreSQL that mean something to the framework (its manual, appendix A). */
export const postgresErrors = {
  undefinedTable: '42P01',
  foreignKeyViolation: '23503',
  insufficientPrivilege: '42501',
} as const satisfies Readonly<Record<string, string>>

/** True if PostgreSQL refused a statement with this code. */
export const isPostgresError = (thrown: unknown, code: string): boolean =>
  isRecord(thrown) && thrown.code === code
