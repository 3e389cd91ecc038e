import { Parser } from 'htmlparser2'
import { type CheckedSymbol, SymbolReader } from './symbol-reader.ts'

const mostCharacters = 65_536

/** Reads a symbol and refuses everything that does more than draw in a 36 × 36 box. */
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
