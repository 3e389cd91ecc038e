import { compact } from '../json/json.ts'
import { cutRedacted, escapeControls, redacted } from './redact-text.ts'
import { isSecretKey } from './secret-key.ts'

/** The limits of how much of one log entry is looked at and kept. */
export interface RedactLimits {
  /** Levels of objects and arrays. */
  readonly depth: number
  /** Values in all. */
  readonly values: number
  /** Characters of one string. */
  readonly text: number
  /** Characters of all strings. */
  readonly total: number
}

/** Additions to the rules that a redactor has by itself. */
export interface RedactOptions {
  /** More to redact, as `args.card.number`; `*` matches any one name or index. */
  readonly paths?: readonly string[] | undefined
  readonly limits?: Partial<RedactLimits> | undefined
}

/** Makes log entries safe to keep and to show. */
export interface Redactor {
  /** Returns the string on one line and without secrets. */
  text(text: string): string
  /** Returns plain JSON, every string in it on one line and without secrets. */
  fields(fields: Readonly<Record<string, unknown>>): Record<string, unknown>
}

const unreadable = '[unreadable]'
const defaultLimits: RedactLimits = { depth: 8, values: 1000, text: 8192, total: 65_536 }

/**
 * Creates a redactor that finds secrets by name at any depth, by form inside any string, and by
 * path. It never throws, and its work is bounded.
 */
export function createRedactor({ paths = [], limits }: RedactOptions = {}): Redactor {
  const bounds = { ...defaultLimits, ...compact({ ...limits }) }
  const split = paths.map(splitPath)
  return {
    text: (text) => escapeControls(cutRedacted(text, bounds.text)),
    fields(fields) {
      try {
        return new Walk(bounds).members(fields, split, 1)
      } catch {
        return { fields: unreadable }
      }
    },
  }
}

type Path = readonly string[]

function splitPath(path: string): Path {
  const segments = path.split('.')
  if (!segments.includes('')) return segments
  throw new TypeError(
    `'${path}' is not a path to redact: write names with one dot between them, ` +
      "such as 'args.card.number' or 'args.*.pin'.",
  )
}

/** Returns the rest of those paths that lead through a key. */
function below(paths: readonly Path[], key: string): readonly Path[] {
  if (paths.length === 0) return paths
  const leading = paths.filter(([first]) => first === key || first === '*')
  return leading.map((path) => path.slice(1))
}

/** One pass over one entry; it counts down the limits of the entry. */
class Walk {
  readonly #limits: RedactLimits
  readonly #above = new Set<object>()
  #valuesLeft: number
  #textLeft: number

  constructor(limits: RedactLimits) {
    this.#limits = limits
    this.#valuesLeft = limits.values
    this.#textLeft = limits.total
  }

