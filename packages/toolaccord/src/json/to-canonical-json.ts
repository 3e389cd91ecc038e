import { isRecord } from './json.ts'

/** Writes a string, number, boolean or null; returns undefined for a value that is left out. */
export type LeafWriter = (leaf: unknown) => string | undefined

/**
 * Writes a JSON value in its one canonical form (RFC 8785): properties in the order of their UTF-16
 * units, no spaces. A value that is not JSON is written as JSON.stringify does, unless a stricter
 * writer is given; `undefined` at the root becomes `null`.
 */
export const toCanonicalJson = (value: unknown, writeLeaf: LeafWriter = JSON.stringify): string =>
  write(value, writeLeaf) ?? 'null'

function write(value: unknown, writeLeaf: LeafWriter): string | undefined {
  if (Array.isArray(value)) return writeItems(value, writeLeaf)
  if (!isRecord(value)) return writeLeaf(value)
  if (typeof value.toJSON === 'function') return write(value.toJSON(), writeLeaf)
  return writeProperties(value, writeLeaf)
}

function writeProperties(object: Readonly<Record<string, unknown>>, writeLeaf: LeafWriter): string {
  // Concatenation takes half the time of joining an array.
  let text = ''
  for (const name of Object.keys(object).sort()) {
    const property = write(object[name], writeLeaf)
    if (property === undefined) continue
    if (text !== '') text += ','
    text += `${writeLeaf(name)}:${property}`
  }
  return `{${text}}`
}

function writeItems(items: readonly unknown[], writeLeaf: LeafWriter): string {
  let text = ''
  for (const item of items) {
    if (text !== '') text += ','
    text += write(item, writeLeaf) ?? 'null'
  }
  return `[${text}]`
}
