import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { applySpot, createBaseline, type EditState, type Frame } from '../src/editing/index.ts'
import { createStudio, type Studio } from './pixels/create-studio.ts'
import { type Picture, pixelAt } from './pixels/pixels.ts'

const slow = 180_000
const size = { width: 200, height: 120 }
const raw = createBaseline()
let studio: Studio

beforeAll(async () => {
  studio = await createStudio()
}, slow)

afterAll(() => studio.close())

const isNear = (x: number, y: number, radius: number) => (atX: number, atY: number) =>
  Math.hypot(atX + 0.5 - x, atY + 0.5 - y) < radius

/** Writes a grey photo with a bright dot. */
const dotted = (x: number, y: number, orientation = 1) => {
  const inDot = isNear(x, y, 6)
  return studio.shoot({
    ...size,
    orientation,
    pixelAt: (atX, atY) => (inDot(atX, atY) ? [0.8, 0.8, 0.8] : [0.18, 0.18, 0.18]),
  })
}

/** Returns the middle of the chosen pixels as shares of the picture, and their number. */
function middleOf(
  { width, height }: Picture,
  isChosen: (x: number, y: number) => boolean,
): readonly [x: number, y: number, count: number] {
  const places = Array.from(
    { length: width * height },
    (_, index) => [index % width, Math.floor(index / width)] as const,
  ).filter(([x, y]) => isChosen(x, y))
  const mean = (axis: 0 | 1) =>
    places.reduce((sum, place) => sum + place[axis] + 0.5, 0) / places.length
  return [mean(0) / width, mean(1) / height, places.length]
}

const dotIn = (picture: Picture) => middleOf(picture, (x, y) => pixelAt(picture, x, y)[1] > 180)

