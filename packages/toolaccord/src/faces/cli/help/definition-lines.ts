import { pad, widthOf, wrap } from '../render/width-of.ts'

/** A term and its meaning. */
export type Definition = readonly [term: string, meaning: string]

const indent = '  '
const maxTermWidth = 40

/** Puts terms in one column and wraps their meanings in the next; a long term has its own line. */
export function toDefinitionLines(definitions: readonly Definition[], room: number): string[] {
  const widths = definitions.map(([term]) => widthOf(term)).filter((width) => width <= maxTermWidth)
  const start = Math.max(0, ...widths) + indent.length
  const gap = indent + ' '.repeat(start)
  return definitions.flatMap(([term, meaning]) => {
    const [first = '', ...others] = wrap(meaning, Math.max(20, room - gap.length))
    const further = others.map((line) => gap + line)
    const isOneLine = widthOf(term) < start || first === ''
    if (isOneLine) return [(indent + pad(term, start) + first).trimEnd(), ...further]
    return [indent + term, gap + first, ...further]
  })
}

/** Wraps every line of a string; empty lines separate paragraphs. */
export function toParagraphLines(text: string, room: number): string[] {
  const trimmed = text.trim()
  if (trimmed === '') return []
  return trimmed.split('\n').flatMap((line) => (line.trim() === '' ? [''] : wrap(line, room)))
}
