import { toBase64Url } from '../json/base64.ts'
import { hashJson } from '../json/hash-json.ts'
import { findNonJson, toPath } from '../json/json.ts'

const hashBytes = 12

/**
 * Returns a short hash of the query of a list. The order of properties and undefined properties do
 * not count.
 */
export async function hashQuery(query: unknown): Promise<string> {
  const fault = findNonJson(query)
  if (fault !== undefined)
    throw new TypeError(`The query of a list must be JSON; at ${toPath(fault)} it is not.`)
  return toBase64Url((await hashJson(query)).subarray(0, hashBytes))
}
