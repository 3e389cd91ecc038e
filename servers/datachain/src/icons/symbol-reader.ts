import { describingElements, drawingElements, referredElements } from './drawing-elements.ts'
import { judgeAttribute } from './judge-attribute.ts'

/** One reason to refuse a symbol. */
export interface SymbolFault {
  readonly code: 'SYMBOL_MALFORMED_WRAPPER' | 'SYMBOL_ACTIVE_CONTENT'
  readonly message: string
  readonly hint: string
}

/** A symbol as it was read. */
export interface CheckedSymbol {
  readonly faults: readonly SymbolFault[]
  /** The drawing alone, written anew from what is allowed; empty if there are faults. */
  readonly body: string
}

const mostFaults = 20

const cut = (text: string) => text.slice(0, 60)
const shown = (text: string) => JSON.stringify(text.length > 60 ? `${cut(text)}…` : text)

const escaped: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}
const escape = (value: string) =>
  value.replaceAll(/[&<>"]/g, (character) => escaped[character] ?? '')

/**
 * Takes the events of a parser and writes the drawing anew. It writes only bytes that it chose
 * itself, so no other parser can read the result differently.
 */
export class SymbolReader {
  readonly faults: SymbolFault[] = []
  readonly #open: string[] = []
  readonly #ids = new Set<string>()
  readonly #references = new Set<string>()
  #body = ''
  #isClosed = false
  #hasBox = false
  #opened = 0
  /** True if the parser is at the end of a tag such as `<path/>`. */
  isAtEmptyTag = () => false

  /** Checks what can only be checked at the end, and returns the symbol. */
  end(): CheckedSymbol {
    if (!this.#hasBox) this.malformed('its viewBox is missing', 'Give <svg> viewBox="0 0 36 36".')
    for (const id of this.#references)
      if (!this.#ids.has(id))
        this.active(
          `it refers to ${shown(id)}, which it does not contain`,
          'Refer only to ids of this file.',
        )
    return { faults: this.faults, body: this.faults.length === 0 ? this.#body : '' }
  }

  /** Adds a fault of the file as a whole. */
  malformed(what: string, hint: string): void {
    this.#add('SYMBOL_MALFORMED_WRAPPER', what, hint)
  }

  /** Adds a fault of content that could do more than draw. */
  active(what: string, hint: string): void {
    this.#add('SYMBOL_ACTIVE_CONTENT', what, hint)
  }

  onopentag(name: string, attributes: Readonly<Record<string, string>>): void {
    const isRoot = this.#open.length === 0
    this.#checkElement(name, isRoot)
    const kept = this.#attributes(name, attributes)
    // The root becomes a group, because the icon has an <svg> of its own.
    if (drawingElements.has(name)) this.#body += `<${isRoot ? 'g' : name}${kept}>`
    this.#open.push(name)
    this.#opened = this.#open.length
  }

  onclosetag(name: string, isImplied: boolean): void {
    // The parser also calls the end of an empty tag implied; that end follows its start.
    const isEmpty = this.#opened === this.#open.length && this.isAtEmptyTag()
    this.#opened = 0
    const last = this.#open.pop()
    if (isImplied && !isEmpty)
      this.malformed(`<${cut(name)}> is never closed`, 'Close every element.')
    this.#isClosed = this.#open.length === 0
    if (drawingElements.has(name) && last === name)
      this.#body += `</${this.#isClosed ? 'g' : name}>`
  }

  ontext(text: string): void {
    if (text.trim() !== '' && !describingElements.has(this.#open.at(-1) ?? ''))
      this.active(`it contains the text ${shown(text.trim())}`, 'Draw letters as paths.')
  }

  onprocessinginstruction(name: string): void {
    this.active(
      `it contains the declaration <${cut(name)}>`,
      'Remove it; entities and style sheets are refused.',
    )
  }

  oncdatastart(): void {
    this.active('it contains a CDATA section', 'Remove it.')
  }

  #checkElement(name: string, isRoot: boolean): void {
    if (isRoot && this.#isClosed)
      this.malformed(`<${cut(name)}> comes after the end of <svg>`, 'Keep one <svg> in a file.')
    if (!isRoot && name === 'svg') this.malformed('it contains an <svg> inside <svg>', 'Use <g>.')
    if (drawingElements.has(name) || describingElements.has(name)) return
    const allowed = [...drawingElements].slice(1).join(', ')
    this.active(`it contains <${cut(name)}>`, `Draw only with ${allowed}.`)
  }

  #attributes(element: string, attributes: Readonly<Record<string, string>>): string {
    let kept = ''
    for (const [name, value] of Object.entries(attributes)) {
      const judgement = judgeAttribute(element, name, value)
      if (judgement.kind === 'refused') {
        this.active(
          `<${cut(element)}> has ${cut(name)}=${shown(value)}`,
          'Keep to plain geometry, colours and url(#id), without style, href or events.',
        )
      }
      if (judgement.kind === 'left_out' && name === 'viewBox') this.#hasBox = true
      if (judgement.kind !== 'kept') continue
      if (name === 'id') this.#ids.add(value)
      if (judgement.refersTo !== undefined) this.#refer(judgement.refersTo)
      kept += ` ${name}="${escape(judgement.value)}"`
    }
    return kept
  }

  #refer(id: string): void {
    this.#references.add(id)
    const inside = this.#open.find((name) => referredElements.has(name))
    if (inside !== undefined)
      this.active(
        `<${inside}> contains a reference to ${shown(id)}`,
        'Use one mask, clip path or gradient at a time.',
      )
  }

  #add(code: SymbolFault['code'], what: string, hint: string): void {
    if (this.faults.length < mostFaults)
      this.faults.push({ code, message: `The symbol is refused: ${what}.`, hint })
  }
}
