import { describe, expect, it } from 'vitest'
import { contrastOf, luminanceOf, parseColour } from '../../icons/colour.ts'
import { documentStyle, documentStyleHash } from './document-style.ts'
import { darkPalette, lightPalette, type Palette } from './palette.ts'

const luminance = (colour: string) => luminanceOf(parseColour(colour) ?? [NaN, NaN, NaN])
const pairs: readonly (readonly [keyof Palette, keyof Palette])[] = [
  ['ink', 'paper'],
  ['ink', 'card'],
  ['ink', 'accentSoft'],
  ['muted', 'paper'],
  ['muted', 'card'],
  ['accent', 'paper'],
  ['accent', 'card'],
  ['accent', 'accentSoft'],
  ['warn', 'paper'],
  ['warn', 'card'],
  ['warn', 'warnSoft'],
  ['fresh', 'freshSoft'],
]

describe('the style of the document', () => {
  it('is the one that the policy allows', async () => {
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(documentStyle))
    expect(documentStyleHash).toBe(`sha256-${Buffer.from(digest).toString('base64')}`)
  })

  it.each(pairs)('has a contrast of at least 4.5 for %s on %s, light and dark', (ink, ground) => {
    for (const palette of [lightPalette, darkPalette]) {
      const contrast = contrastOf(luminance(palette[ink]), luminance(palette[ground]))
      expect(contrast).toBeGreaterThanOrEqual(4.5)
    }
  })

  it('loads nothing and cannot end its element', () => {
    expect(documentStyle).not.toMatch(/url\(|@import|<\//)
  })
})
