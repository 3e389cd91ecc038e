/**
 * What may come next; `item` and `key` may also be the end of the array or object that was just
 * opened.
 */
type Expected = 'value' | 'item' | 'key' | 'next key' | 'colon' | 'end'

/**
 * The index at which a string stops being JSON; undefined if it is JSON. Engines word and place
 * this differently, or not at all.
 */
export function findJsonBreak(text: string): number | undefined {
  const unescaped = String.raw`[ !#-[\]-\uffff]*`
  const escape = String.raw`\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})`
  const string = `"${unescaped}(?:${escape}${unescaped})*"`
  const number = String.raw`-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?`
  const token = new RegExp(String.raw`[{}[\],:]|${string}|${number}|true|false|null`, 'y')
  const spaces = /[\t\n\r ]*/y
  const open: string[] = []
  let expected: Expected = 'value'
  for (let at = skip(spaces, text, 0); ; at = skip(spaces, text, at)) {
    const isWhole = open.length === 0 && expected === 'end'
    if (at === text.length) return isWhole ? undefined : at
    const end = skip(token, text, at)
    if (end === at) return at
    const next = step(text.slice(at, end), expected, open)
    if (next === undefined) return at
    expected = next
    at = end
  }
}

/** The index after a match that starts at an index; the same index if there is none. */
function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  if (!pattern.test(text)) return at
  return pattern.lastIndex
}

/** What may come after a token; undefined for a token that may not be here. */
function step(token: string, expected: Expected, open: string[]): Expected | undefined {
  if (token === '}' || token === ']') return close(token, expected, open)
  if (token === ',') return afterComma(expected, open)
  if (token === ':' && expected === 'colon') return 'value'
  if (token.startsWith('"') && (expected === 'key' || expected === 'next key')) return 'colon'
  if (token === ':' || (expected !== 'value' && expected !== 'item')) return undefined
  if (token !== '{' && token !== '[') return 'end'
  open.push(token)
  if (token === '{') return 'key'
  return 'item'
}

function afterComma(expected: Expected, open: readonly string[]): Expected | undefined {
  if (expected !== 'end' || open.length === 0) return undefined
  if (open.at(-1) === '{') return 'next key'
  return 'value'
}

const pairs = {
  '}': { opening: '{', whenEmpty: 'key' },
  ']': { opening: '[', whenEmpty: 'item' },
} as const

function close(token: keyof typeof pairs, expected: Expected, open: string[]): 'end' | undefined {
  const { opening, whenEmpty } = pairs[token]
  if (expected !== 'end' && expected !== whenEmpty) return undefined
  if (open.pop() !== opening) return undefined
  return 'end'
}
