import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { applySpot, createBaseline, type EditState, type Frame } from '../src/editing/index.ts'
import { createStudio, type Studio } from './pixels/create-studio.ts'
import { type Picture, pixelAt } from './pixels/picture.ts'

const slow = 180_000
const size = { width: 200, height: 120 }
const raw = createBaseline()
let studio: Studio

beforeAll(async () => {
  studio = await createStudio()
}, slow)

afterAll(() => studio.close())

const isNear = (x: number, y: number, radius: number) => (atX: number, atY: number) => Math.hypot(atX + 0.5 - x, atY + 0.5 - y) < radius

/** A grey picture with a bright dot. */
const dotted = (x: number, y: number, orientation = 1) => {
  const inDot = isNear(x, y, 6)
  return studio.shoot({ ...size, orientation, pixelAt: (atX, atY) => (inDot(atX, atY) ? [0.8, 0.8, 0.8] : [0.18, 0.18, 0.18]) })
}

/** The middle of the pixels that are chosen, as shares of the picture. */
function middleOf({ width, height }: Picture, isChosen: (x: number, y: number) => boolean): readonly [x: number, y: number, count: number] {
  const places = Array.from({ length: width * height }, (_, index) => [index % width, Math.floor(index / width)] as const).filter(([x, y]) => isChosen(x, y))
  const mean = (axis: 0 | 1) => places.reduce((sum, place) => sum + place[axis] + 0.5, 0) / places.length
  return [mean(0) / width, mean(1) / height, places.length]
}

const dotIn = (picture: Picture) => middleOf(picture, (x, y) => pixelAt(picture, x, y)[1] > 180)