describe.concurrent('places on real renders', () => {
  it(
    'crops to the requested size and place',
    async () => {
      const photo = await dotted(60, 72)
      const picture = await studio.render(
        studio.apply(raw, 'crop', { value: { left: 0.1, top: 0.2, right: 0.7, bottom: 0.9 } }),
        photo,
      )
      expect(Math.abs(picture.width - 120)).toBeLessThanOrEqual(1)
      expect(Math.abs(picture.height - 84)).toBeLessThanOrEqual(1)
      const [x, y] = dotIn(picture)
      expect(x).toBeCloseTo((0.3 - 0.1) / 0.6, 1)
      expect(y).toBeCloseTo((0.6 - 0.2) / 0.7, 1)
    },
    slow,
  )

  it(
    'turns counter-clockwise, and by a quarter almost without loss',
    async () => {
      const photo = await dotted(160, 60)
      const picture = await studio.render(
        studio.apply(raw, 'rotate', { value: 90, frame: size }),
        photo,
      )
      expect(picture.width).toBeGreaterThanOrEqual(117)
      expect(picture.height).toBeGreaterThanOrEqual(196)
      const [x, y] = dotIn(picture)
      expect(x).toBeCloseTo(0.5, 1)
      expect(y).toBeCloseTo(0.2, 1)
    },
    slow,
  )

  it.each([90, 180])(
    'has no dark edge in a preview after a turn by %d°, thanks to a margin',
    async (value) => {
      const frame = { width: 640, height: 427 }
      const photo = await studio.shoot({ ...frame, pixelAt: () => [0.18, 0.18, 0.18] })
      const picture = await studio.render(studio.apply(raw, 'rotate', { value, frame }), photo, 333)
      expect(picture.data.every((level) => level >= 117)).toBe(true)
    },
    slow,
  )

  it(
    'moves the dot by vertical and horizontal perspective and by shear',
    async () => {
      const photo = await dotted(40, 30)
      const kinds = { vertical: 0.4, horizontal: 0.4, shear: 0.2 }
      const tilted = Object.entries(kinds).map(([kind, value]) =>
        studio.apply(raw, 'perspective', { value: { [kind]: value }, frame: size }),
      )
      const [before, ...after] = await Promise.all(
        [raw, ...tilted].map((state) => studio.render(state, photo)),
      )
      const inPixels = (picture: Picture) =>
        [dotIn(picture)[0] * picture.width, dotIn(picture)[1] * picture.height] as const
      const [x, y] = inPixels(before ?? expect.fail())
      for (const [index, picture] of after.entries()) {
        const [movedX, movedY] = inPixels(picture)
        expect(Math.hypot(movedX - x, movedY - y), String(index)).toBeGreaterThan(3)
      }
    },
    slow,
  )

  it(
    'keeps the whole picture in a larger frame if the corners are kept',
    async () => {
      const photo = await dotted(160, 60)
      const rotated = studio.apply(raw, 'rotate', { value: 20, frame: size })
      const kept = studio.apply(rotated, 'corner_crop', { value: 0, frame: size })
      const turnedOn = studio.apply(kept, 'rotate', { value: -20, frame: size })
      const [picture, other] = await Promise.all([
        studio.render(kept, photo),
        studio.render(turnedOn, photo),
      ])
      for (const { width, height } of [picture, other])
        expect([width > 220, height > 170]).toEqual([true, true])
      expect(pixelAt(picture, 2, 2)).toEqual([0, 0, 0])
      expect(studio.apply(kept, 'corner_crop', { frame: size })).toEqual({
        ...rotated,
        entries: rotated.entries.map((entry) => ({ ...entry, source: 'corner_crop' })),
      })
    },
    slow,
  )

  type Tilt = (state: EditState, frame: Frame) => EditState
  const rotate =
    (value: number): Tilt =>
    (state, frame) =>
      studio.apply(state, 'rotate', { value, frame })
  const tilt =
    (value: Readonly<Record<string, number>>): Tilt =>
    (state, frame) =>
      studio.apply(state, 'perspective', { value, frame })
  const inOrder =
    (...steps: readonly Tilt[]): Tilt =>
    (state, frame) =>
      steps.reduce((before, step) => step(before, frame), state)

  const tilts: readonly (readonly [string, number, Tilt])[] = [
    ['a small turn', 1, rotate(0.7)],
    ['a turn', 1, rotate(-20)],
    ['more than half a quarter', 6, rotate(60)],
    ['a turn after perspective', 1, inOrder(tilt({ vertical: 0.5, horizontal: -0.3 }), rotate(8))],
    ['perspective after a turn', 8, inOrder(rotate(8), tilt({ vertical: 0.5, shear: 0.2 }))],
  ]
  it.each(tilts)(
    "leaves no empty corner and keeps the photo's shape: %s",
    async (_, orientation, apply) => {
      const photo = await studio.shoot({ ...size, orientation, pixelAt: () => [0.18, 0.18, 0.18] })
      const picture = await studio.render(apply(raw, { ...size, orientation }), photo)
      expect(Math.min(...picture.data)).toBeGreaterThanOrEqual(117)
      const longer = Math.max(picture.width, picture.height)
      const shorter = Math.min(picture.width, picture.height)
      expect(Math.abs(longer / shorter - size.width / size.height)).toBeLessThan(0.04)
      expect(shorter).toBeGreaterThan(50)
    },
    slow,
  )

  it(
    'corrects the lens of the photo, larger or smaller by scale',
    async () => {
      const camera = {
        make: 'Canon',
        model: 'Canon EOS 5D Mark III',
        lens: 'Canon EF 24-105mm f/4L IS USM',
        focalLength: 24,
        aperture: 8,
      }
      const photo = await dotted(30, 25)
      const frame = { ...size, camera }
      const at = async (scale: number) => {
        const state = studio.apply(raw, 'lens_correction', { value: scale, frame })
        return dotIn(await studio.render(state, photo))
      }
      const [plain, [smaller], [larger], [filling]] = await Promise.all([
        studio.render(raw, photo).then(dotIn),
        at(0.9),
        at(1.1),
        at(0),
      ])
      expect(smaller).toBeGreaterThan(larger)
      expect(filling).not.toBe(plain[0])
    },
    slow,
  )

  const crop: Tilt = (state) =>
    studio.apply(state, 'crop', { value: { left: 0.1, top: 0.2, right: 0.8, bottom: 0.9 } })
  const keepCorners: Tilt = (state, frame) =>
    studio.apply(state, 'corner_crop', { value: 0, frame })
  const unchanged: Tilt = (state) => state
  const orientations = [1, 2, 3, 4, 5, 6, 7, 8] as const
  const geometries: typeof tilts = [
    ...orientations.map(
      (orientation) => [`orientation ${orientation}`, orientation, unchanged] as const,
    ),
    ['crop', 1, crop],
    ['crop of a turned photo', 6, crop],
    ['rotation', 1, rotate(25)],
    ['rotation of a turned photo', 6, rotate(-15)],
    ['rotation with its corners', 1, inOrder(rotate(25), keepCorners)],
    [
      'perspective, rotation and crop of a turned photo',
      8,
      inOrder(tilt({ vertical: 0.3, horizontal: -0.2, shear: 0.1 }), rotate(-12), crop),
    ],
  ]
  it.each(geometries)(
    'puts a mask at its place in the seen picture: %s',
    async (_, orientation, shape) => {
      const frame: Frame = { width: 400, height: 240, orientation }
      const photo = await studio.shoot({ ...frame, pixelAt: () => [0.18, 0.18, 0.18] })
      const shaped = shape(raw, frame)
      const mask = {
        dt_form: 'circle',
        dt_params: { center_x: 0.4, center_y: 0.6, radius: 0.12, border: 0.001 },
      } as const
      const picture = await studio.render(
        studio.apply(shaped, 'exposure', { value: 1.5, mask, frame }),
        photo,
      )
      // All other pixels are 118.
      const [x, y, count] = middleOf(picture, (atX, atY) => pixelAt(picture, atX, atY)[1] > 138)
      expect(Math.abs(x - 0.4)).toBeLessThan(0.03)
      expect(Math.abs(y - 0.6)).toBeLessThan(0.03)
      const radius = Math.sqrt(count / Math.PI) / Math.min(picture.width, picture.height)
      expect(Math.abs(radius - 0.12)).toBeLessThan(0.02)
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
      const photo = await studio.shoot({
        ...size,
        pixelAt: (x, y) => (first(x, y) || second(x, y) ? [0.01, 0.01, 0.01] : [0.18, 0.18, 0.18]),
      })
      const one = applySpot(raw, { ...how, x: 0.3, y: 0.6, radius: 0.09 }, size)
      const both = applySpot(one, { ...how, x: 0.75, y: 1 / 3, radius: 0.09 }, size)
      const [half, after] = await Promise.all(
        [one, both].map((state) => studio.render(state, photo)),
      )
      const darkest = (picture: Picture | undefined) => Math.min(...(picture?.data ?? []))
      expect(half && pixelAt(half, 60, 72)[1]).toBeGreaterThan(110)
      expect(half && pixelAt(half, 150, 40)[1]).toBeLessThan(40)
      expect(darkest(after)).toBeGreaterThan(110)
    },
    slow,
  )
})
