import { html, type Html, type Part, toHtml } from '@toolaccord/pages'
import type { Icons } from '../../icons/create-icons.ts'
import { type IconColours, toContextColours } from '../../icons/icon-colours.ts'
import type { ContextValue, LocalizedText, SourceRef } from '../../model/index.ts'
import { pickText } from '../../texts/pick-text.ts'
import { wordsIn } from '../words/words-in.ts'
import type { Words } from '../words/words.ts'
import { Citations } from './citations.ts'

/** Far more than a document that is written by hand. */
const mostCharacters = 4_194_304

/** Thrown if a datachain repeats so much that its document would be too large. */
export class DocumentTooLargeError extends Error {
  constructor() {
    super(
      `The document would have more than ${mostCharacters} characters. ` +
        'Use shorter texts, or place fewer elements.',
    )
    this.name = 'DocumentTooLargeError'
  }
}

const rightToLeft = new Set(['ar', 'ckb', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi'])

/** Shared by every part of one document: its language, its icons, its numbered notes. */
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

  /** A text in the document's language, or marked in the next best one; undefined without texts. */
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
   * Counts characters that may be written more often than they are given, so that a small datachain
   * cannot become a huge document. Throws a DocumentTooLargeError if there are too many.
   */
  count(characters: number): void {
    // The markup around a text is about as long as this.
    this.#written += characters + 50
    if (this.#written > mostCharacters) throw new DocumentTooLargeError()
  }

  /** Content in a language, marked if that is not the document's. */
  marked(locale: string, content: Part): Html {
    const attributes = this.languageOf(locale)
    return attributes === undefined ? toHtml(content) : html`<span${attributes}>${content}</span>`
  }

  /** The attributes that mark a language; undefined if it is the document's. */
  languageOf(locale: string): Html | undefined {
    if (locale === this.words.lang) return undefined
    const [language = ''] = locale.split('-')
    const isRightToLeft = rightToLeft.has(language.toLowerCase())
    return html` lang="${locale}"${isRightToLeft && html` dir="rtl"`}`
  }

  /** The colours of a context value, computed once; undefined if it has none. */
  coloursOf(value: ContextValue | undefined): IconColours | undefined {
    if (value === undefined) return undefined
    const known = this.#colours.get(value)
    if (known !== undefined) return known
    const colours = toContextColours(value.color)
    if (colours !== undefined) this.#colours.set(value, colours)
    return colours
  }

  /** The marks of some sources that are cited in a place; the place is shown in their notes. */
  cite(sources: readonly SourceRef[], place: Html): readonly Html[] {
    if (sources.length === 0) return []
    const { length } = place.toString()
    return sources.map((source) => {
      this.count(length)
      return this.citations.source(source, place)
    })
  }

  /** A day in the words of the document; the same on every machine. */
  day(timestamp: string): Html {
    const [year, month, day] = timestamp.slice(0, 10).split('-')
    const name = this.words.months[Number(month) - 1]
    return html`<time datetime="${timestamp}">${Number(day)} ${name} ${year}</time>`
  }
}
