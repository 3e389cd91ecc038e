/** Markup in which every string of a caller is escaped. */
export class Html {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  toString(): string {
    return this.#text
  }
}

/** A value in a template: strings are escaped, and undefined and false are left out. */
export type Part = Html | string | number | false | undefined | readonly Part[]

/** Writes markup with values in it, escaped for text and for quoted attributes. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  let text = strings[0] ?? ''
  for (let at = 0; at < parts.length; at++) text += toMarkup(parts[at]) + (strings[at + 1] ?? '')
  return new Html(text)
}

/** Marks a string of this server as markup; never pass it a string of a caller. */
export const safe = (text: string): Html => new Html(text)

/** Writes one part, escaped. */
export const toHtml = (part: Part): Html => (part instanceof Html ? part : new Html(toMarkup(part)))

/** Writes parts with a separator between them. */
export const join = (parts: readonly Part[], separator: string): Html =>
  new Html(parts.map(toMarkup).join(toMarkup(separator)))

function toMarkup(part: Part): string {
  if (part === undefined || part === false) return ''
  if (typeof part === 'string') return escape(part)
  if (typeof part === 'number') return String(part)
  if (part instanceof Html) return part.toString()
  let text = ''
  for (const one of part) text += toMarkup(one)
  return text
}

/**
 * Characters that must be escaped, and those that could disguise a text: controls, bidirectional
 * overrides and isolates, halves of a surrogate pair.
 */
const special = /[&<>"'\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/gu
const written: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\t': '\t',
  '\n': '\n',
  '\r': '\r',
}

/** Most strings have no special character; testing first is several times as fast. */
const plain = /^[ !#-%(-;=?-~\u00A0-\u2029\u202F-\u2065\u206A-\uD7FF\uE000-\uFFFF]*$/

const escape = (text: string): string =>
  plain.test(text) ? text : text.replaceAll(special, escapeCharacter)

function escapeCharacter(character: string): string {
  const known = written[character]
  if (known !== undefined) return known
  return /\p{Cs}/u.test(character) ? '\uFFFD' : ''
}
