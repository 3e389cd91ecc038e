import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBaseline, type MaskSpec } from '../src/editing/index.ts'
import { createStudio, type Studio } from './pixels/create-studio.ts'
import { type Picture, pixelAt } from './pixels/pixels.ts'
import { shareAt } from './pixels/share-at.ts'

const slow = 180_000
const frame = { width: 240, height: 160 }
const raw = createBaseline()
/** The narrowest soft edge. */
const border = 0.001
let studio: Studio
let photo: string
let plain: Picture

beforeAll(async () => {
  studio = await createStudio()
  photo = await studio.shoot({ ...frame, pixelAt: () => [0.18, 0.18, 0.18] })
  plain = await studio.render(raw, photo)
}, slow)

afterAll(() => studio.close())

const darken = (mask: MaskSpec) =>
  studio.render(studio.apply(raw, 'exposure', { value: -1, mask, frame }), photo)

/** Reads places that are written as `x,y` in percent. */
const placesIn = (text: string) =>
  text.split(' ').map((place) => place.split(',').map((percent) => Number(percent) / 100))

describe.concurrent('drawn masks on real renders', () => {
  const circle = { dt_form: 'circle', dt_params: { radius: 0.2, border } } as const
  const rectangle = (x0: number, y0: number, x1: number, y1: number) =>
    ({ dt_form: 'rectangle', dt_params: { x0, y0, x1, y1, border } }) as const
  const triangle: [number, number][] = [0.1, 0.5, 0.9].map((x) => [x, x === 0.5 ? 0.1 : 0.9])

  it.each<readonly [string, MaskSpec, string, string]>([
    [
      'a gradient from the top',
      { dt_form: 'gradient', dt_params: { rotation: 0, compression: 0.05 } },
      '50,10 10,10',
      '50,90 90,90',
    ],
    [
      'a gradient from the left',
      { dt_form: 'gradient', dt_params: { rotation: 90, compression: 0.05 } },
      '10,50',
      '90,50',
    ],
    [
      'an ellipse turned clockwise',
      { dt_form: 'ellipse', dt_params: { radius_x: 0.5, radius_y: 0.1, rotation: 30, border } },
      '50,50 70,67',
      '30,67 70,33',
    ],
    [
      'a circle',
      { dt_form: 'circle', dt_params: { center_x: 0.25, center_y: 0.25, radius: 0.15, border } },
      '25,25 25,36',
      '50,50 25,48',
    ],
    ['a rectangle', rectangle(0.1, 0.2, 0.4, 0.8), '12,22 38,78', '8,50 42,50 20,15'],
    [
      'a path',
      { dt_form: 'path', dt_params: { vertices: triangle, border } },
      '50,50 20,85',
      '20,30 80,30',
    ],
    ['all but a circle', { ...circle, invert: true }, '10,10 90,50', '50,50'],
    [
      'the difference of two forms',
      {
        dt_form: 'group',
        dt_params: {
          members: [rectangle(0.1, 0.1, 0.9, 0.9), { ...circle, combine: 'difference' }],
        },
      },
      '15,50 50,15',
      '50,50 5,50',
    ],
    [
      'the intersection of two forms',
      {
        dt_form: 'group',
        dt_params: { members: [rectangle(0, 0, 0.5, 1), { ...circle, combine: 'intersect' }] },
      },
      '45,50',
      '55,50 10,50',
    ],
    [
      'the exclusion of two forms',
      {
        dt_form: 'group',
        dt_params: { members: [rectangle(0, 0, 0.5, 1), { ...circle, combine: 'exclusion' }] },
      },
      '55,50 10,50',
      '45,50 90,50',
    ],
    [
      'the union of two forms',
      { dt_form: 'group', dt_params: { members: [rectangle(0, 0, 0.2, 1), circle] } },
      '10,50 50,50',
      '30,10 90,50',
    ],
  ])(
    '%s',
    async (_, mask, inside, outside) => {
      const picture = await darken(mask)
      const share = ([x = 0, y = 0]: readonly number[]) =>
        shareAt(plain, picture, x * frame.width, y * frame.height)
      for (const place of placesIn(inside))
        expect([place, share(place) > 0.95]).toEqual([place, true])
      for (const place of placesIn(outside))
        expect([place, share(place) < 0.03]).toEqual([place, true])
    },
    slow,
  )

  it(
    'is weaker by opacity and softer by blur',
    async () => {
      const [half, soft] = await Promise.all([
        darken({ ...circle, opacity: 50 }),
        darken({ ...circle, blur: 0.2 }),
      ])
      expect(shareAt(plain, half, 120, 80)).toBeCloseTo(0.5, 1)
      const edge = shareAt(plain, soft, 120 + 0.2 * 160, 80)
      expect(edge).toBeGreaterThan(0.1)
      expect(edge).toBeLessThan(0.9)
    },
    slow,
  )

  it(
    'follows an edge by feather',
    async () => {
      const halves = await studio.shoot({
        ...frame,
        pixelAt: (x) => (x < 120 ? [0.05, 0.05, 0.05] : [0.5, 0.5, 0.5]),
      })
      const mask = {
        dt_form: 'gradient',
        dt_params: { rotation: 90, anchor_x: 0.56, compression: 0.05 },
      } as const
      const darkened = (feather: number) =>
        studio.apply(raw, 'exposure', { value: -1, mask: { ...mask, feather }, frame })
      const [before, straight, feathered] = await Promise.all([
        studio.render(raw, halves),
        studio.render(darkened(0), halves),
        studio.render(darkened(0.2), halves),
      ])
      const beyond = (picture: Picture) => shareAt(before, picture, 126, 80)
      expect(beyond(feathered)).toBeLessThan(beyond(straight) - 0.1)
    },
    slow,
  )

  it(
    'joins masked instances of a module, each at its place',
    async () => {
      const left = rectangle(0, 0, 0.5, 1)
      const bottom = rectangle(0, 0.5, 1, 1)
      const state = [left, bottom].reduce(
        (before, mask) => studio.apply(before, 'exposure', { value: -1, mask, frame }),
        studio.apply(raw, 'exposure', { value: 1 }),
      )
      const picture = await studio.render(state, photo)
      const expected = { '200,30': 162, '50,30': 118, '200,130': 118, '50,130': 85 }
      for (const [place, level] of Object.entries(expected)) {
        const [x = 0, y = 0] = place.split(',').map(Number)
        expect([place, Math.abs(pixelAt(picture, x, y)[1] - level) <= 1]).toEqual([place, true])
      }
    },
    slow,
  )
})
