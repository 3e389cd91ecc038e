/**
 * What may come next; `item` and `key` may also be the end of the list or object that was just
 * opened.
 */
type Expected = 'value' | 'item' | 'key' | 'next key' | 'colon' | 'end'

/**
 * Where a text stops being JSON, as an index; undefined when it is JSON. Engines word and place
 * this differently, or not at all.
 */
export function findJsonBreak(text: string): number | undefined {
  const string = String.raw`"[ !#-[\]-\uffff]*(?:\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})[ !#-[\]-\uffff]*)*"`
  const number = String.raw`-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?`
  const token = new RegExp(String.raw`[{}[\],:]|${string}|${number}|true|false|null`, 'y')
  const spaces = /[\t\n\r ]*/y
  const open: string[] = []
  let expected: Expected = 'value'
  for (let at = skip(spaces, text, 0); ; at = skip(spaces, text, at)) {
    if (at === text.length) return open.length === 0 && expected === 'end' ? undefined : at
    const end = skip(token, text, at)
    const next: Expected | undefined =
      end === at ? undefined : step(text.slice(at, end), expected, open)
    if (next === undefined) return at
    expected = next
    at = end
  }
}

/** The index after a match that starts at an index; the same index when there is none. */
function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}

/** What may come after a token; undefined for one that may not stand here. */
function step(token: string, expected: Expected, open: string[]): Expected | undefined {
  if (token === '}' || token === ']') return close(token, expected, open)
  if (token === ',')
    return expected !== 'end' || open.length === 0
      ? undefined
      : open.at(-1) === '{'
        ? 'next key'
        : 'value'
  if (token === ':') return expected === 'colon' ? 'value' : undefined
  if (expected === 'key' || expected === 'next key')
    return token.startsWith('"') ? 'colon' : undefined
  if (expected !== 'value' && expected !== 'item') return undefined
  if (token !== '{' && token !== '[') return 'end'
  open.push(token)
  return token === '{' ? 'key' : 'item'
}

function close(token: string, expected: Expected, open: string[]): Expected | undefined {
  const fits = expected === 'end' || expected === (token === '}' ? 'key' : 'item')
  return fits && open.pop() === (token === '}' ? '{' : '[') ? 'end' : undefined
}
