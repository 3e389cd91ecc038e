import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBaseline, type MaskSpec } from '../src/editing/index.ts'
import { lightnessToLight, toLinear } from '../src/editing/masks/colour.ts'
import { createStudio, type Studio } from './pixels/create-studio.ts'
import { type Picture, pixelAt } from './pixels/picture.ts'

const slow = 180_000
const frame = { width: 240, height: 160 }
const columns = 12
const raw = createBaseline()
let studio: Studio
let flat: string
let colours: string
let flatPicture: Picture
let colourPicture: Picture

/** Linear light of a hue, with HSL's saturation, half way between black and white. */
function hueLight(hue: number, saturation: number): readonly [number, number, number] {
  const channel = (offset: number) => {
    const turn = (offset + hue * 12) % 12
    return toLinear(0.5 - (saturation / 2) * Math.max(-1, Math.min(turn - 3, 9 - turn, 1)))
  }
  return [channel(0), channel(8), channel(4)]
}

beforeAll(async () => {
  studio = await createStudio()
  flat = await studio.shoot({ ...frame, pixelAt: () => [0.18, 0.18, 0.18] })
  // Twelve hues in three strengths, and below them twelve greys.
  colours = await studio.shoot({
    ...frame,
    pixelAt: (x, y) => {
      const [column, row] = [Math.floor((x * columns) / frame.width), Math.floor(y / 40)]
      const grey = lightnessToLight((column + 0.5) / columns)
      return row === 3 ? [grey, grey, grey] : hueLight(column / columns, [0.9, 0.5, 0.2][row] ?? 0)
    },
  })
  ;[flatPicture, colourPicture] = await Promise.all([studio.render(raw, flat), studio.render(raw, colours)])
}, slow)

afterAll(() => studio.close())

/** How much of one stop down is seen at a pixel: 0 to 1. */
function shareAt(before: Picture, after: Picture, x: number, y: number): number {
  const light = (picture: Picture) => pixelAt(picture, x, y).reduce((sum, value) => sum + toLinear(value / 255), 0)
  return (1 - light(after) / light(before)) * 2
}

const darken = (photo: string, mask: MaskSpec) => studio.render(studio.apply(raw, 'exposure', { value: -1, mask, frame }), photo)
/** A soft edge as narrow as can be. */
const hard = { border: 0.001 }

describe.concurrent('drawn masks on real renders', () => {
  it.each<readonly [string, MaskSpec, readonly (readonly [number, number])[], readonly (readonly [number, number])[]]>([
    ['a gradient from the top', { dt_form: 'gradient', dt_params: { rotation: 0, compression: 0.05 } }, [[0.5, 0.1], [0.1, 0.1]], [[0.5, 0.9], [0.9, 0.9]]],
    ['a gradient from the left', { dt_form: 'gradient', dt_params: { rotation: 90, compression: 0.05 } }, [[0.1, 0.5]], [[0.9, 0.5]]],
    ['an ellipse turned clockwise', { dt_form: 'ellipse', dt_params: { radius_x: 0.5, radius_y: 0.1, rotation: 30, ...hard } }, [[0.5, 0.5], [0.7, 0.67]], [[0.3, 0.67], [0.7, 0.33]]],
    ['a circle', { dt_form: 'circle', dt_params: { center_x: 0.25, center_y: 0.25, radius: 0.15, ...hard } }, [[0.25, 0.25], [0.25, 0.36]], [[0.5, 0.5], [0.25, 0.48]]],
    ['a rectangle', { dt_form: 'rectangle', dt_params: { x0: 0.1, y0: 0.2, x1: 0.4, y1: 0.8, ...hard } }, [[0.12, 0.22], [0.38, 0.78]], [[0.08, 0.5], [0.42, 0.5], [0.2, 0.15]]],
    ['a path', { dt_form: 'path', dt_params: { vertices: [[0.1, 0.9], [0.5, 0.1], [0.9, 0.9]], ...hard } }, [[0.5, 0.5], [0.2, 0.85]], [[0.2, 0.3], [0.8, 0.3]]],
    ['everything but a circle', { dt_form: 'circle', dt_params: { radius: 0.2, ...hard }, invert: true }, [[0.1, 0.1], [0.9, 0.5]], [[0.5, 0.5]]],
    [
      'one form less another',
      { dt_form: 'group', dt_params: { members: [{ dt_form: 'rectangle', dt_params: { x0: 0.1, y0: 0.1, x1: 0.9, y1: 0.9, ...hard } }, { dt_form: 'circle', dt_params: { radius: 0.2, ...hard }, combine: 'difference' }] } },
      [[0.15, 0.5], [0.5, 0.15]],
      [[0.5, 0.5], [0.05, 0.5]],
    ],
    [
      'what two forms share',
      { dt_form: 'group', dt_params: { members: [{ dt_form: 'rectangle', dt_params: { x0: 0, y0: 0, x1: 0.5, y1: 1, ...hard } }, { dt_form: 'circle', dt_params: { radius: 0.3, ...hard }, combine: 'intersect' }] } },
      [[0.45, 0.5]],
      [[0.55, 0.5], [0.1, 0.5]],
    ],
  ])('%s', async (_, mask, inside, outside) => {
    const picture = await darken(flat, mask)
    const share = ([x, y]: readonly [number, number]) => shareAt(flatPicture, picture, x * frame.width, y * frame.height)
    for (const place of inside) expect([place, share(place) > 0.95]).toEqual([place, true])
    for (const place of outside) expect([place, share(place) < 0.03]).toEqual([place, true])
  }, slow)

  it('is weaker by opacity and softer by blur', async () => {
    const circle = { dt_form: 'circle', dt_params: { radius: 0.3, ...hard } } as const
    const [half, soft] = await Promise.all([darken(flat, { ...circle, opacity: 50 }), darken(flat, { ...circle, blur: 0.2 })])
    expect(shareAt(flatPicture, half, 120, 80)).toBeCloseTo(0.5, 1)
    const edge = shareAt(flatPicture, soft, 120 + 0.3 * 160, 80)
    expect(edge).toBeGreaterThan(0.1)
    expect(edge).toBeLessThan(0.9)
  }, slow)

  it('joins two masked instances of a module, each where it was put', async () => {
    const left = { dt_form: 'rectangle', dt_params: { x0: 0, y0: 0, x1: 0.5, y1: 1, ...hard } } as const
    const bottom = { dt_form: 'rectangle', dt_params: { x0: 0, y0: 0.5, x1: 1, y1: 1, ...hard } } as const
    const state = studio.apply(studio.apply(studio.apply(raw, 'exposure', { value: 1 }), 'exposure', { value: -1, mask: left, frame }), 'exposure', { value: -1, mask: bottom, frame })
    const picture = await studio.render(state, flat)
    const level = (x: number, y: number) => pixelAt(picture, x, y)[1]
    expect([level(200, 30), level(50, 30), level(200, 130), level(50, 130)].map((value, index) => Math.abs(value - ([162, 118, 118, 85][index] ?? 0)) <= 1)).toEqual([true, true, true, true])
  }, slow)
})

