import type { Shape } from '../model/index.ts'
import type { IconColours } from './icon-colours.ts'
import { symbolBackground } from './judge-attribute.ts'
import { shapes } from './shapes.ts'

/** The parts of an icon. */
export interface IconParts {
  readonly shape: Shape
  readonly colours: IconColours
  /** The body of a checked symbol; without it the shape is drawn alone. */
  readonly body?: string | undefined
}

const opening =
  '<svg xmlns="http://www.w3.org/2000/svg" width="36" height="36" viewBox="0 0 36 36" fill="none">'

/** A 36 × 36 SVG: the shape, and the symbol on it. The same parts give the same bytes. */
export function toIcon({ shape, colours, body = '' }: IconParts): string {
  const { fill = 'none', stroke, ink } = colours
  const outline = `${shapes[shape]} fill="${fill}" stroke="${stroke}" stroke-width="2"/>`
  const behind = fill === 'none' ? '#ffffff' : fill
  const symbol = body.replaceAll(symbolBackground, behind)
  return `${opening}${outline}<g color="${ink}">${symbol}</g></svg>\n`
}
