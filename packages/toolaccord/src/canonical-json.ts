import { isRecord } from './json.ts'

/** Writes a text, number, boolean or null; undefined for what is left out. */
export type LeafWriter = (leaf: unknown) => string | undefined

/** One text for one JSON value (RFC 8785): members in the order of their UTF-16 units, no spaces. What is not JSON is written as JSON.stringify does, unless a stricter writer is given. */
export const toCanonicalJson = (value: unknown, writeLeaf: LeafWriter = JSON.stringify): string => write(value, writeLeaf) ?? 'null'

function write(value: unknown, writeLeaf: LeafWriter): string | undefined {
  if (Array.isArray(value)) return `[${value.map((item) => write(item, writeLeaf) ?? 'null').join()}]`
  if (!isRecord(value)) return writeLeaf(value)
  if (typeof value.toJSON === 'function') return write(value.toJSON(), writeLeaf)
  const members = Object.keys(value).sort().map((name) => ({ name, text: write(value[name], writeLeaf) }))
  return `{${members.flatMap(({ name, text }) => (text === undefined ? [] : [`${writeLeaf(name)}:${text}`])).join()}}`
}

/** The SHA-256 hash of a JSON value, whatever the order of its members. */
export const hashJson = async (value: unknown): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(toCanonicalJson(value))))

export const toHex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
