import type { IconSymbol, Shape } from '../model/index.ts'
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

interface Address extends IconColours {
  readonly shape: Shape
  readonly uri: string
}

/** Colours may come from a caller's document, so the number of addresses kept has a limit. */
const mostAddresses = 1_000

/** Makes icons from symbols, and keeps what it has made. */
export function createIcons(symbols: ReadonlyMap<string, IconSymbol> = new Map()): Icons {
  const bodies = new Map<string, string>()
  const addresses = new Map<string, Address[]>()
  let count = 0

  function bodyOf(id: string): string {
    const symbol = symbols.get(id)
    if (symbol === undefined) return ''
    const known = bodies.get(id)
    if (known !== undefined) return known
    const { body } = checkSymbol(symbol.svg)
    bodies.set(id, body)
    return body
  }

  const svg: Icons['svg'] = (shape, symbolId = '', colours) =>
    toIcon({ shape, colours, body: bodyOf(symbolId) })

  const dataUri: Icons['dataUri'] = (shape, symbolId = '', colours) => {
    const made = addresses.get(symbolId)
    const known = made?.find(
      (one) =>
        one.shape === shape &&
        one.fill === colours.fill &&
        one.stroke === colours.stroke &&
        one.ink === colours.ink,
    )
    if (known !== undefined) return known.uri
    const uri = `data:image/svg+xml,${toAddress(svg(shape, symbolId, colours))}`
    keep(symbolId, { shape, ...colours, uri })
    return uri
  }

  function keep(symbolId: string, address: Address): void {
    if (count++ >= mostAddresses) {
      addresses.clear()
      count = 1
    }
    const made = addresses.get(symbolId)
    if (made === undefined) addresses.set(symbolId, [address])
    else made.push(address)
  }

  return Object.freeze({ svg, dataUri })
}

const toAddress = (text: string): string =>
  text.trim().replaceAll(/[\s"#%&'<>{}|\\^`]/g, percentEncode)

const percentEncode = (character: string): string =>
  `%${character.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`
