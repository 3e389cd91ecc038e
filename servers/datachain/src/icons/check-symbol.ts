import { Parser } from 'htmlparser2'
import {
  drawingElements,
  judgeAttribute,
  referredElements,
  tellingElements,
} from './symbol-grammar.ts'

/** One reason to refuse a symbol. */
export interface SymbolFault {
  readonly code: 'SYMBOL_MALFORMED_WRAPPER' | 'SYMBOL_ACTIVE_CONTENT'
  readonly message: string
  readonly hint: string
}

/** A symbol as it was read. */
export interface CheckedSymbol {
  readonly faults: readonly SymbolFault[]
  /** The drawing alone, written anew from what is allowed; empty where there are faults. */
  readonly body: string
}

const mostCharacters = 65_536
const mostFaults = 20

/** Reads a symbol and refuses whatever does more than draw in a 36 × 36 box, each reason named. */
export function checkSymbol(svg: string): CheckedSymbol {
  const reader = new SymbolReader()
  if (svg.length > mostCharacters)
    reader.malformed(`it has ${svg.length} characters`, `Keep it to ${mostCharacters}.`)
  else if (!svg.startsWith('<svg'))
    reader.malformed(
      'it does not begin with <svg',
      'Remove what comes first: a byte order mark, an XML declaration, a comment or white space.',
    )
  if (reader.faults.length > 0) return { faults: reader.faults, body: '' }
  const parser: Parser = new Parser(reader, { xmlMode: true, decodeEntities: true })
  reader.isAtEmptyTag = () => svg.startsWith('/>', parser.endIndex - 1)
  parser.write(svg)
  parser.end()
  return reader.end()
}

const shown = (text: string) => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text)
const escaped: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}
const escape = (value: string) =>
  value.replaceAll(/[&<>"]/g, (character) => escaped[character] ?? '')

/**
 * Takes the parser's events; what it writes never holds a byte that it did not choose, so no other
 * parser can read it differently.
 */
class SymbolReader {
  readonly faults: SymbolFault[] = []
  readonly #open: string[] = []
  readonly #ids = new Set<string>()
  readonly #references = new Set<string>()
  #body = ''
  #isClosed = false
  #hasBox = false
  #opened = 0
  /** Whether the parser stands at the end of a tag such as `<path/>`. */
  isAtEmptyTag = () => false

  end(): CheckedSymbol {
    if (!this.#hasBox) this.malformed('its viewBox is missing', 'Give <svg> viewBox="0 0 36 36".')
    for (const id of this.#references)
      if (!this.#ids.has(id))
        this.active(
          `it refers to ${shown(id)}, which it does not hold`,
          'Refer only to ids of this file.',
        )
    return { faults: this.faults, body: this.faults.length === 0 ? this.#body : '' }
  }

  malformed(what: string, hint: string): void {
    this.#add('SYMBOL_MALFORMED_WRAPPER', what, hint)
  }

  active(what: string, hint: string): void {
    this.#add('SYMBOL_ACTIVE_CONTENT', what, hint)
  }

  onopentag(name: string, attributes: Readonly<Record<string, string>>): void {
    const isRoot = this.#open.length === 0
    if (isRoot && this.#isClosed)
      this.malformed(
        `<${name.slice(0, 60)}> comes after the end of <svg>`,
        'Keep one <svg> in a file.',
      )
    if (!isRoot && name === 'svg') this.malformed('it holds an <svg> inside <svg>', 'Use <g>.')
    const isDrawing = drawingElements.has(name)
    if (!isDrawing && !tellingElements.has(name))
      this.active(
        `it holds <${name.slice(0, 60)}>`,
        `Draw only with ${[...drawingElements].slice(1).join(', ')}.`,
      )
    const kept = this.#attributes(name, attributes)
    if (isDrawing) this.#body += isRoot ? `<g${kept}>` : `<${name}${kept}>`
    this.#open.push(name)
    this.#opened = this.#open.length
  }

  onclosetag(name: string, isImplied: boolean): void {
    // The parser calls the end of an empty tag implied too; that one comes straight after its beginning.
    const isEmpty = this.#opened === this.#open.length && this.isAtEmptyTag()
    this.#opened = 0
    const last = this.#open.pop()
    if (isImplied && !isEmpty)
      this.malformed(`<${name.slice(0, 60)}> is never closed`, 'Close every element.')
    this.#isClosed = this.#open.length === 0
    if (drawingElements.has(name) && last === name)
      this.#body += this.#isClosed ? '</g>' : `</${name}>`
  }

  ontext(text: string): void {
    if (text.trim() !== '' && !tellingElements.has(this.#open.at(-1) ?? ''))
      this.active(`it holds the text ${shown(text.trim())}`, 'Draw letters as paths.')
  }

  onprocessinginstruction(name: string): void {
    this.active(
      `it holds the declaration <${name.slice(0, 60)}>`,
      'Remove it; entities and style sheets are refused.',
    )
  }

  oncdatastart(): void {
    this.active('it holds a CDATA section', 'Remove it.')
  }

  #attributes(element: string, attributes: Readonly<Record<string, string>>): string {
    let kept = ''
    for (const [name, value] of Object.entries(attributes)) {
      const judgement = judgeAttribute(element, name, value)
      if (judgement.kind === 'refused') {
        this.active(
          `<${element.slice(0, 60)}> has ${name.slice(0, 60)}=${shown(value)}`,
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
        `<${inside}> refers on to ${shown(id)}`,
        'Use one mask, clip path or gradient at a time.',
      )
  }

  #add(code: SymbolFault['code'], what: string, hint: string): void {
    if (this.faults.length < mostFaults)
      this.faults.push({ code, message: `The symbol is refused: ${what}.`, hint })
  }
}
