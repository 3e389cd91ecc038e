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

/** Black lines on whatever is behind. */
export const plainColours: IconColours = Object.freeze({
  fill: undefined,
  stroke: '#000000',
  ink: '#000000',
})
const darkColours: IconColours = Object.freeze({
  fill: '#000000',
  stroke: '#000000',
  ink: '#ffffff',
})

/** The colours of a variant, or undefined when the context has none of that name. */
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
 * The colours of an icon filled with a context's colour: a symbol in black or white, whichever is
 * easier to see; undefined without a colour.
 */
export function toContextColours(colour: string | null | undefined): IconColours | undefined {
  const channels = typeof colour === 'string' ? parseColour(colour) : undefined
  if (typeof colour !== 'string' || channels === undefined) return undefined
  return {
    fill: colour,
    stroke: colour,
    ink: innerLuminance(luminanceOf(channels)) === 0 ? '#000000' : '#ffffff',
  }
}
