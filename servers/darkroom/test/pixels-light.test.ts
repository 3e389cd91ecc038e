import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  bindLayer,
  createBaseline,
  readGrayCard,
  readXmp,
  removeModule,
} from '../src/editing/index.ts'
import { createStudio, type Studio } from './pixels/create-studio.ts'
import { differenceOf, meanOf, type Picture, pixelAt, pixelsIn } from './pixels/pixels.ts'
import { sceneAt, size, tile } from './pixels/scene.ts'

const slow = 180_000
const raw = createBaseline()
let studio: Studio
let grey: string
let photo: string
let plain: Picture

beforeAll(async () => {
  studio = await createStudio()
  grey = await studio.shoot({ width: 64, height: 48, pixelAt: () => [0.18, 0.18, 0.18] })
  photo = await studio.shoot({ ...size, pixelAt: sceneAt })
  plain = await studio.render(raw, photo)
}, slow)

afterAll(() => studio.close())

const whole = (picture: Picture) =>
  pixelsIn(picture, { x: 0, y: 0, width: picture.width, height: picture.height })
const expectGrey = (picture: Picture, level: number) => {
  for (const value of meanOf(picture, { x: 4, y: 4, width: 56, height: 40 }))
    expect(Math.abs(value - level)).toBeLessThanOrEqual(1)
}

