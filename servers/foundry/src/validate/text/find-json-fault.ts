/** Why a text is not JSON, and from which character on. */
export interface JsonFault {
  readonly offset: number
  readonly message: string
}

/** What may come next. */
type Awaited = 'value' | 'value or ]' | 'key' | 'key or }' | 'colon' | 'comma' | 'end'

type Bracket = '{' | '['

/** How far a text was read. */
interface Scan {
  readonly text: string
  /** Arrays and objects that are not closed yet. */
  readonly open: Bracket[]
  at: number
  awaited: Awaited
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
  const scan: Scan = { text, open: [], at: 0, awaited: 'value' }
  for (;;) {
    scan.at = matchAt(space, text, scan.at)
    if (scan.at === text.length) return scan.awaited === 'end' ? undefined : cutOff(scan)
    const fault = takeToken(scan)
    if (fault !== undefined) return fault
  }
}

/** Reads one string, number, word or sign. */
function takeToken(scan: Scan): JsonFault | undefined {
  const { text, at, awaited } = scan
  const isValue = awaited.startsWith('value')
  if (text[at] === '"' && (isValue || awaited.startsWith('key'))) return takeString(scan)
  const end = isValue ? matchAt(scalar, text, at) : at
  if (end > at) {
    scan.at = end
    scan.awaited = afterValue(scan)
    return undefined
  }
  const next = afterSign(scan)
  if (next === undefined) return unexpected(scan)
  scan.at++
  scan.awaited = next
  return undefined
}

const afterValue = ({ open }: Scan): Awaited => (open.length === 0 ? 'end' : 'comma')

/** What may come after a sign; undefined if the sign itself may not come. */
function afterSign(scan: Scan): Awaited | undefined {
  const { text, at, open, awaited } = scan
  const sign = text[at]
  const isInObject = open.at(-1) === '{'
  if ((sign === '{' || sign === '[') && awaited.startsWith('value')) {
    open.push(sign)
    return sign === '{' ? 'key or }' : 'value or ]'
  }
  const mayClose = awaited === 'comma' || awaited.includes(' or ')
  if (mayClose && sign === (isInObject ? '}' : ']')) {
    open.pop()
    return afterValue(scan)
  }
  if (awaited === 'comma' && sign === ',') return isInObject ? 'key' : 'value'
  return awaited === 'colon' && sign === ':' ? 'value' : undefined
}

/** The place after what a pattern matches, or the same place if it does not match. */
function matchAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}

function cutOff({ open, at: offset }: Scan): JsonFault {
  if (offset === 0) return { offset, message: 'the file is empty' }
  const kind = open.at(-1) === '[' ? 'an array' : 'an object'
  return { offset, message: `the file ends inside ${kind}: it seems to be cut off` }
}

function unexpected({ text, at: offset, awaited, open }: Scan): JsonFault {
  if (offset === 0 && text.startsWith('\uFEFF')) {
    return { offset, message: 'the file begins with a byte order mark; save it without' }
  }
  let accepted = words[awaited]
  if (awaited === 'comma') accepted += open.at(-1) === '{' ? " or '}'" : " or ']'"
  const token = /^(?:[\w.+-]+|[^])/u.exec(text.slice(offset, offset + 20))?.[0] ?? ''
  return { offset, message: `expected ${accepted}, and found ${JSON.stringify(token)}` }
}

const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y

/** Reads a string, which is a key or a value. */
function takeString(scan: Scan): JsonFault | undefined {
  const { text, at: start } = scan
  for (let at = start + 1; ;) {
    const unit = text[at]
    if (unit === undefined) {
      return { offset: start, message: 'the string that begins here does not end' }
    }
    if (unit === '"') {
      scan.at = at + 1
      scan.awaited = scan.awaited.startsWith('key') ? 'colon' : afterValue(scan)
      return undefined
    }
    if (unit < ' ') {
      const name = unit === '\n' || unit === '\r' ? 'a line break' : 'a control character'
      return { offset: at, message: `${name} inside a string; it must be escaped, as in \\n` }
    }
    const end = unit === '\\' ? matchAt(escape, text, at) : at + 1
    if (end === at) return { offset: at, message: 'this escape is not known to JSON' }
    at = end
  }
}
