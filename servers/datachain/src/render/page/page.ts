import { html, type Html, type Part, toHtml } from '../../html/html.ts'
import type { Icons } from '../../icons/create-icons.ts'
import { type IconColours, toContextColours } from '../../icons/icon-colours.ts'
import type { ContextValue, LocalizedText, SourceRef } from '../../model/index.ts'
import { pickText } from '../../texts/pick-text.ts'
import { type Words, wordsIn } from '../words/words-in.ts'
import { Citations } from './citations.ts'

/** Far more than a document that is written by hand. */
const mostCharacters = 4_194_304

/** Thrown where a datachain repeats so much that its document would be too large. */
export class DocumentTooLargeError extends Error {
  constructor() {
    super(
      `The document would have more than ${mostCharacters} characters. Use shorter texts, or place fewer elements.`,
    )
    this.name = 'DocumentTooLargeError'
  }
}

const rightToLeft = new Set(['ar', 'ckb', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi'])

/** What every part of one document shares: its language, its icons, its numbered notes. */
export class Page {
  readonly locale: string
  readonly words: Words
  readonly icons: Icons
  readonly citations: Citations
  readonly #colours = new Map<ContextValue, IconColours>()
  #written = 0

  constructor(locale: string, icons: Icons) {
    this.locale = locale
    this.words = wordsIn(locale)
    this.icons = icons
    this.citations = new Citations(this.words)
  }

  /**
   * A text in the language of the document, or in the next best one, which is then marked;
   * undefined where there is none.
   */
  text(texts: LocalizedText): Html | undefined {
    const picked = this.pick(texts)
    return picked && this.marked(picked.locale, picked.value)
  }

  /** The same, before it is markup. */
  pick(texts: LocalizedText): LocalizedText[number] | undefined {
    const picked = pickText(texts, this.locale)
    if (picked === undefined || picked.value === '') return undefined
    this.count(picked.value.length)
    return picked
  }

  /**
   * Counts what may be written more often than it is given, so that a small datachain cannot become
   * an endless document.
   */
  count(characters: number): void {
    // A text also costs the markup around it, about as much as this.
    this.#written += characters + 50
    if (this.#written > mostCharacters) throw new DocumentTooLargeError()
  }

  /** Content in a language, marked where that is not the document's. */
  marked(locale: string, content: Part): Html {
    const attributes = this.languageOf(locale)
    return attributes === undefined ? toHtml(content) : html`<span${attributes}>${content}</span>`
  }

  /** The attributes that mark a language, or undefined where it is the document's. */
  languageOf(locale: string): Html | undefined {
    if (locale === this.words.lang) return undefined
    const isRightToLeft = rightToLeft.has((locale.split('-')[0] ?? '').toLowerCase())
    return html` lang="${locale}"${isRightToLeft && html` dir="rtl"`}`
  }

  /** The colours of a context value, worked out once; undefined where it has none. */
  coloursOf(value: ContextValue | undefined): IconColours | undefined {
    if (value === undefined) return undefined
    const known = this.#colours.get(value)
    if (known !== undefined) return known
    const colours = toContextColours(value.color)
    if (colours !== undefined) this.#colours.set(value, colours)
    return colours
  }

  /** The marks of some sources, as used in a place with a name. */
  cite(sources: readonly SourceRef[], place: Html): readonly Html[] {
    return sources.length === 0
      ? []
      : sources.map((source) => {
          this.count(place.toString().length)
          return this.citations.source(source, place)
        })
  }

  /** A day in the words of the document; the same on every machine. */
  day(timestamp: string): Html {
    const [year, month, day] = timestamp.slice(0, 10).split('-')
    return html`<time datetime="${timestamp}">${Number(day)} ${this.words.months[Number(month) - 1]} ${year}</time>`
  }
}
