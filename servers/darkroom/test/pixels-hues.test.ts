import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBaseline, removeModule } from '../src/editing/index.ts'
import { lightnessToLight } from '../src/editing/masks/colour.ts'
import { createStudio, type Studio } from './pixels/create-studio.ts'
import { type Colour, greatestDifference, type Picture, pixelAt, pixelsIn, tileBox } from './pixels/picture.ts'
import { hues, sceneAt, size } from './pixels/scene.ts'
import { grey, type Hue, hueColour, hueLightness, hueStrength, hueTurn } from './pixels/statistics.ts'

const slow = 180_000
const raw = createBaseline()
// The names of the scene's hues are the keys of the constant that they come from.
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
const hueColours = (picture: Picture, chosen: readonly Hue[]): readonly Colour[] => chosen.map((hue) => hueColour(picture, tile, hue))
const whole = (picture: Picture) => pixelsIn(picture, { x: 0, y: 0, width: picture.width, height: picture.height })
const mostColour = (picture: Picture) => Math.max(...whole(picture).map((colour) => Math.max(...colour) - Math.min(...colour)))
const greyRow = (picture: Picture) => [0, 1, 2, 3, 4, 5].map((step) => grey(step)(picture, tile))

describe.concurrent('hues on real renders', () => {
  it.each(names)(
    'changes %s in strength, hue and lightness together, and leaves the other seven hues and the greys as they are',
    async (hue) => {
      const stronger = studio.apply(raw, 'hsl_saturation', { value: { [`sat_${hue}`]: -0.5 } })
      const turned = studio.apply(stronger, 'hsl_hue', { value: { [`hue_${hue}`]: 25 } })
      const state = studio.apply(turned, 'hsl_luminance', { value: { [`bright_${hue}`]: -0.4 } })
      expect(state.entries).toHaveLength(1)
      const picture = await studio.render(state, photo)
      const others = names.filter((other) => other !== hue)
      expect(greatestDifference(hueColours(picture, others), hueColours(plain, others))).toBeLessThanOrEqual(1)
      expect(greyRow(picture)).toEqual(greyRow(plain))
      expect(hueStrength(hue)(picture, tile)).toBeLessThan(hueStrength(hue)(plain, tile) * 0.7)
      expect(hueTurn(hue)(picture, tile)).toBeGreaterThan(5)
      expect(hueLightness(hue)(picture, tile)).toBeLessThan(hueLightness(hue)(plain, tile) - 5)
    },
    slow,
  )

  it(
    'takes all colour from a hue at -1',
    async () => {
      const picture = await studio.render(studio.apply(raw, 'hsl_saturation', { value: { sat_green: -1 } }), photo)
      expect(hueStrength('green')(picture, tile)).toBeLessThanOrEqual(2)
    },
    slow,
  )

  it(
    'leaves no colour in black and white, whatever the hues weigh, and half of it at half the strength',
    async () => {
      const value = { bright_red: 0.5, bright_yellow: 0.3, bright_green: -0.4, bright_blue: -0.8 }
      const states = [1, 0.5].map((strength) => studio.apply(raw, 'bw_convert', { value, strength }))
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
    'keeps black and white apart from the hues, and gives the earlier pixels back when both are removed',
    async () => {
      const coloured = studio.apply(raw, 'hsl_luminance', { value: { bright_blue: -0.5 } })
      const both = studio.apply(coloured, 'bw_convert')
      expect(both.entries.map(({ multiPriority }) => multiPriority)).toEqual([0, 1])
      const [picture, back] = await Promise.all([studio.render(both, photo), studio.render(removeModule(both, 'colorzones'), photo)])
      expect(hueLightness('blue')(picture, tile)).toBeLessThan(hueLightness('blue')(plain, tile) - 5)
      expect(greatestDifference(whole(back), whole(plain))).toBe(0)
    },
    slow,
  )

  it.each([
    ['look_mono_red_filter', 'orange', 'blue'],
    ['look_mono_infrared', 'green', 'blue'],
    ['look_mono_portrait', 'orange', 'green'],
  ] as const)(
    'has no colour in %s, and %s lighter against %s than in plain black and white',
    async (look, lighter, darker) => {
      const [filtered, neutral] = await Promise.all([look, 'look_mono_neutral'].map((name) => studio.render(studio.apply(raw, name), photo)))
      if (!filtered || !neutral) return expect.fail()
      expect(mostColour(filtered)).toBeLessThanOrEqual(1)
      const gap = (picture: Picture) => hueLightness(lighter)(picture, tile) - hueLightness(darker)(picture, tile)
      expect(gap(filtered)).toBeGreaterThan(gap(neutral) + 15)
    },
    slow,
  )

  it(
    'brings the hues of skin nearer to each other, and by itself touches no other colours',
    async () => {
      const mask = { dt_form: 'rectangle', dt_params: { x0: 0, y0: 0, x1: 1, y1: 1 } } as const
      const picture = await studio.render(studio.apply(raw, 'skin_uniformity', { value: { sat_orange: 0, even: 1 }, mask, frame: size }), photo)
      expect(hueTurn('red')(picture, tile)).toBeGreaterThan(3)
      expect(hueTurn('yellow')(picture, tile)).toBeLessThan(-3)
      expect(Math.abs(hueTurn('orange')(picture, tile) - hueTurn('orange')(plain, tile))).toBeLessThan(1)
      const byDefault = await studio.render(studio.apply(raw, 'skin_uniformity'), photo)
      expect(hueStrength('orange')(byDefault, tile)).toBeLessThan(hueStrength('orange')(plain, tile) * 0.8)
      const others: readonly Hue[] = ['green', 'cyan', 'blue', 'lavender', 'magenta']
      expect(greatestDifference(hueColours(byDefault, others), hueColours(plain, others))).toBeLessThanOrEqual(1)
    },
    slow,
  )
})

describe.concurrent('the tone curve on real renders', () => {
  const tones = { shadows: 10, darks: 30, midtones: 50, lights: 70, highlights: 90 }
  const lightnesses = [0, ...Object.values(tones), 100]
  const lightnessAt = (picture: Picture, index: number) => {
    const light = ((pixelAt(picture, index * 16 + 8, 8)[1] / 255 + 0.055) / 1.055) ** 2.4
    return 116 * Math.cbrt(light) - 16
  }

  it.each(Object.keys(tones))(
    'moves the %s by what was asked for and no other tone',
    async (tone) => {
      const steps = await studio.shoot({
        width: lightnesses.length * 16,
        height: 16,
        pixelAt: (x) => {
          const light = lightnessToLight((lightnesses[Math.floor(x / 16)] ?? 0) / 100)
          return [light, light, light]
        },
      })
      const moved = Object.keys(tones).indexOf(tone) + 1
      const [before, after] = await Promise.all([raw, studio.apply(raw, 'tone_curve', { value: { [tone]: 8 } })].map((state) => studio.render(state, steps)))
      if (!before || !after) return expect.fail()
      for (const index of lightnesses.keys()) expect(lightnessAt(after, index) - lightnessAt(before, index), String(index)).toBeCloseTo(index === moved ? 8 : 0, 0)
    },
    slow,
  )
})
