import { describe, expect, it } from 'vitest'
import { Shape } from '../model/index.ts'
import { createIcons } from './create-icons.ts'
import { plainColours, toContextColours, toIconColours } from './icon-colours.ts'
import { toIcon } from './to-icon.ts'

const dot = {
  id: 'dot',
  svg:
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 36 36">' +
    '<circle cx="18" cy="18" r="4" fill="currentColor" stroke="var(--symbol-bg, white)"/></svg>',
}
const bad = { id: 'bad', svg: '<svg viewBox="0 0 36 36"><script>alert(1)</script></svg>' }
const symbols = new Map([
  ['dot', dot],
  ['bad', bad],
])
const icons = createIcons(symbols)
const yellow = toContextColours('#ffd866') ?? plainColours
const dark = toIconColours('dark') ?? plainColours

describe('an icon', () => {
  it('is a shape with a symbol on it, to the byte', () => {
    expect(icons.svg('circle', 'dot', yellow)).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" width="36" height="36" viewBox="0 0 36 36"' +
        ' fill="none"><circle cx="18" cy="18" r="17" fill="#ffd866" stroke="#ffd866"' +
        ' stroke-width="2"/><g color="#000000"><g><circle cx="18" cy="18" r="4"' +
        ' fill="currentColor" stroke="#ffd866"></circle></g></g></svg>\n',
    )
  })

  it.each([
    {
      variant: 'plain',
      colours: plainColours,
      parts: ['fill="none" stroke="#000000"', 'color="#000000"', 'stroke="#ffffff"'],
    },
    {
      variant: 'dark',
      colours: dark,
      parts: ['fill="#000000" stroke="#000000"', 'color="#ffffff"', 'stroke="#000000"'],
    },
  ])('has the colours of its variant: $variant', ({ colours, parts }) => {
    const svg = icons.svg('octagon', 'dot', colours)
    for (const part of parts) expect(svg).toContain(part)
  })

  it.each(Shape.options)('has a shape of its own: %s', (shape) => {
    const others = Shape.options
      .filter((one) => one !== shape)
      .map((one) => toIcon({ shape: one, colours: plainColours }))
    expect(others).not.toContain(toIcon({ shape, colours: plainColours }))
  })

  it.each(['bad', 'unknown', undefined, '__proto__'])(
    'is the shape alone if its symbol is %s',
    (id) => {
      expect(icons.svg('hexagon', id, plainColours)).toBe(
        toIcon({ shape: 'hexagon', colours: plainColours }),
      )
    },
  )

  it('has the same bytes each time and from each maker', () => {
    for (const shape of Shape.options)
      expect(createIcons(symbols).dataUri(shape, 'dot', dark)).toBe(
        icons.dataUri(shape, 'dot', dark),
      )
    expect(icons.dataUri('circle', 'dot', dark)).toBe(icons.dataUri('circle', 'dot', dark))
  })

  it('is a data URI that needs no escaping and decodes to the same SVG', () => {
    const uri = icons.dataUri('circle', 'dot', yellow)
    expect(uri).toMatch(/^data:image\/svg\+xml,[^\s"'<>&#]+$/)
    expect(`${decodeURIComponent(uri.slice(uri.indexOf(',') + 1))}\n`).toBe(
      icons.svg('circle', 'dot', yellow),
    )
  })

  it('is right after a thousand others have been made', () => {
    for (let at = 0; at < 1_100; at++) {
      const colours = toContextColours(`#${at.toString(16).padStart(6, '0')}`) ?? plainColours
      icons.dataUri('circle', 'dot', colours)
    }
    expect(decodeURIComponent(icons.dataUri('circle', 'dot', yellow))).toContain('#ffd866')
  })
})
