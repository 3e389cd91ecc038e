import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lightnessToLight } from '../src/editing/colour/light.ts'
import { createBaseline, removeModule } from '../src/editing/index.ts'
import { createStudio, type Studio } from './pixels/create-studio.ts'
import { overTile } from './pixels/over-tile.ts'
import {
  type Box,
  type Colour,
  differenceOf,
  greatestDifference,
  type Picture,
  pixelAt,
  pixelsIn,
  tileBox,
} from './pixels/pixels.ts'
import { hues, sceneAt, size, sizeOf } from './pixels/scene.ts'
import {
  grey,
  type Hue,
  hueColour,
  hueLightness,
  hueStrength,
  hueTurn,
} from './pixels/statistics.ts'

const slow = 180_000
const raw = createBaseline()
// The cast is safe, because the hues are the keys of this constant.
const names = Object.keys(hues) as readonly Hue[]
let studio: Studio
let photo: string
let plain: Picture

beforeAll(async () => {
  studio = await createStudio()
  photo = await studio.shoot({ ...size, pixelAt: sceneAt })
  plain = await studio.render(raw, photo)
}, slow)

afterAll(() => studio.close())

const tile = tileBox(0)
const hueColours = (picture: Picture, chosen: readonly Hue[], box = tile): readonly Colour[] =>
  chosen.map((hue) => hueColour(picture, box, hue))
const whole = (picture: Picture) =>
  pixelsIn(picture, { x: 0, y: 0, width: picture.width, height: picture.height })
const mostColour = (picture: Picture) =>
  Math.max(...whole(picture).map((colour) => Math.max(...colour) - Math.min(...colour)))
const greyRow = (picture: Picture, box: Box) =>
  [0, 1, 2, 3, 4, 5].map((step) => grey(step)(picture, box))

describe.concurrent('hues on real renders', () => {
  describe('each in a tile of its own', () => {
    const across = 3
    const frame = sizeOf(across)
    let before: Picture
    let after: Picture

    beforeAll(async () => {
      const tiles = await studio.shoot({ ...frame, pixelAt: sceneAt })
      const state = names.reduce((current, hue, index) => {
        const place = { mask: overTile(index, across), frame }
        const saturation = { [`sat_${hue}`]: -0.5 }
        const turn = { [`hue_${hue}`]: 25 }
        const luminance = { [`bright_${hue}`]: -0.4 }
        const paler = studio.apply(current, 'hsl_saturation', { value: saturation, ...place })
        const turned = studio.apply(paler, 'hsl_hue', { value: turn, ...place })
        return studio.apply(turned, 'hsl_luminance', { value: luminance, ...place })
      }, raw)
      expect(state.entries).toHaveLength(names.length)
      const pictures = await Promise.all([studio.render(raw, tiles), studio.render(state, tiles)])
      before = pictures[0]
      after = pictures[1]
    }, slow)

    it.each(names)(
      'changes %s in strength, hue and lightness, and no other hue and no grey',
      (hue) => {
        const box = tileBox(names.indexOf(hue), across)
        const others = names.filter((other) => other !== hue)
        expect(
          greatestDifference(hueColours(after, others, box), hueColours(before, others, box)),
        ).toBeLessThanOrEqual(1)
        expect(greyRow(after, box)).toEqual(greyRow(before, box))
        expect(hueStrength(hue)(after, box)).toBeLessThan(hueStrength(hue)(before, box) * 0.7)
        expect(hueTurn(hue)(after, box)).toBeGreaterThan(5)
        expect(hueLightness(hue)(after, box)).toBeLessThan(hueLightness(hue)(before, box) - 5)
      },
    )
  })

  it(
    'removes all colour from a hue at -1',
    async () => {
      const picture = await studio.render(
        studio.apply(raw, 'hsl_saturation', { value: { sat_green: -1 } }),
        photo,
      )
      expect(hueStrength('green')(picture, tile)).toBeLessThanOrEqual(2)
    },
    slow,
  )

  it(
    'leaves no colour in black and white, and half of it at half the strength',
    async () => {
      const value = { bright_red: 0.5, bright_yellow: 0.3, bright_green: -0.4, bright_blue: -0.8 }
      const states = [1, 0.5].map((strength) =>
        studio.apply(raw, 'bw_convert', { value, strength }),
      )
      const [all, half] = await Promise.all(states.map((state) => studio.render(state, photo)))
      if (!all || !half) return expect.fail()
      expect(mostColour(all)).toBeLessThanOrEqual(1)
      for (const hue of names) {
        const share = hueStrength(hue)(half, tile) / hueStrength(hue)(plain, tile)
        expect(share).toBeGreaterThan(0.3)
        expect(share).toBeLessThan(0.7)
      }
    },
    slow,
  )

  it(
    'separates black and white from the hues, and restores the pixels if both are removed',
    async () => {
      const coloured = studio.apply(raw, 'hsl_luminance', { value: { bright_blue: -0.5 } })
      const both = studio.apply(coloured, 'bw_convert')
      expect(both.entries.map(({ multiPriority }) => multiPriority)).toEqual([0, 1])
      const [picture, back] = await Promise.all([
        studio.render(both, photo),
        studio.render(removeModule(both, 'colorzones'), photo),
      ])
      expect(hueLightness('blue')(picture, tile)).toBeLessThan(
        hueLightness('blue')(plain, tile) - 5,
      )
      expect(differenceOf(back, plain)).toBe(0)
    },
    slow,
  )

  it(
    'has black and white looks without colour, with hues weighted as by filters',
    async () => {
      const render = (look: string) => studio.render(studio.apply(raw, look), photo)
      const neutral = await render('look_mono_neutral')
      const filters = [
        ['look_mono_red_filter', 'orange', 'blue'],
        ['look_mono_infrared', 'green', 'blue'],
        ['look_mono_portrait', 'orange', 'green'],
      ] as const
      const check = async ([look, lighter, darker]: (typeof filters)[number]) => {
        const filtered = await render(look)
        const gap = (picture: Picture) =>
          hueLightness(lighter)(picture, tile) - hueLightness(darker)(picture, tile)
        expect(mostColour(filtered), look).toBeLessThanOrEqual(1)
        expect(gap(filtered), look).toBeGreaterThan(gap(neutral) + 15)
      }
      await Promise.all(filters.map(check))
    },
    slow,
  )

  it(
    'brings the hues of skin nearer to each other, and changes no other colours by default',
    async () => {
      const mask = { dt_form: 'rectangle', dt_params: { x0: 0, y0: 0, x1: 1, y1: 1 } } as const
      const states = [
        studio.apply(raw, 'skin_uniformity', {
          value: { sat_orange: 0, even: 1 },
          mask,
          frame: size,
        }),
        studio.apply(raw, 'skin_uniformity'),
      ]
      const [picture, byDefault] = await Promise.all(
        states.map((state) => studio.render(state, photo)),
      )
      if (!picture || !byDefault) return expect.fail()
      expect(hueTurn('red')(picture, tile)).toBeGreaterThan(3)
      expect(hueTurn('yellow')(picture, tile)).toBeLessThan(-3)
      expect(
        Math.abs(hueTurn('orange')(picture, tile) - hueTurn('orange')(plain, tile)),
      ).toBeLessThan(1)
      expect(hueStrength('orange')(byDefault, tile)).toBeLessThan(
        hueStrength('orange')(plain, tile) * 0.8,
      )
      const others: readonly Hue[] = ['green', 'cyan', 'blue', 'lavender', 'magenta']
      expect(
        greatestDifference(hueColours(byDefault, others), hueColours(plain, others)),
      ).toBeLessThanOrEqual(1)
    },
    slow,
  )
})

