import type { Context } from '../model/index.ts'
import { innerLuminance, luminanceOf, parseColour } from './colour.ts'

/** The colours of one icon. */
export interface IconColours {
  /** Inside the shape; undefined leaves it empty. */
  readonly fill: string | undefined
  readonly stroke: string
  /** Of the symbol. */
  readonly ink: string
}

const black = '#000000'
const white = '#ffffff'

/** Black lines on whatever is behind the icon. */
export const plainColours: IconColours = Object.freeze({
  fill: undefined,
  stroke: black,
  ink: black,
})
const darkColours: IconColours = Object.freeze({ fill: black, stroke: black, ink: white })

/** The colours of a variant; undefined if the context has no value of that name. */
export function toIconColours(variant: string, context?: Context): IconColours | undefined {
  if (variant === 'default') return plainColours
  if (variant === 'dark') return darkColours
  const isDark = variant.endsWith('.dark')
  const id = isDark ? variant.slice(0, -'.dark'.length) : variant
  const value = context?.values.find((one) => one.id === id)
  if (value === undefined) return undefined
  return toContextColours(value.color) ?? (isDark ? darkColours : plainColours)
}

/**
 * The colours of an icon filled with the colour of a context value. The symbol is black or white,
 * whichever is easier to see. Undefined without a colour.
 */
export function toContextColours(colour: string | null | undefined): IconColours | undefined {
  if (typeof colour !== 'string') return undefined
  const channels = parseColour(colour)
  if (channels === undefined) return undefined
  const isLight = innerLuminance(luminanceOf(channels)) === 0
  return { fill: colour, stroke: colour, ink: isLight ? black : white }
}
