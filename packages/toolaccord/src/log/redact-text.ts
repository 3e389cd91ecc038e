import { isSecretHeader, isSecretKey } from './secret-key.ts'

/** The string that replaces a secret. */
export const redacted = '[redacted]'

/** A secret that is recognised by its form. */
interface Shape {
  /** The form is searched for only if the string contains a match of this. */
  readonly head: string
  /**
   * Begins with fixed characters and ends with its only open run, so it cannot backtrack far and is
   * linear.
   */
  readonly form: RegExp
  readonly instead: string
}

/** The characters of a credential in a header. */
const bearerRun = String.raw`[^\s"',;\\]+`
/** A word that follows `Bearer` in a sentence, and is not a credential. */
const bearerWord = String.raw`(?:tokens?|auth|authentication|authorization|scheme)(?![\w.~+/=-])`
/** What stands for a credential in a sentence. */
const bearerStandIn = String.raw`<(?:access-)?(?:token|key)>\.?(?![^\s"',;\\])`

const shapes: readonly Shape[] = [
  {
    head: '-----BEGIN ',
    // A key without an end goes on to the end of the string.
    form: /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[^]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g,
    instead: redacted,
  },
  {
    head: '//',
    form: /\/\/[^\s/?#@:"'<>]{0,256}:[^\s/?#@"'<>]{1,256}@/g,
    instead: `//${redacted}@`,
  },
  {
    head: '[rs]k[-_]|whsec_|xox[a-z]-|xapp-',
    form: /(?<![A-Za-z0-9])(?:sk-[\w-]{10,}|[rs]k_(?:live|test)_\w{10,}|whsec_\w{10,}|xox[a-z]-[\w-]{8,}|xapp-[\w-]{8,})/g,
    instead: redacted,
  },
  {
    head: 'gh[opsur]_|github_pat_|glpat-|npm_|hf_',
    form: /(?<![A-Za-z0-9])(?:gh[opsur]_\w{16,}|github_pat_\w{16,}|glpat-[\w-]{16,}|npm_\w{30,}|hf_\w{30,})/g,
    instead: redacted,
  },
  {
    head: 'A[KS]IA|AIza|ya29',
    form: /(?<![A-Za-z0-9])(?:A[KS]IA[A-Z0-9]{16}|AIza[\w-]{30,}|ya29\.[\w-]{16,})/g,
    instead: redacted,
  },
  {
    head: '[Bb]earer |BEARER ',
    form: new RegExp(
      `\\b([Bb]earer|BEARER) {1,4}(?!${bearerWord}|${bearerStandIn})${bearerRun}`,
      'g',
    ),
    instead: `$1 ${redacted}`,
  },
  {
    head: '[Bb]asic |BASIC ',
    // Base64 of a name and a password is never a word in lower case.
    form: /\b([Bb]asic|BASIC) {1,4}(?=[a-z]{0,256}[A-Z0-9+/=_-])[\w+/-]{8,}={0,2}/g,
    instead: `$1 ${redacted}`,
  },
]

/** Most strings have none of this, and one look is cheaper than one for each shape. */
const anyHead = new RegExp(shapes.map(({ head }) => head).join('|'))

/** Searched by hand, because a search from every `eyJ` would be quadratic. */
const dottedRun = /[\w.-]{16,}/g

/**
 * A name and the signs that assign to it, or a long flag. Quotes may be escaped and coloured, as
 * they are in printed objects.
 */
const assignment =
  // oxlint-disable-next-line no-control-regex -- a colour may come before a value
  /(?<![\w-])(?:(?<name>(?:(?:api|access|private|secret|signing|encryption) )?[\w-]+)\\{0,4}["']?[ \t]{0,4}[:=]{1,2}>?[ \t]{0,4}(?:\u001b\[[\d;]{0,12}m)?|(?<flag>--[\w-]+) {1,4})/gi
const assigns = /[:=]|--/

/** Replaces everything that looks like a secret, in time linear in the length of the string. */
export function redactText(text: string): string {
  let clean = text
  if (anyHead.test(text))
    for (const { form, instead } of shapes) clean = clean.replace(form, instead)
  if (clean.includes('eyJ')) clean = clean.replace(dottedRun, redactWebToken)
  if (assigns.test(clean)) clean = redactAssigned(clean)
  return clean
}

function redactWebToken(run: string): string {
  const start = run.indexOf('eyJ')
  if (start === -1 || run.indexOf('.', start) === -1) return run
  return `${run.slice(0, start)}${redacted}`
}

/** What a sentence that explains a header has in place of a secret. */
const placeholder = /^Bearer <(?:access-)?(?:token|key)>\.?$/

function redactAssigned(text: string): string {
  let clean = ''
  let from = 0
  for (const match of text.matchAll(assignment)) {
    const key = match.groups?.name ?? match.groups?.flag ?? ''
    if (match.index < from || !isSecretKey(key, '')) continue
    const start = match.index + match[0].length
    const end = endOfValue(text, start) ?? endOfBareValue(text, start, key, match.index)
    const value = text.slice(start, end)
    if (isSecretHeader(key) && placeholder.test(value)) continue
    const isCount = /^\d+\W*$/.test(value)
    if (end === start || !isSecretKey(key, isCount ? 0 : value)) continue
    clean += text.slice(from, start) + redacted
    from = end
  }
  return clean + text.slice(from)
}

/** Returns the end of a value that marks its end itself: in quotes, an object or an array. */
function endOfValue(text: string, start: number): number | undefined {
  const quote = matchAt(/\\{0,4}["'`]/y, text, start)
  if (quote.length === 1) return endOfQuoted(text, start + 1, quote)
  if (quote !== '') return endAfter(text, quote, start + quote.length)
  if (text[start] === '{' || text[start] === '[') return endOfBrackets(text, start)
  return undefined
}

/** Returns the end of any other value: a header has the whole line, other keys have one word. */
function endOfBareValue(text: string, start: number, key: string, keyStart: number): number {
  const form = isSecretHeader(key) ? restOfLine(text[keyStart - 1]) : /[^\s"'&;]+/y
  return start + matchAt(form, text, start).length
}

/** A line within quotes ends where they end. */
function restOfLine(before: string | undefined): RegExp {
  if (before === '"') return /[^\r\n"]+/y
  if (before === "'") return /[^\r\n']+/y
  return /[^\r\n]+/y
}

function endAfter(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from)
  if (at === -1) return text.length
  return at + mark.length
}

function endOfQuoted(text: string, start: number, quote: string): number {
  let at = start
  while (at < text.length && text[at] !== quote) at += text[at] === '\\' ? 2 : 1
  return Math.min(at + 1, text.length)
}

function endOfBrackets(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const character = text[at]
    if (character === '{' || character === '[') depth += 1
    else if (character === '}' || character === ']') depth -= 1
    if (depth === 0) return at + 1
  }
  return text.length
}

function matchAt(sticky: RegExp, text: string, at: number): string {
  sticky.lastIndex = at
  return sticky.exec(text)?.[0] ?? ''
}

/** Every character that ends a line, drives a terminal or turns the direction of text. */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const controls = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g
const shortNames: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Writes the string on one line, its control characters as escapes that can be read. */
export const escapeControls = (text: string): string => text.replace(controls, escapeControl)

function escapeControl(control: string): string {
  const code = control.charCodeAt(0).toString(16).padStart(4, '0')
  return shortNames[control] ?? `\\u${code}`
}

/** Longer than any shape, so that no part of a secret is left before a cut. */
const overlap = 640

/** Returns the string without secrets, cut to `length`; its end says how much was cut. */
export function cutRedacted(text: string, length: number): string {
  if (text.length <= length) return redactText(text)
  const clean = redactText(text.slice(0, length + overlap)).slice(0, length)
  return `${clean}... [${text.length - length} characters cut]`
}
