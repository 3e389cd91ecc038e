import { describe, expect, it } from 'vitest'
import { darkPalette, lightPalette, type Palette } from './style/palette.ts'
import { stylesheet } from './stylesheet.ts'

/** Relative luminance of WCAG 2.2. */
function luminanceOf(colour: string): number {
  const [red = NaN, green = NaN, blue = NaN] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrastOf(one: string, other: string): number {
  const [dark = NaN, light = NaN] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const grounds: readonly (keyof Palette)[] = ['paper', 'card']
const inks: readonly (keyof Palette)[] = ['ink', 'muted', 'accent', 'warn', 'bad', 'good', 'busy']
const tones = ['accent', 'calm', 'busy', 'good', 'warn', 'bad', 'fresh'] as const
const texts = [
  ...inks.flatMap((ink) => grounds.map((ground) => [ink, ground] as const)),
  ...tones.map((tone) => [tone, `${tone}Soft`] as const),
  ...tones.map((tone) => ['ink', `${tone}Soft`] as const),
]

describe('the stylesheet', () => {
  it.each(texts)('has a contrast of at least 4.5 for %s on %s, light and dark', (ink, ground) => {
    for (const palette of [lightPalette, darkPalette])
      expect(contrastOf(palette[ink], palette[ground])).toBeGreaterThanOrEqual(4.5)
  })

  it.each(grounds)('has a contrast of at least 3 for the edge of a field on %s', (ground) => {
    for (const palette of [lightPalette, darkPalette])
      expect(contrastOf(palette.edge, palette[ground])).toBeGreaterThanOrEqual(3)
  })

  it('loads nothing and cannot end its element', () => {
    expect(stylesheet).not.toMatch(/url\(|@import|</)
  })

  it.each([
    'prefers-color-scheme:dark',
    'prefers-reduced-motion',
    'forced-colors',
    'media print',
    ':focus-visible',
    'color-scheme:light dark',
  ])('knows %s', (feature) => {
    expect(stylesheet).toContain(feature)
  })

  it('closes every brace', () => {
    expect(stylesheet.split('{').length).toBe(stylesheet.split('}').length)
  })
})
