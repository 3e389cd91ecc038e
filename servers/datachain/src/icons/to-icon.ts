import type { Shape } from '../model/index.ts'
import type { IconColours } from './icon-colours.ts'
import { shapes } from './shapes.ts'
import { symbolBackground } from './symbol-grammar.ts'

/** What an icon is put together from. */
export interface IconParts {
  readonly shape: Shape
  readonly colours: IconColours
  /** The body of a checked symbol; the shape alone is drawn without one. */
  readonly body?: string
}

/** A 36 × 36 SVG: the shape, and the symbol on it. The same parts give the same bytes. */
export function toIcon({
  shape,
  colours: { fill = 'none', stroke, ink },
  body = '',
}: IconParts): string {
  const outline = `${shapes[shape]} fill="${fill}" stroke="${stroke}" stroke-width="2"/>`
  const symbol = body.replaceAll(symbolBackground, fill === 'none' ? '#ffffff' : fill)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="36" height="36" viewBox="0 0 36 36" fill="none">${outline}<g color="${ink}">${symbol}</g></svg>\n`
}
