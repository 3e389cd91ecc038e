/**
 * A small key-value store whose entries expire; processes that share one see the same entries.
 *
 * @example
 *   import { createMemoryStore } from 'toolaccord/policies'
 *
 *   const store: Store = createMemoryStore()
 *   await store.add('lock:n1', 'ada', 60_000) // → true
 *   await store.add('lock:n1', 'bob', 60_000) // → false
 */
export interface Store {
  /** False if only one process sees the entries. Default: true. */
  readonly isShared?: boolean | undefined
  /** Returns the value of an entry, or undefined if there is none or it has expired. */
  get(key: string): Promise<string | undefined>
  /** Writes an entry, whether or not there is one. */
  set(key: string, value: string, ttlMs: number): Promise<void>
  /** Writes an entry unless there is one; returns true if it did. Of many at once, one does. */
  add(key: string, value: string, ttlMs: number): Promise<boolean>
  /** Removes an entry, if there is one. */
  delete(key: string): Promise<void>
}

/** True if several processes see the entries of a store. */
export const isSharedStore = (store: Store | undefined): boolean =>
  store !== undefined && store.isShared !== false

const maxKeyLength = 512
const maxValueBytes = 1_048_576
/** A year. */
const maxTtlMs = 31_536_000_000

/**
 * Makes the key of an entry that belongs to a caller. What stands before its first slash is the
 * share that a store in memory counts it for.
 */
export const toSharedKey = (kind: string, caller: string, rest: string): string =>
  `${kind}:${caller.slice(0, 32)}/${rest}`

/** Throws for a key that not every store can hold. */
export function checkStoreKey(key: string): void {
  if (key.length < 1 || key.length > maxKeyLength)
    throw new RangeError(
      `The key of an entry has ${key.length} characters; it may have 1 to ${maxKeyLength}. ` +
        'Hash what may be longer.',
    )
  checkText('key', key)
}

/** Throws for an entry that not every store can hold. */
export function checkStoreEntry(key: string, value: string, ttlMs: number): void {
  checkStoreKey(key)
  if (!isStorable(value))
    throw new RangeError(
      `The value of an entry is over the limit of ${maxValueBytes} bytes in UTF-8. ` +
        'Store less, or a link to it.',
    )
  checkText('value', value)
  if (Number.isInteger(ttlMs) && ttlMs >= 1 && ttlMs <= maxTtlMs) return
  throw new RangeError(
    `The life of an entry is ${ttlMs} ms; it must be a whole number from 1 to ${maxTtlMs}.`,
  )
}

/** True if a value is within the limit of its size. */
export function isStorable(value: string): boolean {
  // A code unit takes one to three bytes, so most values need no counting.
  if (value.length * 3 <= maxValueBytes) return true
  return value.length <= maxValueBytes && new TextEncoder().encode(value).length <= maxValueBytes
}

/** PostgreSQL stores no NUL in a string, and UTF-8 has no half of a surrogate pair. */
function checkText(what: string, text: string): void {
  if (/[\0\p{Surrogate}]/u.test(text))
    throw new RangeError(
      `The ${what} of an entry has a NUL or half a surrogate pair in it, ` +
        'which not every store can hold. Write it as JSON.',
    )
}
