/** Why a text is not JSON, and from which character on. */
export interface JsonFault {
  readonly offset: number
  readonly message: string
}

/** What may come next. */
type Awaited = 'value' | 'value or ]' | 'key' | 'key or }' | 'colon' | 'comma' | 'end'

/** An array or object that is not closed yet. */
interface Open {
  readonly bracket: '{' | '['
  readonly start: number
}

const words: Readonly<Record<Awaited, string>> = {
  value: 'a value',
  'value or ]': "a value or ']'",
  key: 'a key in double quotation marks',
  'key or }': "a key in double quotation marks or '}'",
  colon: "':' after the key",
  comma: "','",
  end: 'nothing more',
}

const space = /[ \t\n\r]*/y
const scalar = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y

/** Returns the first fault of a text, or undefined if it is JSON. It needs no stack. */
export function findJsonFault(text: string): JsonFault | undefined {
  const open: Open[] = []
  let awaited: Awaited = 'value'
  let at = 0
  for (;;) {
    at = matchAt(space, text, at)
    const found = text[at]
    if (found === undefined) return awaited === 'end' ? undefined : cutOff(open, at)
    const inner = open.at(-1)
    const isClosing = found === (inner?.bracket === '{' ? '}' : ']') && inner !== undefined
    if (isClosing && (awaited === 'comma' || awaited.includes(' or '))) {
      open.pop()
      awaited = afterValue(open)
      at++
    } else if (awaited === 'comma' && found === ',') {
      awaited = inner?.bracket === '{' ? 'key' : 'value'
      at++
    } else if (awaited === 'colon' && found === ':') {
      awaited = 'value'
      at++
    } else if (awaited.startsWith('key') && found === '"') {
      const fault = faultOfString(text, at)
      if (fault !== undefined) return fault
      at = endOfString(text, at)
      awaited = 'colon'
    } else if (awaited.startsWith('value') && (found === '{' || found === '[')) {
      open.push({ bracket: found, start: at })
      awaited = found === '{' ? 'key or }' : 'value or ]'
      at++
    } else if (awaited.startsWith('value') && found === '"') {
      const fault = faultOfString(text, at)
      if (fault !== undefined) return fault
      at = endOfString(text, at)
      awaited = afterValue(open)
    } else {
      const end = awaited.startsWith('value') ? matchAt(scalar, text, at) : at
      if (end === at) return unexpected(text, at, awaited, inner)
      at = end
      awaited = afterValue(open)
    }
  }
}

const afterValue = (open: readonly Open[]): Awaited => (open.length === 0 ? 'end' : 'comma')

/** The place after what a pattern matches, or the same place if it does not match. */
function matchAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}

function cutOff(open: readonly Open[], offset: number): JsonFault {
  if (offset === 0) return { offset, message: 'the file is empty' }
  const kind = open.at(-1)?.bracket === '[' ? 'an array' : 'an object'
  return { offset, message: `the file ends inside ${kind}: it seems to be cut off` }
}

function unexpected(
  text: string,
  offset: number,
  awaited: Awaited,
  inner: Open | undefined,
): JsonFault {
  if (offset === 0 && text.startsWith('\uFEFF')) {
    return { offset, message: 'the file begins with a byte order mark; save it without' }
  }
  let accepted = words[awaited]
  if (awaited === 'comma') accepted += inner?.bracket === '{' ? " or '}'" : " or ']'"
  const found = /[\w.+-]+|[^]/uy
  found.lastIndex = offset
  const token = found.exec(text)?.[0].slice(0, 20) ?? ''
  return { offset, message: `expected ${accepted}, and found ${JSON.stringify(token)}` }
}

/** The place after a string that has no fault. */
function endOfString(text: string, start: number): number {
  let at = start + 1
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at + 1
}

const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y

function faultOfString(text: string, start: number): JsonFault | undefined {
  let at = start + 1
  for (;;) {
    const unit = text[at]
    if (unit === undefined) {
      return { offset: start, message: 'the string that begins here does not end' }
    }
    if (unit === '"') return undefined
    if (unit < ' ') {
      const name = unit === '\n' || unit === '\r' ? 'a line break' : 'a control character'
      return { offset: at, message: `${name} inside a string; it must be escaped, as in \\n` }
    }
    const end = unit === '\\' ? matchAt(escape, text, at) : at + 1
    if (end === at) return { offset: at, message: 'this escape is not known to JSON' }
    at = end
  }
}