describe('the tone curve on real renders', () => {
  const tones = { shadows: 10, darks: 30, midtones: 50, lights: 70, highlights: 90 }
  const names = Object.keys(tones)
  const lightnesses = [0, ...Object.values(tones), 100]
  const step = 16
  // The first row is unchanged; each of the others has one tone moved.
  const frame = { width: lightnesses.length * step, height: (names.length + 1) * step }
  const rowMask = (row: number) =>
    ({
      dt_form: 'rectangle',
      dt_params: {
        x0: 0,
        x1: 1,
        y0: (row * step) / frame.height,
        y1: ((row + 1) * step) / frame.height,
        border: 0.001,
      },
    }) as const
  let picture: Picture

  beforeAll(async () => {
    const steps = await studio.shoot({
      ...frame,
      pixelAt: (x) => {
        const light = lightnessToLight((lightnesses[Math.floor(x / step)] ?? 0) / 100)
        return [light, light, light]
      },
    })
    const state = names.reduce(
      (before, tone, index) =>
        studio.apply(before, 'tone_curve', {
          value: { [tone]: 8 },
          mask: rowMask(index + 1),
          frame,
        }),
      raw,
    )
    picture = await studio.render(state, steps)
  }, slow)

  const lightnessAt = (row: number, column: number) => {
    const light =
      ((pixelAt(picture, (column + 0.5) * step, (row + 0.5) * step)[1] / 255 + 0.055) / 1.055) **
      2.4
    return 116 * Math.cbrt(light) - 16
  }

  it.each(names)('moves the %s by the requested value, and no other tone', (tone) => {
    const moved = names.indexOf(tone) + 1
    for (const column of lightnesses.keys())
      expect(lightnessAt(moved, column) - lightnessAt(0, column), String(column)).toBeCloseTo(
        column === moved ? 8 : 0,
        0,
      )
  })
})