describe.concurrent('light on real renders', () => {
  it.each([
    [0, 118],
    [1, 162],
    [-1, 85],
  ])(
    'renders 18 % grey at %d EV as %d',
    async (ev, expected) => {
      expectGrey(
        await studio.render(ev === 0 ? raw : studio.apply(raw, 'exposure', { value: ev }), grey),
        expected,
      )
    },
    slow,
  )

  it.each([
    [0, 118],
    [1, 162],
  ])(
    'renders a developed grey of 118 at %d EV as %d',
    async (ev, expected) => {
      const ldr = createBaseline({ kind: 'ldr' })
      const picture = await studio.render(
        ev === 0 ? ldr : studio.apply(ldr, 'exposure', { value: ev }),
        await studio.paint({ width: 64, height: 48, grey: 118 }),
      )
      expectGrey(picture, expected)
    },
    slow,
  )

  it(
    'changes nothing if all moves are applied at strength 0',
    async () => {
      const camera = {
        make: 'Canon',
        model: 'Canon EOS 5D Mark III',
        lens: 'Canon EF 24-105mm f/4L IS USM',
      }
      const names = studio.vocabulary.list({ layer: 'L3' }).map(({ name }) => name)
      const state = names.reduce(
        (before, name) => studio.apply(before, name, { strength: 0, frame: { ...size, camera } }),
        raw,
      )
      expect(state.entries.length).toBeGreaterThan(15)
      expect(differenceOf(await studio.render(state, photo), plain)).toBe(0)
    },
    slow,
  )

  it(
    'goes half the way at strength 0.5',
    async () => {
      expectGrey(
        await studio.render(studio.apply(raw, 'exposure', { value: 2, strength: 0.5 }), grey),
        162,
      )
      const sigmoid = await Promise.all(
        [0.5, 1].map((strength) =>
          studio.render(studio.apply(raw, 'sigmoid_contrast', { value: 3, strength }), photo),
        ),
      )
      const [none = 0, some = 0, all = 0] = [plain, ...sigmoid].map(
        (picture) => pixelAt(picture, 40, 10)[1],
      )
      expect(some).toBeLessThan(none)
      expect(some).toBeGreaterThan(all)
    },
    slow,
  )

  it(
    'restores the pixels if moves are removed',
    async () => {
      const before = studio.apply(studio.apply(raw, 'look_warm_film'), 'saturation', { value: 0.3 })
      const clear = studio.apply(before, 'clarity', {
        value: 1,
        mask: { dt_form: 'ellipse' },
        frame: size,
      })
      const moved = studio.apply(
        studio.apply(clear, 'tone_curve', { value: { midtones: 8 } }),
        'rotate',
        { value: 5, frame: size },
      )
      const after = ['bilat', 'tonecurve', 'ashift'].reduce(
        (state, operation) => removeModule(state, operation),
        moved,
      )
      const [first, changed, second] = await Promise.all(
        [before, moved, after].map((state) => studio.render(state, photo)),
      )
      if (!first || !changed || !second) return expect.fail()
      expect(changed.width).toBeLessThan(first.width)
      expect(differenceOf(first, second)).toBe(0)
    },
    slow,
  )

  it(
    'reads the sidecars of darktable, and renders the same from them',
    async () => {
      const masked = studio.apply(studio.apply(raw, 'exposure', { value: 1 }), 'exposure', {
        value: -2,
        mask: { dt_form: 'ellipse' },
        frame: size,
      })
      const state = studio.apply(masked, 'rotate', { value: 5, frame: size })
      const read = readXmp(await studio.sidecarOf(state, photo))
      expect(read.entries.map(({ operation }) => operation)).toEqual(
        expect.arrayContaining(['rawprepare', 'demosaic', 'colorin', 'exposure', 'ashift']),
      )
      const [own, again] = await Promise.all([
        studio.render(state, photo),
        studio.render(read, photo),
      ])
      expect(differenceOf(own, again)).toBe(0)
      const moved = studio.apply(read, 'exposure', { value: -1 })
      expect(moved.entries.at(-1)).toMatchObject({ operation: 'exposure', multiPriority: 2 })
      expect(pixelAt(await studio.render(moved, photo), 100, 80)[1]).toBeLessThan(
        pixelAt(own, 100, 80)[1],
      )
    },
    slow,
  )

  it(
    'separates a look and a move of the same module',
    async () => {
      const look = studio.apply(raw, 'look_high_key')
      const both = studio.apply(look, 'exposure', { value: -0.7 })
      const [lookOnly, moved, back] = await Promise.all([
        studio.render(look, photo),
        studio.render(both, photo),
        studio.render(removeModule(both, 'exposure'), photo),
      ])
      expect(pixelAt(moved, 70, 10)[1]).toBeLessThan(pixelAt(lookOnly, 70, 10)[1])
      expect(differenceOf(back, lookOnly)).toBe(0)
    },
    slow,
  )

  it(
    'makes a measured patch grey',
    async () => {
      const tinted = await studio.shoot({ width: 64, height: 48, pixelAt: () => [0.3, 0.2, 0.1] })
      const before = await studio.render(raw, tinted)
      const reading = readGrayCard({ ...before, channels: 3 }, { x: 30, y: 20 })
      const after = await studio.render(
        studio.apply(raw, 'white_balance', { value: reading.parameter_values }),
        tinted,
      )
      const [red, green, blue] = meanOf(after, { x: 10, y: 10, width: 40, height: 30 })
      expect(Math.abs(red - green)).toBeLessThanOrEqual(1)
      expect(Math.abs(blue - green)).toBeLessThanOrEqual(1)
    },
    slow,
  )

  it(
    'leaves no colour in black and white',
    async () => {
      const picture = await studio.render(studio.apply(raw, 'monochrome'), photo)
      expect(
        Math.max(...whole(picture).map((colour) => Math.max(...colour) - Math.min(...colour))),
      ).toBeLessThanOrEqual(1)
    },
    slow,
  )

  it(
    'renders every look to another picture, and less of it at half its strength',
    async () => {
      const looks = studio.vocabulary.list({ layer: 'L2' })
      expect(looks.length).toBeGreaterThanOrEqual(12)
      const small = await studio.shoot({ ...tile, pixelAt: sceneAt })
      const [first = expect.fail()] = looks
      const states = [
        raw,
        studio.apply(raw, first.name, { strength: 0.5 }),
        ...looks.map((look) => bindLayer(raw, look)),
      ]
      const [without = expect.fail(), half = expect.fail(), ...pictures] = await Promise.all(
        states.map((state) => studio.render(state, small)),
      )
      for (const [index, picture] of pictures.entries()) {
        expect(differenceOf(picture, without), looks[index]?.name).toBeGreaterThan(5)
        for (const other of pictures.slice(index + 1))
          expect(differenceOf(picture, other), looks[index]?.name).toBeGreaterThan(3)
      }
      expect(differenceOf(half, without)).toBeLessThan(
        differenceOf(pictures[0] ?? without, without),
      )
    },
    slow,
  )
})
