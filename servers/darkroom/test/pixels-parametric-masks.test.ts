import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lightnessToLight } from '../src/editing/colour/light.ts'
import { createBaseline, type MaskSpec } from '../src/editing/index.ts'
import { createStudio, type Studio } from './pixels/create-studio.ts'
import { type Picture, pixelAt } from './pixels/pixels.ts'
import { hueLight } from './pixels/scene.ts'
import { shareAt } from './pixels/share-at.ts'

const slow = 180_000
const frame = { width: 240, height: 160 }
const columnWidth = 20
const rowHeight = 40
const columns = Array.from({ length: 12 }, (_, column) => column)
const raw = createBaseline()
const feather = 0.01
let studio: Studio
let photo: string
let plain: Picture

beforeAll(async () => {
  studio = await createStudio()
  // Twelve hues in three strengths, and below them twelve greys.
  photo = await studio.shoot({
    ...frame,
    pixelAt: (x, y) => {
      const column = Math.floor(x / columnWidth)
      const row = Math.floor(y / rowHeight)
      if (row < 3) return hueLight(column * 30, [0.9, 0.5, 0.2][row] ?? 0)
      const grey = lightnessToLight((column + 0.5) / 12)
      return [grey, grey, grey]
    },
  })
  plain = await studio.render(raw, photo)
}, slow)

afterAll(() => studio.close())

const darken = (mask: MaskSpec) =>
  studio.render(studio.apply(raw, 'exposure', { value: -1, mask, frame }), photo)
const share = (picture: Picture, column: number, row: number) =>
  shareAt(plain, picture, (column + 0.5) * columnWidth, (row + 0.5) * rowHeight)
const selected = (picture: Picture, row: number) =>
  columns.filter((column) => share(picture, column, row) > 0.5)

describe.concurrent('parametric masks on real renders', () => {
  it.each([
    ['the dark third', { kind: 'luminance', min: 0, max: 0.33, feather }, [0, 1, 2, 3]],
    ['the bright half', { kind: 'color_l', min: 0.5, max: 1, feather }, [6, 7, 8, 9, 10, 11]],
    [
      'all but the bright half',
      { kind: 'luminance', min: 0.5, max: 1, feather, invert: true },
      [0, 1, 2, 3, 4, 5],
    ],
  ] as const)(
    'selects greys by lightness as the eye sees it: %s',
    async (_, range_filter, expected) => {
      expect(selected(await darken({ range_filter }), 3)).toEqual(expected)
    },
    slow,
  )

  it.each([
    ['reds, over the end of the scale', { kind: 'hue', min: 0.95, max: 0.05, feather }, [0]],
    ['oranges', { kind: 'color_h', min: 0.04, max: 0.12, feather }, [1]],
    ['greens', { kind: 'hue', min: 0.3, max: 0.37, feather }, [4]],
    ['blues', { kind: 'hue', min: 0.62, max: 0.72, feather }, [8]],
  ] as const)(
    'selects hues, strong and pale: %s',
    async (_, range_filter, expected) => {
      const picture = await darken({ range_filter })
      expect([selected(picture, 0), selected(picture, 2)]).toEqual([expected, expected])
    },
    slow,
  )

  it(
    'selects by chroma: greys, or strong colours',
    async () => {
      const [greys, strong] = await Promise.all([
        darken({ range_filter: { kind: 'chroma', min: 0, max: 0.1, feather } }),
        darken({ range_filter: { kind: 'color_s', min: 0.35, max: 1, feather } }),
      ])
      expect([selected(greys, 0), selected(greys, 3)]).toEqual([[], columns])
      expect([selected(strong, 0), selected(strong, 2), selected(strong, 3)]).toEqual([
        columns,
        [],
        [],
      ])
    },
    slow,
  )

  it(
    'intersects with a drawn form, also on a module that works in Lab',
    async () => {
      const mask = {
        dt_form: 'rectangle',
        dt_params: { x0: 0, y0: 0, x1: 0.75, y1: 1, border: 0.001 },
        range_filter: { kind: 'luminance', min: 0.5, max: 1, feather },
      } as const
      const [dark, grainy] = await Promise.all([
        darken(mask),
        studio.render(studio.apply(raw, 'grain', { value: 100, mask, frame }), photo),
      ])
      expect(selected(dark, 3)).toEqual([6, 7, 8])
      const unevenness = (column: number) => {
        const values = Array.from(
          { length: 100 },
          (_, index) =>
            pixelAt(grainy, column * 20 + 5 + (index % 10), 130 + Math.floor(index / 10))[1],
        )
        return Math.max(...values) - Math.min(...values)
      }
      expect([unevenness(7) > 5, unevenness(3) <= 1, unevenness(10) <= 1]).toEqual([
        true,
        true,
        true,
      ])
    },
    slow,
  )

  it(
    'selects something, but not everything, by every named mask',
    async () => {
      const names = studio.vocabulary.masks().map(({ name }) => name)
      const shares = await Promise.all(
        names.map(async (name) => {
          const picture = await darken({ kind: 'named', name })
          return [0, 1, 2, 3].flatMap((row) => columns.map((column) => share(picture, column, row)))
        }),
      )
      expect(names.filter((_, index) => !shares[index]?.some((value) => value > 0.8))).toEqual([])
      expect(names.filter((_, index) => !shares[index]?.some((value) => value < 0.05))).toEqual([])
    },
    slow,
  )
})