  members(
    object: object,
    paths: readonly Path[],
    depth: number,
    keys = Object.keys(object),
  ): Record<string, unknown> {
    const kept: [string, unknown][] = []
    for (const key of keys) {
      if (this.#valuesLeft <= 0) return Object.fromEntries([...kept, ['...', 'more left out']])
      const value = read(object, key)
      if (value === undefined) continue
      const name = key === 'value' ? nameOf(object) : key
      kept.push([this.#text(key), this.#member(name, value, below(paths, key), depth)])
    }
    return Object.fromEntries(kept)
  }

  /**
   * An item that follows a secret name is a secret, as in pairs, raw headers and the words of a
   * command.
   */
  #items(items: readonly unknown[], paths: readonly Path[], depth: number): unknown[] {
    const kept: unknown[] = []
    let before = ''
    for (const [index, item] of items.entries()) {
      if (this.#valuesLeft <= 0) return [...kept, '[more left out]']
      kept.push(this.#member(before, item, below(paths, String(index)), depth))
      before = typeof item === 'string' && item.length <= 64 ? item : ''
    }
    return kept
  }

  #member(key: string, value: unknown, paths: readonly Path[], depth: number): unknown {
    this.#valuesLeft -= 1
    if (paths.some(({ length }) => length === 0)) return redacted
    const canBeSecret = value !== null && value !== undefined && typeof value !== 'boolean'
    if (canBeSecret && isSecretKey(key, value)) return redacted
    return this.#value(value, paths, depth)
  }

  #value(value: unknown, paths: readonly Path[], depth: number): unknown {
    if (typeof value === 'string') return this.#text(value)
    if (typeof value === 'boolean' || Number.isFinite(value)) return value
    if (value === null || value === undefined) return null
    if (typeof value === 'object') return this.#guarded(value, paths, depth + 1)
    return this.#text(typeof value === 'function' ? '[function]' : String(value))
  }

  /** Looking at an object can run anyone's code. */
  #guarded(value: object, paths: readonly Path[], depth: number): unknown {
    if (this.#above.has(value)) return '[circular]'
    if (depth > this.#limits.depth) return `[deeper than ${this.#limits.depth} levels]`
    this.#above.add(value)
    try {
      return this.#object(value, paths, depth)
    } catch {
      return unreadable
    } finally {
      this.#above.delete(value)
    }
  }

  #object(value: object, paths: readonly Path[], depth: number): unknown {
    if (Array.isArray(value)) return this.#items(value, paths, depth)
    if (value instanceof Error) return this.#error(value, paths, depth)
    if (value instanceof Set) return this.#items(take(value, this.#valuesLeft), paths, depth)
    if (value instanceof Map || value instanceof Headers) {
      const entries = take<[unknown, unknown]>(value, this.#valuesLeft)
      return this.members(Object.fromEntries(entries), paths, depth)
    }
    if (value instanceof RegExp || value instanceof URLSearchParams)
      return this.#text(String(value))
    if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer)
      return `[${value.byteLength} bytes]`
    if ('toJSON' in value && typeof value.toJSON === 'function')
      return this.#value(value.toJSON(), paths, depth)
    return this.members(value, paths, depth)
  }

  #error(error: Error, paths: readonly Path[], depth: number): Record<string, unknown> {
    const shown = {
      type: this.#text(String(error.name)),
      message: this.#text(String(error.message)),
      stack: this.#frames(error),
    }
    const keys = [...new Set([...Object.keys(error), 'cause', 'errors'])]
    const others = keys.filter((key) => !Object.hasOwn(shown, key))
    return { ...shown, ...this.members(error, paths, depth, others) }
  }

  /** An array of lines can be read as it is, and no line of it can pass for an entry of the log. */
  #frames({ name, message, stack: held }: Error): string[] {
    const stack = String(held ?? '')
    const head = `${name}: ${message}`
    const frames = stack.startsWith(head) ? stack.slice(head.length) : stack
    const lines = this.#cut(frames).split('\n')
    return lines.map((line) => escapeControls(line.trim())).filter((line) => line !== '')
  }

  #text(text: string): string {
    return escapeControls(this.#cut(text))
  }

  #cut(text: string): string {
    const length = Math.min(this.#limits.text, this.#textLeft)
    this.#textLeft -= Math.min(text.length, length)
    return cutRedacted(text, length)
  }
}

/** Returns the name that `{ name: 'password', value: … }` gives to its value. */
function nameOf(object: object): string {
  const name = read(object, 'name') ?? read(object, 'key')
  return typeof name === 'string' ? name.slice(0, 64) : 'value'
}

function read(object: object, key: string): unknown {
  try {
    // The cast reads a property by name, whatever the object is.
    return (object as Readonly<Record<string, unknown>>)[key]
  } catch {
    return unreadable
  }
}

function take<T>(values: Iterable<T>, count: number): T[] {
  const taken: T[] = []
  for (const value of values) {
    if (taken.length >= count) break
    taken.push(value)
  }
  return taken
}
