/** A value in a JSON text, from the first of its characters to after the last. */
export interface Slice {
  readonly start: number
  readonly end: number
}

/** A member of an object, or an item of an array, whose key is its index. */
export interface MemberSlice extends Slice {
  readonly key: string
}

const space = /[ \t\n\r]/

/**
 * Returns where the members of an object, or the items of an array, are in a text that is known to
 * be JSON. It looks one level deep, so a text of any size is read once.
 */
export function sliceJson(text: string, { start }: Slice): readonly MemberSlice[] {
  const isObject = text[start] === '{'
  const members: MemberSlice[] = []
  let at = skipSpace(text, start + 1)
  while (text[at] !== '}' && text[at] !== ']') {
    let key = String(members.length)
    if (isObject) {
      const keyEnd = endOfString(text, at)
      // The cast names what a key of JSON is.
      key = JSON.parse(text.slice(at, keyEnd)) as string
      at = skipSpace(text, skipSpace(text, keyEnd) + 1)
    }
    const end = endOfValue(text, at)
    members.push({ key, start: at, end })
    at = skipSpace(text, end)
    if (text[at] === ',') at = skipSpace(text, at + 1)
  }
  return members
}

/** Returns where the whole value of a text is: everything but the space around it. */
export function sliceOf(text: string): Slice {
  let end = text.length
  while (space.test(text.charAt(end - 1))) end--
  return { start: skipSpace(text, 0), end }
}

function skipSpace(text: string, from: number): number {
  let at = from
  while (space.test(text.charAt(at))) at++
  return at
}

/** The place after a string that begins at a quotation mark. */
function endOfString(text: string, start: number): number {
  let at = start + 1
  for (;;) {
    at = text.indexOf('"', at)
    if (!isEscaped(text, at)) return at + 1
    at++
  }
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0
  while (text[at - slashes - 1] === '\\') slashes++
  return slashes % 2 === 1
}

const quote = 0x22
const openBrace = 0x7b
const closeBrace = 0x7d
const openBracket = 0x5b
const closeBracket = 0x5d

/** Character codes, because a plan of ten thousand tasks has millions of characters. */
function endOfValue(text: string, start: number): number {
  const first = text.charCodeAt(start)
  if (first === quote) return endOfString(text, start)
  if (first !== openBrace && first !== openBracket) return endOfScalar(text, start)
  let depth = 0
  let at = start
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      at = endOfString(text, at)
      continue
    }
    at++
    if (code === openBrace || code === openBracket) depth++
    else if (code === closeBrace || code === closeBracket) {
      depth--
      if (depth === 0) return at
    }
  }
  return text.length
}

function endOfScalar(text: string, start: number): number {
  const end = /[,}\]\s]|$/g
  end.lastIndex = start
  return end.exec(text)?.index ?? text.length
}
