import { isSecretHeader, isSecretKey } from './secret-key.ts'

/** What stands in the place of a secret. */
export const redacted = '[redacted]'

/** A secret that shows by its form. */
interface Shape {
  /** What a text must hold for the rest to be worth a look. */
  readonly head: string
  /**
   * Begins with fixed text and ends with its only open run, so it cannot backtrack far and is
   * linear.
   */
  readonly form: RegExp
  readonly instead: string
}

const shapes: readonly Shape[] = [
  {
    head: '-----BEGIN ',
    // A key without an end goes on to the end of the text.
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
    form: /\b([Bb]earer|BEARER) {1,4}(?!(?:tokens?|auth|authentication|authorization|scheme)(?![\w.~+/=-]))[^\s"',;\\]+/g,
    instead: `$1 ${redacted}`,
  },
  {
    head: '[Bb]asic |BASIC ',
    // Base64 of a name and a password is never a word in lower case.
    form: /\b([Bb]asic|BASIC) {1,4}(?=[a-z]{0,256}[A-Z0-9+/=_-])[\w+/-]{8,}={0,2}/g,
    instead: `$1 ${redacted}`,
  },
]

/** Most texts hold none of this, and one look is cheaper than one for each shape. */
const anyHead = new RegExp(shapes.map(({ head }) => head).join('|'))

/** Looked into by hand, because a search from every `eyJ` would be quadratic. */
const dottedRun = /[\w.-]{16,}/g

/**
 * A name with what assigns to it, or a long flag. Quotes may be escaped and coloured, as they are
 * in printed objects.
 */
const assignment =
  // oxlint-disable-next-line no-control-regex -- a colour may stand before a value
  /(?<![\w-])(?:((?:(?:api|access|private|secret|signing|encryption) )?[\w-]+)\\{0,4}["']?[ \t]{0,4}[:=]{1,2}>?[ \t]{0,4}(?:\u001b\[[\d;]{0,12}m)?|(--[\w-]+) {1,4})/gi
const assigns = /[:=]|--/

/** The text without what looks like a secret, in time linear in its length. */
export function redactText(text: string): string {
  let clean = text
  if (anyHead.test(text))
    for (const { form, instead } of shapes) clean = clean.replace(form, instead)
  if (clean.includes('eyJ')) clean = clean.replace(dottedRun, redactWebToken)
  return assigns.test(clean) ? redactAssigned(clean) : clean
}

function redactWebToken(run: string): string {
  const start = run.indexOf('eyJ')
  return start === -1 || run.indexOf('.', start) === -1 ? run : `${run.slice(0, start)}${redacted}`
}

function redactAssigned(text: string): string {
  let clean = ''
  let from = 0
  for (const { 0: assigning, 1: name, 2: flag = '', index } of text.matchAll(assignment)) {
    const start = index + assigning.length
    const key = name ?? flag
    if (index < from || !isSecretKey(key, '')) continue
    const end =
      endOfValue(text, start) ??
      (isSecretHeader(key) ? endOfLine(text, start, text[index - 1]) : endOfWord(text, start))
    const value = text.slice(start, end)
    if (end === start || !isSecretKey(key, /^\d+\W*$/.test(value) ? 0 : value)) continue
    clean += text.slice(from, start) + redacted
    from = end
  }
  return clean + text.slice(from)
}

/** Where a value ends that says so itself: quoted, an object or a list. */
function endOfValue(text: string, start: number): number | undefined {
  const quote = matchAt(/\\{0,4}["'`]/y, text, start)
  if (quote.length === 1) return endOfQuoted(text, start + 1, quote)
  if (quote !== '') return endAfter(text, quote, start + quote.length)
  return text[start] === '{' || text[start] === '[' ? endOfBrackets(text, start) : undefined
}

const endOfWord = (text: string, start: number) =>
  start + matchAt(/[^\s"'&;]+/y, text, start).length

/** A header is its whole line, or as much of it as stands in the quotes that it began in. */
function endOfLine(text: string, start: number, before: string | undefined): number {
  const line = before === '"' ? /[^\r\n"]+/y : before === "'" ? /[^\r\n']+/y : /[^\r\n]+/y
  return start + matchAt(line, text, start).length
}

function endAfter(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from)
  return at === -1 ? text.length : at + mark.length
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

/** Everything that ends a line, drives a terminal or turns the direction of text. */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const controls = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g
const shortNames: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** The text on one line, its control characters as escapes that can be read. */
export const escapeControls = (text: string): string =>
  text.replace(
    controls,
    (control) => shortNames[control] ?? `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** Longer than any shape needs to be recognised, so that no part of a secret is left before a cut. */
const overlap = 640

/** At most so many characters of a text, without secrets; tells how many were cut. */
export function cutRedacted(text: string, length: number): string {
  if (text.length <= length) return redactText(text)
  const clean = redactText(text.slice(0, length + overlap)).slice(0, length)
  return `${clean}... [${text.length - length} characters cut]`
}
