import { countCodePoints } from '../text/code-points.ts'
import type { DigestPayload } from './digest-payload.ts'
import { isRecord } from './is-record.ts'

/** One rule that a payload breaks. */
export interface DigestIssue {
  /** The place, such as `evidence_snippets[0].locator`; empty for the whole payload. */
  readonly path: string
  readonly rule:
    | 'json'
    | 'type'
    | 'constant'
    | 'pattern'
    | 'length'
    | 'count'
    | 'range'
    | 'sum'
    | 'ratio'
    | 'locator'
    | 'hash'
    | 'text'
  /** The place, the rule and what was found, in one sentence. */
  readonly message: string
}

/** The result of a check: the payload, or every rule that it breaks. */
export type DigestCheck =
  | { readonly ok: true; readonly payload: DigestPayload }
  | { readonly ok: false; readonly issues: readonly DigestIssue[] }

/** A pattern, and its description for messages. */
export interface StringForm {
  readonly pattern: RegExp
  readonly description: string
}

const longestShown = 64

/** Collects the rules that a payload breaks. Each check adds an issue if the value is wrong. */
export class IssueList {
  readonly #issues: DigestIssue[] = []

  get all(): readonly DigestIssue[] {
    return this.#issues
  }

  /** Adds an issue; the fault continues a sentence that begins with the path. */
  add(path: string, rule: DigestIssue['rule'], fault: string): void {
    const place = path === '' ? 'the payload' : path
    this.#issues.push({ path, rule, message: `${place}: ${fault}.` })
  }

  checkConstant(path: string, value: unknown, expected: string): void {
    if (value === expected) return
    this.add(path, 'constant', `must be ${JSON.stringify(expected)}, not ${show(value)}`)
  }

  checkForm(path: string, value: unknown, { pattern, description }: StringForm): void {
    if (typeof value === 'string' && pattern.test(value)) return
    this.add(path, 'pattern', `must be ${description}, not ${show(value)}`)
  }

  checkString(path: string, value: unknown, maxChars: number): void {
    if (typeof value !== 'string') {
      this.add(path, 'type', `must be a string, not ${show(value)}`)
      return
    }
    const chars = countCodePoints(value)
    if (chars > maxChars)
      this.add(path, 'length', `has ${chars} characters; at most ${maxChars} are allowed`)
  }

  /** Checks an array and returns its items with their paths; none if the array itself is wrong. */
  checkArray(path: string, value: unknown, maxItems: number): readonly ArrayItem[] {
    if (!Array.isArray(value)) {
      this.add(path, 'type', `must be an array, not ${show(value)}`)
      return []
    }
    if (value.length > maxItems) {
      this.add(path, 'count', `has ${value.length} items; at most ${maxItems} are allowed`)
      return []
    }
    return Array.from(value, (item: unknown, index) => ({ path: `${path}[${index}]`, item }))
  }

  checkRecord(path: string, value: unknown): value is Readonly<Record<string, unknown>> {
    if (isRecord(value)) return true
    this.add(path, 'type', `must be an object, not ${show(value)}`)
    return false
  }

  checkCount(path: string, value: unknown): void {
    if (Number.isSafeInteger(value) && Number(value) >= 0) return
    this.add(path, 'range', `must be a whole number of at least 0, not ${show(value)}`)
  }

  checkShare(path: string, value: unknown): void {
    if (typeof value === 'number' && value >= 0 && value <= 1) return
    this.add(path, 'range', `must be a number from 0 to 1, not ${show(value)}`)
  }
}

/** An item of an array with its path. */
export interface ArrayItem {
  readonly path: string
  readonly item: unknown
}

/** Returns a value in short for a message. */
export function show(value: unknown): string {
  if (value === undefined) return 'absent'
  if (Array.isArray(value)) return 'an array'
  if (isRecord(value)) return 'an object'
  if (typeof value !== 'string') return String(value)
  if (value.length <= longestShown) return JSON.stringify(value)
  return JSON.stringify(`${value.slice(0, longestShown - 1)}…`)
}
