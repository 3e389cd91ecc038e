import { compact } from '../json/json.ts'
import { cutRedacted, escapeControls, redacted } from './redact-text.ts'
import { isSecretKey } from './secret-key.ts'

/** How much of one log entry is looked at and kept. */
export interface RedactLimits {
  /** Levels of objects and lists. */
  readonly depth: number
  /** Values in all. */
  readonly values: number
  /** Characters of one text. */
  readonly text: number
  /** Characters of all texts. */
  readonly total: number
}

/** What a redactor does beyond its own rules. */
export interface RedactOptions {
  /** More to redact, as `args.card.number`; `*` stands for any one name or index. */
  readonly paths?: readonly string[] | undefined
  readonly limits?: Partial<RedactLimits> | undefined
}

/** Makes what goes into a log safe to keep and to show. */
export interface Redactor {
  /** The text on one line and without secrets. */
  text(text: string): string
  /** Plain JSON, every text in it on one line and without secrets. */
  fields(fields: Readonly<Record<string, unknown>>): Record<string, unknown>
}

const unreadable = '[unreadable]'
const defaultLimits: RedactLimits = { depth: 8, values: 1000, text: 8192, total: 65_536 }

/**
 * Redacts by name at any depth, by form inside any text, and by path. It never throws, and its work
 * is bounded.
 */
export function createRedactor({ paths = [], limits }: RedactOptions = {}): Redactor {
  const bounds = { ...defaultLimits, ...compact({ ...limits }) }
  const split = paths.map(toPath)
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

function toPath(path: string): Path {
  const segments = path.split('.')
  if (!segments.includes('')) return segments
  throw new TypeError(
    `'${path}' is no path to redact: write names with one dot between them, such as 'args.card.number' or 'args.*.pin'.`,
  )
}

/** What is left of the paths one step further in. */
const below = (paths: readonly Path[], key: string): readonly Path[] =>
  paths.length === 0
    ? paths
    : paths.filter(([first]) => first === key || first === '*').map((path) => path.slice(1))

/** One pass over one entry, with what is left of its limits. */
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
      if (value !== undefined)
        kept.push([
          this.#text(key),
          this.#member(key === 'value' ? nameOf(object) : key, value, below(paths, key), depth),
        ])
    }
    return Object.fromEntries(kept)
  }

  /**
   * What follows a secret name in a list is a secret, as in pairs, raw headers and the words of a
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
    const isTelling = value !== null && value !== undefined && typeof value !== 'boolean'
    return isTelling && isSecretKey(key, value) ? redacted : this.#value(value, paths, depth)
  }

  #value(value: unknown, paths: readonly Path[], depth: number): unknown {
    if (typeof value === 'string') return this.#text(value)
    if (typeof value === 'boolean' || Number.isFinite(value)) return value
    if (value === null || value === undefined) return null
    return typeof value === 'object'
      ? this.#guarded(value, paths, depth + 1)
      : this.#text(typeof value === 'function' ? '[function]' : String(value))
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
    if (value instanceof Map || value instanceof Headers)
      return this.members(
        Object.fromEntries(take<[unknown, unknown]>(value, this.#valuesLeft)),
        paths,
        depth,
      )
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
    const others = [...new Set([...Object.keys(error), 'cause', 'errors'])].filter(
      (key) => !Object.hasOwn(shown, key),
    )
    return { ...shown, ...this.members(error, paths, depth, others) }
  }

  /** A list of lines can be read as it is, and no line of it can pass for an entry of the log. */
  #frames({ name, message, stack: held }: Error): string[] {
    const stack = String(held ?? '')
    const head = `${name}: ${message}`
    const lines = this.#cut(stack.startsWith(head) ? stack.slice(head.length) : stack).split('\n')
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

/** The name that `{ name: 'password', value: … }` gives to its value. */
function nameOf(object: object): string {
  const name = read(object, 'name') ?? read(object, 'key')
  return typeof name === 'string' ? name.slice(0, 64) : 'value'
}

function read(object: object, key: string): unknown {
  try {
    // The cast reads a member by name, whatever the object is.
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
