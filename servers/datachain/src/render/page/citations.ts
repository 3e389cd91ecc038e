import { html, type Html, join } from '@toolaccord/pages'
import { toWebHref } from '../../html/to-href.ts'
import type { SourceRef } from '../../model/index.ts'
import type { Words } from '../words/words.ts'

interface Note {
  readonly number: number
  readonly content: Html
  readonly uses: { readonly anchor: string; readonly place: Html }[]
}

const mostQuoted = 120

function cut(quote: string): string {
  // Characters may have two units each.
  const characters = Array.from(quote.slice(0, 2 * mostQuoted + 2))
  if (characters.length <= mostQuoted) return quote
  return `${characters.slice(0, mostQuoted).join('')}…`
}

/** Numbers sources and quotes in the order of their first use, and links marks and notes. */
export class Citations {
  readonly #words: Words
  /** By the source itself; equal sources share a note by their content. */
  readonly #bySource = new Map<SourceRef, Note>()
  readonly #notes = new Map<string, Note>()
  #uses = 0

  constructor(words: Words) {
    this.#words = words
  }

  /** The mark of a source; it has the same number everywhere. */
  source(source: SourceRef, place: Html): Html {
    const { type, title, url, citation } = source
    const note =
      this.#bySource.get(source) ??
      this.#note(JSON.stringify([type, title, url, citation]), () => this.#describe(source))
    this.#bySource.set(source, note)
    return this.#mark(note, this.#words.source, place)
  }

  /** The mark of a quote; its note shows the beginning of the quote. */
  quote(quote: string, context: string | undefined, place: Html): Html {
    const [open, close] = this.#words.marks
    const start = cut(quote)
    const note = this.#note(
      JSON.stringify([quote, context]),
      () => html`<span class="kind">${this.#words.quote}</span> ${open}${start}${close}`,
    )
    return this.#mark(note, this.#words.quote, place)
  }

  /** The notes that were used so far; undefined if there are none. */
  notes(): Html | undefined {
    if (this.#notes.size === 0) return undefined
    const items = Array.from(this.#notes.values(), ({ number, content, uses }) => {
      const back = uses.map(({ anchor, place }) => html`<a href="#${anchor}">${place}</a>`)
      return html`
<li id="n${number}">${content} <span class="uses">${this.#words.usedIn}${this.#words.colon}${join(back, ', ')}</span></li>`
    })
    return html`<ol class="notes">${items}</ol>`
  }

  #describe({ type, title, url = '', citation }: SourceRef): Html {
    const href = toWebHref(url)
    let name = html`<cite>${title}</cite>`
    if (href !== undefined) name = html`<a href="${href}" rel="noopener noreferrer">${name}</a>`
    return html`<span class="kind">${this.#words.sourceTypes[type]}</span> ${name}${citation !== undefined && html`<span class="citation">${citation}</span>`}`
  }

  #note(key: string, content: () => Html): Note {
    const known = this.#notes.get(key)
    if (known !== undefined) return known
    const note = { number: this.#notes.size + 1, content: content(), uses: [] }
    this.#notes.set(key, note)
    return note
  }

  #mark({ number, uses }: Note, kind: string, place: Html): Html {
    this.#uses++
    const anchor = `r${this.#uses}`
    uses.push({ anchor, place })
    return html`<sup class="mark"><a id="${anchor}" href="#n${number}"><span class="unseen">${kind} </span>${number}</a></sup>`
  }
}