describe.concurrent('places on real renders', () => {
  it(
    'crops to the size and place that were asked for',
    async () => {
      const photo = await dotted(60, 72)
      const picture = await studio.render(studio.apply(raw, 'crop', { value: { left: 0.1, top: 0.2, right: 0.7, bottom: 0.9 } }), photo)
      expect(Math.abs(picture.width - 120)).toBeLessThanOrEqual(1)
      expect(Math.abs(picture.height - 84)).toBeLessThanOrEqual(1)
      const [x, y] = dotIn(picture)
      expect(x).toBeCloseTo((0.3 - 0.1) / 0.6, 1)
      expect(y).toBeCloseTo((0.6 - 0.2) / 0.7, 1)
    },
    slow,
  )

  it(
    'turns counter-clockwise, in a frame that grows',
    async () => {
      const photo = await dotted(160, 60)
      const picture = await studio.render(studio.apply(raw, 'rotate', { value: 90 }), photo)
      expect([picture.width, picture.height]).toEqual([120, 200])
      const [x, y] = dotIn(picture)
      expect(x).toBeCloseTo(0.5, 1)
      expect(y).toBeCloseTo(0.2, 1)
      const tilted = await studio.render(studio.apply(raw, 'rotate', { value: 20 }), photo)
      expect(tilted.width).toBeGreaterThan(220)
      expect(tilted.height).toBeGreaterThan(170)
    },
    slow,
  )

  it.each([
    ['vertical', { vertical: 0.4 }],
    ['horizontal', { horizontal: 0.4 }],
    ['shear', { shear: 0.2 }],
  ])(
    'moves the dot by perspective: %s',
    async (_, value) => {
      const photo = await dotted(40, 30)
      const [before, after] = await Promise.all([studio.render(raw, photo), studio.render(studio.apply(raw, 'perspective', { value }), photo)])
      const [[beforeX, beforeY], [afterX, afterY]] = [dotIn(before), dotIn(after)]
      expect(Math.hypot(afterX * after.width - beforeX * before.width, afterY * after.height - beforeY * before.height)).toBeGreaterThan(3)
    },
    slow,
  )

  it(
    'corrects a lens that the photo names, larger or smaller by scale',
    async () => {
      const camera = { make: 'Canon', model: 'Canon EOS 5D Mark III', lens: 'Canon EF 24-105mm f/4L IS USM', focalLength: 24, aperture: 8 }
      const photo = await dotted(30, 25)
      const at = async (scale: number) => dotIn(await studio.render(studio.apply(raw, 'lens_correction', { value: scale, frame: { ...size, camera } }), photo))
      const [plain, [smaller], [larger], [filling]] = await Promise.all([studio.render(raw, photo).then(dotIn), at(0.9), at(1.1), at(0)])
      expect(smaller).toBeGreaterThan(larger)
      expect(filling).not.toBe(plain[0])
    },
    slow,
  )

  const crop = { left: 0.1, top: 0.2, right: 0.8, bottom: 0.9 }
  const geometries: readonly (readonly [string, number, (state: EditState) => EditState])[] = [
    ...[1, 2, 3, 4, 5, 6, 7, 8].map((orientation): readonly [string, number, (state: EditState) => EditState] => [
      `orientation ${orientation}`,
      orientation,
      (state) => state,
    ]),
    ['crop', 1, (state) => studio.apply(state, 'crop', { value: crop })],
    ['crop of a turned photo', 6, (state) => studio.apply(state, 'crop', { value: crop })],
    ['rotation', 1, (state) => studio.apply(state, 'rotate', { value: 25 })],
    [
      'perspective, rotation and crop of a turned photo',
      8,
      (state) =>
        studio.apply(
          studio.apply(studio.apply(state, 'perspective', { value: { vertical: 0.3, horizontal: -0.2, shear: 0.1 } }), 'rotate', { value: -12 }),
          'crop',
          { value: crop },
        ),
    ],
  ]
  it.each(geometries)(
    'puts a mask where it is seen: %s',
    async (_, orientation, shape) => {
      const photo = await studio.shoot({ ...size, orientation, pixelAt: () => [0.18, 0.18, 0.18] })
      const frame: Frame = { ...size, orientation }
      const shaped = shape(raw)
      const mask = { dt_form: 'circle', dt_params: { center_x: 0.4, center_y: 0.6, radius: 0.12, border: 0.001 } } as const
      const [before, after] = await Promise.all([studio.render(shaped, photo), studio.render(studio.apply(shaped, 'exposure', { value: 1.5, mask, frame }), photo)])
      const [x, y, count] = middleOf(after, (atX, atY) => pixelAt(after, atX, atY)[1] - pixelAt(before, atX, atY)[1] > 20)
      expect(Math.abs(x - 0.4)).toBeLessThan(0.03)
      expect(Math.abs(y - 0.6)).toBeLessThan(0.03)
      const radius = Math.sqrt(count / Math.PI) / Math.min(after.width, after.height)
      expect(Math.abs(radius - 0.12)).toBeLessThan(0.03)
    },
    slow,
  )

  it.each([
    ['heal', { kind: 'heal' }],
    ['clone', { kind: 'clone', source_x: 0.6, source_y: 0.4 }],
  ] as const)(
    'removes a planted blemish: %s',
    async (_, how) => {
      const first = isNear(60, 72, 6)
      const second = isNear(150, 40, 6)
      const photo = await studio.shoot({ ...size, pixelAt: (x, y) => (first(x, y) || second(x, y) ? [0.01, 0.01, 0.01] : [0.18, 0.18, 0.18]) })
      const one = applySpot(raw, { ...how, x: 0.3, y: 0.6, radius: 0.09 }, size)
      const both = applySpot(one, { ...how, x: 0.75, y: 1 / 3, radius: 0.09 }, size)
      const [before, half, after] = await Promise.all([raw, one, both].map((state) => studio.render(state, photo)))
      const darkest = (picture: Picture | undefined) => Math.min(...(picture?.data ?? []))
      expect(darkest(before)).toBeLessThan(40)
      expect(half && pixelAt(half, 60, 72)[1]).toBeGreaterThan(110)
      expect(half && pixelAt(half, 150, 40)[1]).toBeLessThan(40)
      expect(darkest(after)).toBeGreaterThan(110)
    },
    slow,
  )
})
