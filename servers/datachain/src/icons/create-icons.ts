import type { IconSymbol, Shape } from '../model.ts'
import { checkSymbol } from './check-symbol.ts'
import type { IconColours } from './icon-colours.ts'
import { toIcon } from './to-icon.ts'

/** Icons of one version's symbols, each symbol read once. */
export interface Icons {
  /** The SVG text. An unknown or refused symbol leaves the shape alone. */
  svg(shape: Shape, symbolId: string | undefined, colours: IconColours): string
  /** The same as the address of an image, which can stand in an attribute as it is. */
  dataUri(shape: Shape, symbolId: string | undefined, colours: IconColours): string
}

/** Colours may come from a caller's document, so the number of addresses kept has a limit. */
const mostAddresses = 1_000

/** Makes icons from symbols, and keeps what it has made. */
export function createIcons(symbols: ReadonlyMap<string, IconSymbol> = new Map()): Icons {
  const bodies = new Map<string, string>()
  const addresses = new Map<string, string>()

  function bodyOf(id: string): string {
    const symbol = symbols.get(id)
    if (symbol === undefined) return ''
    const known = bodies.get(id)
    if (known !== undefined) return known
    const { body } = checkSymbol(symbol.svg)
    bodies.set(id, body)
    return body
  }

  const svg: Icons['svg'] = (shape, symbolId = '', colours) => toIcon({ shape, colours, body: bodyOf(symbolId) })

  const dataUri: Icons['dataUri'] = (shape, symbolId = '', colours) => {
    const key = `${shape} ${symbolId} ${colours.fill} ${colours.stroke} ${colours.ink}`
    const known = addresses.get(key)
    if (known !== undefined) return known
    if (addresses.size >= mostAddresses) addresses.clear()
    const address = `data:image/svg+xml,${toAddress(svg(shape, symbolId, colours))}`
    addresses.set(key, address)
    return address
  }

  return Object.freeze({ svg, dataUri })
}

const toAddress = (text: string): string => text.trim().replaceAll(/[\s"#%&'<>{}|\\^`]/g, percentEncode)

const percentEncode = (character: string): string => `%${character.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`
