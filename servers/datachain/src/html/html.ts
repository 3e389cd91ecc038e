/** Markup in which everything that is not this server's own has been escaped. */
export class Html {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  toString(): string {
    return this.#text
  }
}

/** What can stand in a template: text is escaped, nothing is written for undefined and false. */
export type Part = Html | string | number | false | undefined | readonly Part[]

/** Markup with values in it, escaped for text and for quoted attributes. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  let text = strings[0] ?? ''
  for (let at = 0; at < parts.length; at++) text += toMarkup(parts[at]) + (strings[at + 1] ?? '')
  return new Html(text)
}

/** Marks a text of our own as markup; never pass it what someone else wrote. */
export const safe = (text: string): Html => new Html(text)

/** One part, escaped. */
export const toHtml = (part: Part): Html => (part instanceof Html ? part : new Html(toMarkup(part)))

/** Parts with a separator between them. */
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
 * Marks that have to be escaped, and characters that could disguise a text: controls, bidirectional
 * overrides and isolates, halves of a pair.
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

/** Text without any of those, which is most; asking first is several times as fast. */
const plain = /^[ !#-%(-;=?-~\u00A0-\u2029\u202F-\u2065\u206A-\uD7FF\uE000-\uFFFF]*$/

const escape = (text: string): string =>
  plain.test(text)
    ? text
    : text.replaceAll(
        special,
        (character) => written[character] ?? (/\p{Cs}/u.test(character) ? '\uFFFD' : ''),
      )
