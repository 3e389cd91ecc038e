import { concatBytes } from './concat-bytes.ts'
import { isRecord } from './json.ts'
import { sortMembers, unsortable } from './sort-members.ts'
import { toCanonicalJson } from './to-canonical-json.ts'

/** How many characters are written between two pauses: about a millisecond's work. */
const sliceLength = 32_768

/** A container with more members than this has small ones, and is not looked into. */
const fewMembers = 64

/**
 * Writes a large JSON value in its canonical form, as UTF-8, and pauses now and then, so that
 * others have their turn meanwhile. The bytes are those of `toCanonicalJson`.
 */
export async function toCanonicalBytes(
  value: unknown,
  pause: () => Promise<void>,
): Promise<Uint8Array> {
  const encoder = new TextEncoder()
  const chunks: Uint8Array[] = []
  let length = 0
  let text = ''

  function flush(): void {
    const chunk = encoder.encode(text)
    chunks.push(chunk)
    length += chunk.length
    text = ''
  }

  async function rest(): Promise<void> {
    if (text.length < sliceLength) return
    flush()
    await pause()
  }

  async function write(value: unknown, depth: number): Promise<void> {
    const isOpen = depth < maxDepth && isPlain(value)
    if (!isOpen) text += writeAtOnce(value)
    else if (Array.isArray(value)) await writeItems(value, depth)
    // The cast says what is left of plain containers.
    else await writeProperties(value as Readonly<Record<string, unknown>>, depth)
    await rest()
  }

  async function writeItems(items: readonly unknown[], depth: number): Promise<void> {
    const isFew = items.length <= fewMembers
    text += '['
    for (const [index, item] of items.entries()) {
      if (index > 0) text += ','
      if (isFew) await write(item, depth + 1)
      else {
        text += writeAtOnce(item)
        if (text.length >= sliceLength) await rest()
      }
    }
    text += ']'
  }

  async function writeProperties(
    object: Readonly<Record<string, unknown>>,
    depth: number,
  ): Promise<void> {
    const names = Object.keys(object).sort()
    const isFew = names.length <= fewMembers
    let isFirst = true
    text += '{'
    for (const name of names) {
      if (isLeftOut(object[name])) continue
      text += `${isFirst ? '' : ','}${JSON.stringify(name)}:`
      isFirst = false
      if (isFew) await write(object[name], depth + 1)
      else {
        text += writeAtOnce(object[name])
        if (text.length >= sliceLength) await rest()
      }
    }
    text += '}'
  }

  await write(value, 0)
  flush()
  return concatBytes(chunks, length)
}

/** Writes a value; the engine's own writer is several times as quick. */
function writeAtOnce(value: unknown): string {
  const sorted = sortMembers(value)
  if (sorted === unsortable) return toCanonicalJson(value)
  return JSON.stringify(sorted) ?? 'null'
}

/** Deeper values are written at once. */
const maxDepth = 8

const isPlain = (value: unknown): boolean =>
  Array.isArray(value) || (isRecord(value) && typeof value.toJSON !== 'function')

/** True if JSON has no form for a value, so that its property is left out. */
const isLeftOut = (value: unknown): boolean =>
  value === undefined || typeof value === 'function' || typeof value === 'symbol'