describe.concurrent('parametric masks on real renders', () => {
  /** The columns of a row that are darkened: all of them, or none, of a column at a time. */
  async function columnsOf(range_filter: MaskSpec['range_filter'], row: number): Promise<readonly number[]> {
    const picture = await darken(colours, { range_filter })
    return Array.from({ length: columns }, (_, column) => column).filter((column) => shareAt(colourPicture, picture, (column + 0.5) * (frame.width / columns), row * 40 + 20) > 0.5)
  }
  const feather = 0.01
  const all = Array.from({ length: columns }, (_, column) => column)

  it.each([
    ['the dark third', { kind: 'luminance', min: 0, max: 0.33, feather }, [0, 1, 2, 3]],
    ['the bright half', { kind: 'color_l', min: 0.5, max: 1, feather }, [6, 7, 8, 9, 10, 11]],
    ['all but the bright half', { kind: 'luminance', min: 0.5, max: 1, feather, invert: true }, [0, 1, 2, 3, 4, 5]],
  ] as const)('selects greys by lightness as the eye sees it: %s', async (_, filter, expected) => {
    expect(await columnsOf(filter, 3)).toEqual(expected)
  }, slow)

  it.each([
    ['reds, over the end of the scale', { kind: 'hue', min: 0.95, max: 0.05, feather }, [0]],
    ['oranges', { kind: 'color_h', min: 0.04, max: 0.12, feather }, [1]],
    ['greens', { kind: 'hue', min: 0.3, max: 0.37, feather }, [4]],
    ['blues', { kind: 'hue', min: 0.62, max: 0.72, feather }, [8]],
  ] as const)('selects hues: %s', async (_, filter, expected) => {
    expect(await columnsOf(filter, 0)).toEqual(expected)
    expect(await columnsOf(filter, 2)).toEqual(expected)
  }, slow)

  it('selects by chroma: greys, or strong colours', async () => {
    expect(await columnsOf({ kind: 'chroma', min: 0, max: 0.1, feather }, 3)).toEqual(all)
    expect(await columnsOf({ kind: 'chroma', min: 0.35, max: 1, feather }, 0)).toEqual(all)
    expect(await columnsOf({ kind: 'color_s', min: 0.35, max: 1, feather }, 2)).toEqual([])
  }, slow)

  it('intersects with a drawn form, on a module that works in Lab as well', async () => {
    const mask = { dt_form: 'rectangle', dt_params: { x0: 0, y0: 0, x1: 0.75, y1: 1, ...hard }, range_filter: { kind: 'luminance', min: 0.5, max: 1, feather } } as const
    const picture = await darken(colours, mask)
    const seen = all.filter((column) => shareAt(colourPicture, picture, column * 20 + 10, 140) > 0.5)
    expect(seen).toEqual([6, 7, 8])
    const grainy = await studio.render(studio.apply(raw, 'grain', { value: 100, mask, frame }), colours)
    const spread = (column: number) => Math.max(...Array.from({ length: 100 }, (_, index) => Math.abs(pixelAt(grainy, column * 20 + 5 + (index % 10), 130 + Math.floor(index / 10))[1] - pixelAt(colourPicture, column * 20 + 10, 140)[1])))
    expect([spread(7) > 5, spread(3) <= 1, spread(10) <= 1]).toEqual([true, true, true])
  }, slow)
})
