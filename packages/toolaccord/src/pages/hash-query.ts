import { toBase64Url } from '../json/base64.ts'
import { hashJson } from '../json/hash-json.ts'
import { findNonJson, toPath } from '../json/json.ts'

const hashBytes = 12

/**
 * A short hash of what a list is asked for; the order of members and members that are undefined do
 * not count.
 */
export async function hashQuery(query: unknown): Promise<string> {
  const fault = findNonJson(query)
  if (fault !== undefined)
    throw new TypeError(`What a list is asked for must be JSON; at ${toPath(fault)} it is not.`)
  return toBase64Url((await hashJson(query)).subarray(0, hashBytes))
}
