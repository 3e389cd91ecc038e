import { clip } from '../json/json.ts'

/** Throws a TypeError if a table cannot have this name, which statements hold as it is. */
export function checkTableName(table: string, mostLength: number): void {
  if (/^[a-z_][a-z0-9_]*$/.test(table) && table.length <= mostLength) return
  throw new TypeError(
    `table: '${clip(table)}' must be 1 to ${mostLength} of a-z, 0-9 and '_', ` +
      'and not start with a digit',
  )
}
