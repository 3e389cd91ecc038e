import type { TokenizerCallbacks } from 'htmlparser2'
import type { Pace } from '../pace/create-pace.ts'
import { DigestError } from '../pace/digest-error.ts'

const names = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** Elements without text of the document. */
const skipped = names('head script style nav template noscript svg iframe object title')
const blocks = names(
  'address article aside blockquote body center dd details dialog div dl dt fieldset ' +
    'figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr html legend li main menu nav ol ' +
    'option p pre section summary table tbody tfoot thead tr ul',
)
const cells = names('td th caption')
const inHead = names('head title meta link style script base noscript template')
/** Elements that end a navigation which is never closed, so that it does not swallow the page. */
const afterNav = names('main article')

/** How HTML is read. */
export interface HtmlOptions {
  /** True if `<x/>` closes itself, as in XHTML. */
  readonly selfClosing?: boolean | undefined
  /** Awaited between slices of the page. Default: the page is read at once. */
  readonly pace?: Pace | undefined
}

/** How many characters are read between two steps: a few milliseconds of work. */
const sliceLength = 65_536

/**
 * Returns the text of a page with an empty line between blocks, not yet canonical. It reads tokens
 * and keeps counters instead of a tree, so that depth costs nothing.
 */
export async function toHtmlText(
  html: string,
  { selfClosing = false, pace }: HtmlOptions = {},
): Promise<string> {
  const { Tokenizer } = await loadParser()
  const reader = new HtmlReader(html, selfClosing)
  const options = { decodeEntities: true, recognizeSelfClosing: selfClosing }
  const tokenizer = new Tokenizer(options, reader)
  for (let start = 0; start < html.length; start += sliceLength) {
    await pace?.()
    tokenizer.write(html.slice(start, start + sliceLength))
  }
  tokenizer.end()
  return reader.text()
}

async function loadParser() {
  try {
    return await import('htmlparser2')
  } catch (cause) {
    throw new DigestError('unavailable', 'Reading HTML needs the package htmlparser2.', { cause })
  }
}

class HtmlReader implements TokenizerCallbacks {
  readonly #html: string
  readonly #selfClosing: boolean
  readonly #parts: string[] = []
  #tag = ''
  /** The outermost element that is left out; empty if there is none. */
  #skipping = ''
  #skipDepth = 0
  #preDepth = 0
  /** The end of the last token, or just before it; a tag after it that never ends is text. */
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
    const unfinished = /<[a-z][^]*/i.exec(this.#html.slice(this.#done))
    if (unfinished !== null) this.#add(unfinished[0])
  }

  onprocessinginstruction(): void {}
  oncdata(): void {}
  onattribname(): void {}
  onattribdata(): void {}
  onattribentity(): void {}
  onattribend(): void {}

  #open(tag: string): void {
    if (this.#skipping !== '') this.#openSkipped(tag)
    if (this.#skipping !== '') return
    if (skipped.has(tag)) {
      this.#skipping = tag
      this.#skipDepth = 1
    }
    if (tag === 'pre') this.#preDepth++
    this.#break(tag)
  }

  /** Counts a nested element of the same name, or ends what is left out before its end tag. */
  #openSkipped(tag: string): void {
    if (tag === this.#skipping) {
      this.#skipDepth++
      return
    }
    const endsHead = this.#skipping === 'head' && !inHead.has(tag)
    const endsNav = this.#skipping === 'nav' && afterNav.has(tag)
    if (endsHead || endsNav) this.#skipping = ''
  }

  #close(tag: string): void {
    if (tag === this.#skipping) {
      this.#skipDepth--
      if (this.#skipDepth === 0) this.#skipping = ''
    }
    if (this.#skipping !== '') return
    if (tag === 'pre' && this.#preDepth > 0) this.#preDepth--
    if (tag !== 'br') this.#break(tag)
  }

  #break(tag: string): void {
    if (blocks.has(tag)) this.#parts.push('\n\n')
    else if (tag === 'br') this.#parts.push('\n')
    else if (cells.has(tag)) this.#parts.push(' ')
  }

  #add(text: string): void {
    if (this.#skipping !== '') return
    if (this.#preDepth > 0) this.#parts.push(text)
    else this.#parts.push(text.replace(/[\t\n\f\r]+/g, ' '))
  }
}
