import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBaseline, type EditState, type MaskSpec, type VocabularyEntry } from '../src/editing/index.ts'
import { createStudio, type Studio } from './pixels/create-studio.ts'
import { type Move, moves } from './pixels/moves.ts'
import { greatestDifference, inner, type Picture, pixelsIn, tileBox } from './pixels/picture.ts'
import { sceneAt, size } from './pixels/scene.ts'

const frame = size
const slow = 180_000
const untouched = 3
let studio: Studio
let photo: string
let plain: Picture

beforeAll(async () => {
  studio = await createStudio()
  photo = await studio.shoot({ ...size, pixelAt: sceneAt })
  plain = await studio.render(createBaseline(), photo)
}, slow)

afterAll(() => studio.close())

const overTile = (index: number): MaskSpec => {
  const [left, top] = [(index % 2) / 2, Math.floor(index / 2) / 2]
  return { dt_form: 'rectangle', dt_params: { x0: left, y0: top, x1: left + 0.5, y1: top + 0.5, border: 0.001 } }
}

/** The statistic at each of the three values, and the picture whose last tile nothing may have touched. */
async function measure({ name, values, statistic, apart }: Move): Promise<{ readonly found: readonly number[]; readonly picture: Picture }> {
  if (!apart) {
    const state = values.reduce<EditState>((before, value, index) => studio.apply(before, name, { value, mask: overTile(index), frame }), createBaseline())
    const picture = await studio.render(state, photo)
    return { found: values.map((_, index) => statistic(picture, tileBox(index))), picture }
  }
  const mask = studio.find(name).maskable ? { mask: overTile(0), frame } : {}
  const pictures = await Promise.all(values.map((value) => studio.render(studio.apply(createBaseline(), name, { value, ...mask }), photo)))
  const last = pictures[2] ?? plain
  return { found: pictures.map((picture) => statistic(picture, tileBox(0))), picture: 'mask' in mask ? last : plain }
}

describe.concurrent('moves on real renders', () => {
  it.each(moves.map((move): readonly [string, Move] => [`${move.name} ${JSON.stringify(move.values)}`, move]))(
    '%s',
    async (_, move) => {
      const { found, picture } = await measure(move)
      const [first = 0, second = 0, third = 0] = move.goes === 'up' ? found : found.map((value) => -value)
      expect(second - first, found.join(', ')).toBeGreaterThan(0.2)
      expect(third - second, found.join(', ')).toBeGreaterThan(0.2)
      const outside = inner(tileBox(untouched))
      expect(greatestDifference(pixelsIn(picture, outside), pixelsIn(plain, outside))).toBeLessThanOrEqual(1)
    },
    slow,
  )
})

it('covers every parameter of every move but those that change where things are', () => {
  const geometry = new Set(['crop', 'rotate', 'perspective', 'corner_crop', 'lens_correction'])
  const covered = ({ name, parameters }: VocabularyEntry) =>
    (parameters ?? []).filter(
      (parameter) => !moves.some((move) => move.name === name && move.values.every((value) => typeof value === 'number' || parameter.name in value)),
    )
  const missing = studio.vocabulary
    .list({ layer: 'L3' })
    .filter(({ name }) => !geometry.has(name))
    .flatMap((entry) => covered(entry).map((parameter) => `${entry.name}.${parameter.name}`))
  expect(missing).toEqual([])
})
