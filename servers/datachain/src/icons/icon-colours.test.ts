import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Context } from '../model/index.ts'
import { contrastOf, luminanceOf, parseColour } from './colour.ts'
import { toContextColours, toIconColours } from './icon-colours.ts'

const text = [{ locale: 'en', value: 'x' }]
const context = Context.parse({
  id: 'control',
  name: text,
  values: [
    { id: 'bright', name: text, color: '#FFD700' },
    { id: 'deep', name: text, color: '#5b2a86' },
    { id: 'tag', name: text, color: null },
    { id: 'broken', name: text, color: 'url(x)' },
  ],
})
const black = '#000000'
const white = '#ffffff'

const toLuminance = (colour = '') => luminanceOf(parseColour(colour) ?? [NaN, NaN, NaN])

describe('the colours of an icon', () => {
  it.each([
    ['default', { fill: undefined, stroke: black, ink: black }],
    ['dark', { fill: black, stroke: black, ink: white }],
    ['bright', { fill: '#FFD700', stroke: '#FFD700', ink: black }],
    ['deep', { fill: '#5b2a86', stroke: '#5b2a86', ink: white }],
    ['deep.dark', { fill: '#5b2a86', stroke: '#5b2a86', ink: white }],
    ['tag', { fill: undefined, stroke: black, ink: black }],
    ['tag.dark', { fill: black, stroke: black, ink: white }],
    ['broken', { fill: undefined, stroke: black, ink: black }],
  ])('are those of the variant %s', (variant, colours) => {
    expect(toIconColours(variant, context)).toEqual(colours)
  })

  it.each(['other', 'dark.dark', 'default.dark', '', '.dark', 'constructor', 'bright.dark.dark'])(
    'are undefined for %j',
    (variant) => {
      expect(toIconColours(variant, context)).toBeUndefined()
    },
  )

  it('change from white to black ink at a luminance of 0.179', () => {
    expect(toContextColours('#757575')?.ink).toBe(white)
    expect(toContextColours('#767676')?.ink).toBe(black)
  })

  it('keep a contrast of 4.5 between symbol and shape, whatever the colour', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffff }), (number) => {
        const colours = toContextColours(`#${number.toString(16).padStart(6, '0')}`)
        const contrast = contrastOf(toLuminance(colours?.fill), toLuminance(colours?.ink))
        expect(contrast).toBeGreaterThanOrEqual(4.5)
      }),
    )
  })
})
