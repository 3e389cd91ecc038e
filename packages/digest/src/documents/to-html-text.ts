import type { TokenizerCallbacks } from 'htmlparser2'

const names = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** Elements that hold no text of the document. */
const skipped = names('head script style nav template noscript svg iframe object title')
const blocks = names(
  'address article aside blockquote body center dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr html legend li main menu ol option p pre ' +
    'section summary table tbody tfoot thead tr ul',
)
const cells = names('td th caption')
const inHead = names('head title meta link style script base noscript template')
/** What cannot stand in navigation, so that one that is never closed does not swallow the page. */
const afterNav = names('main article')

export interface HtmlOptions {
  /** Whether `<x/>` closes itself, as in XHTML. */
  readonly selfClosing?: boolean
}

/**
 * The text of a page, blocks apart by an empty line; to be made canonical by the caller. It works
 * on tokens and keeps counters instead of a tree, so that depth costs nothing.
 */
export async function toHtmlText(
  html: string,
  { selfClosing = false }: HtmlOptions = {},
): Promise<string> {
  const { Tokenizer } = await import('htmlparser2')
  const reader = new HtmlReader(html, selfClosing)
  const tokenizer = new Tokenizer(
    { decodeEntities: true, recognizeSelfClosing: selfClosing },
    reader,
  )
  tokenizer.write(html)
  tokenizer.end()
  return reader.text()
}

class HtmlReader implements TokenizerCallbacks {
  readonly #html: string
  readonly #selfClosing: boolean
  readonly #parts: string[] = []
  #tag = ''
  #skipping = ''
  #skipDepth = 0
  #preDepth = 0
  /** Where the last token ended, or just before; a tag after it that never ends is text. */
  #done = 0

  constructor(html: string, selfClosing: boolean) {
    this.#html = html
    this.#selfClosing = selfClosing
  }

  text(): string {
    return this.#parts.join('')
  }

  ontext(start: number, end: number): void {
    this.#done = end
    this.#add(this.#html.slice(start, end))
  }

  ontextentity(codePoint: number, end: number): void {
    this.#done = end
    this.#add(String.fromCodePoint(codePoint))
  }

  onopentagname(start: number, end: number): void {
    this.#tag = this.#html.slice(start, end).toLowerCase()
  }

  onopentagend(end: number): void {
    this.#done = end
    this.#open(this.#tag)
  }

  onselfclosingtag(end: number): void {
    this.onopentagend(end)
    if (this.#selfClosing || this.#tag === 'svg') this.#close(this.#tag)
  }

  onclosetag(start: number, end: number): void {
    this.#done = end
    this.#close(this.#html.slice(start, end).toLowerCase())
  }

  oncomment(_: number, end: number): void {
    this.#done = end
  }

  ondeclaration(_: number, end: number): void {
    this.#done = end
  }

  onend(): void {
    this.#add(/<[a-z][^]*/i.exec(this.#html.slice(this.#done))?.[0] ?? '')
  }

  onprocessinginstruction(): void {}
  oncdata(): void {}
  onattribname(): void {}
  onattribdata(): void {}
  onattribentity(): void {}
  onattribend(): void {}

  #open(tag: string): void {
    if (this.#skipping !== '') {
      if (tag === this.#skipping) this.#skipDepth++
      else if (
        (this.#skipping === 'head' && !inHead.has(tag)) ||
        (this.#skipping === 'nav' && afterNav.has(tag))
      )
        this.#skipping = ''
    }
    if (this.#skipping !== '') return
    if (skipped.has(tag)) {
      this.#skipping = tag
      this.#skipDepth = 1
    }
    if (tag === 'pre') this.#preDepth++
    this.#break(tag)
  }

  #close(tag: string): void {
    if (tag === this.#skipping && --this.#skipDepth === 0) this.#skipping = ''
    if (this.#skipping !== '') return
    if (tag === 'pre' && this.#preDepth > 0) this.#preDepth--
    if (tag !== 'br') this.#break(tag)
  }

  #break(tag: string): void {
    if (blocks.has(tag) || tag === 'nav') this.#parts.push('\n\n')
    else if (tag === 'br') this.#parts.push('\n')
    else if (cells.has(tag)) this.#parts.push(' ')
  }

  #add(text: string): void {
    if (this.#skipping === '')
      this.#parts.push(this.#preDepth > 0 ? text : text.replace(/[\t\n\f\r]+/g, ' '))
  }
}
