import { pad, widthOf, wrap } from '../render/width-of.ts'

/** A term and what it means. */
export type Definition = readonly [term: string, meaning: string]

const indent = '  '
const maxTermWidth = 40

/** Terms in one column, their meanings wrapped in the next; a long term has a line of its own. */
export function toDefinitions(definitions: readonly Definition[], room: number): string[] {
  const widths = definitions.map(([term]) => widthOf(term)).filter((width) => width <= maxTermWidth)
  const start = Math.max(0, ...widths) + indent.length
  return definitions.flatMap(([term, meaning]) => {
    const [first = '', ...others] = wrap(meaning, Math.max(20, room - start - indent.length))
    const further = others.map((line) => indent + ' '.repeat(start) + line)
    if (widthOf(term) < start || first === '')
      return [(indent + pad(term, start) + first).trimEnd(), ...further]
    return [indent + term, indent + ' '.repeat(start) + first, ...further]
  })
}

/** The lines of a text, each wrapped; empty ones part paragraphs. */
export function toParagraphs(text: string, room: number): string[] {
  if (text.trim() === '') return []
  return text
    .trim()
    .split('\n')
    .flatMap((line) => (line.trim() === '' ? [''] : wrap(line, room)))
}
