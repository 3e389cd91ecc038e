import type { IconSymbol, Shape } from '../model/index.ts'
import { checkSymbol } from './check-symbol.ts'
import type { IconColours } from './icon-colours.ts'
import { toIcon } from './to-icon.ts'

/** The icons of one version; each of its symbols is read once. */
export interface Icons {
  /** The icon as SVG. An unknown or refused symbol leaves the shape alone. */
  svg(shape: Shape, symbolId: string | undefined, colours: IconColours): string
  /** The same as a data URI, which needs no escaping in an attribute. */
  dataUri(shape: Shape, symbolId: string | undefined, colours: IconColours): string
}

interface DataUri extends IconColours {
  readonly shape: Shape
  readonly uri: string
}

/** Colours may come from a caller's document, so the number of data URIs kept has a limit. */
const mostUris = 1_000

/** Creates icons from symbols, and keeps the data URIs that it has made. */
export function createIcons(symbols: ReadonlyMap<string, IconSymbol> = new Map()): Icons {
  const bodies = new Map<string, string>()
  const urisBySymbol = new Map<string, DataUri[]>()
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
    const known = urisBySymbol.get(symbolId)?.find((one) => isSame(one, shape, colours))
    if (known !== undefined) return known.uri
    const uri = `data:image/svg+xml,${percentEncode(svg(shape, symbolId, colours))}`
    keep(symbolId, { shape, ...colours, uri })
    return uri
  }

  function keep(symbolId: string, uri: DataUri): void {
    if (count++ >= mostUris) {
      urisBySymbol.clear()
      count = 1
    }
    const kept = urisBySymbol.get(symbolId)
    if (kept === undefined) urisBySymbol.set(symbolId, [uri])
    else kept.push(uri)
  }

  return Object.freeze({ svg, dataUri })
}

const isSame = (one: DataUri, shape: Shape, { fill, stroke, ink }: IconColours): boolean =>
  one.shape === shape && one.fill === fill && one.stroke === stroke && one.ink === ink

const percentEncode = (text: string): string =>
  text.trim().replaceAll(/[\s"#%&'<>{}|\\^`]/g, encodeCharacter)

const encodeCharacter = (character: string): string =>
  `%${character.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`
