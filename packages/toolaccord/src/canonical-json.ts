import { isRecord } from './json.ts'

/** One text for one JSON value: members in the order of their names, undefined ones left out. */
export const toCanonicalJson = (value: unknown): string => JSON.stringify(value, inOrder) ?? 'null'

const inOrder = (_: string, value: unknown): unknown =>
  isRecord(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value

/** The SHA-256 hash of a JSON value, whatever the order of its members. */
export const hashJson = async (value: unknown): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(toCanonicalJson(value))))

export const toHex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
