import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBaseline, type VocabularyEntry } from '../src/editing/index.ts'
import { createStudio, type Studio } from './pixels/create-studio.ts'
import { type Move, moves } from './pixels/moves.ts'
import { overTile } from './pixels/over-tile.ts'
import {
  type Box,
  greatestDifference,
  inner,
  type Picture,
  pixelsIn,
  tileBox,
} from './pixels/pixels.ts'
import { sceneAt, sizeOf } from './pixels/scene.ts'

const slow = 180_000
const raw = createBaseline()
const movesPerPicture = 5
let studio: Studio
/** A photo for each number of tiles across, and its render without any move. */
const scenes = new Map<number, { readonly photo: string; readonly plain: Picture }>()
const sceneOf = (across: number) => scenes.get(across) ?? expect.fail()

beforeAll(async () => {
  studio = await createStudio()
  for (const across of [2, 4]) {
    const photo = await studio.shoot({ ...sizeOf(across), pixelAt: sceneAt })
    scenes.set(across, { photo, plain: await studio.render(raw, photo) })
  }
}, slow)

afterAll(() => studio.close())

interface Measured {
  /** The statistic at each of the three values. */
  readonly found: readonly number[]
  /** The tile that no move may change, after and before. */
  readonly untouched: readonly [after: Picture, before: Picture, box: Box]
}

type Measure = () => Promise<Measured>

/**
 * Renders moves in one picture, with a tile for each value of each move, because darktable takes
 * longer to start than to render. No move changes the last tile.
 */
function measureTogether(
  group: readonly Move[],
  across: number,
): readonly (readonly [Move, Measure])[] {
  const shown = group.flatMap(({ name, values }) => values.map((value) => ({ name, value })))
  const render = () => {
    const state = shown.reduce(
      (before, { name, value }, tile) =>
        studio.apply(before, name, { value, mask: overTile(tile, across), frame: sizeOf(across) }),
      raw,
    )
    return studio.render(state, sceneOf(across).photo)
  }
  let rendered: Promise<Picture> | undefined
  return group.map((move, place) => {
    const measure = async (): Promise<Measured> => {
      const picture = await (rendered ??= render())
      const found = move.values.map((_, index) =>
        move.statistic(picture, tileBox(place * move.values.length + index, across)),
      )
      return {
        found,
        untouched: [picture, sceneOf(across).plain, tileBox(across * across - 1, across)],
      }
    }
    return [move, measure]
  })
}

async function measureApart({ name, values, statistic }: Move): Promise<Measured> {
  const { photo, plain } = sceneOf(2)
  const mask = studio.find(name).maskable ? { mask: overTile(0), frame: sizeOf(2) } : undefined
  const rendered = await Promise.all(
    values.map((value) => studio.render(studio.apply(raw, name, { value, ...mask }), photo)),
  )
  const last = rendered[2] ?? expect.fail()
  return {
    found: rendered.map((picture) => statistic(picture, tileBox(0))),
    untouched: [mask ? last : plain, plain, tileBox(3)],
  }
}

const together = moves.filter(({ apart, alone }) => !apart && !alone)
const groups = Array.from({ length: Math.ceil(together.length / movesPerPicture) }, (_, index) =>
  together.slice(index * movesPerPicture, (index + 1) * movesPerPicture),
)
const measures: readonly (readonly [Move, Measure])[] = [
  ...moves.filter(({ apart }) => apart).map((move) => [move, () => measureApart(move)] as const),
  ...moves.filter(({ alone }) => alone).flatMap((move) => measureTogether([move], 2)),
  ...groups.flatMap((group) => measureTogether(group, 4)),
]

describe.concurrent('moves on real renders', () => {
  it.each(
    measures.map(([move, measure]): readonly [string, Move, Measure] => [
      `${move.name} ${JSON.stringify(move.values)}`,
      move,
      measure,
    ]),
  )(
    '%s',
    async (_, move, measure) => {
      const { found, untouched } = await measure()
      const [first = 0, second = 0, third = 0] =
        move.goes === 'up' ? found : found.map((value) => -value)
      expect(second - first, found.join(', ')).toBeGreaterThan(0.2)
      expect(third - second, found.join(', ')).toBeGreaterThan(0.2)
      const [after, before, outside] = untouched
      expect(
        greatestDifference(pixelsIn(after, inner(outside)), pixelsIn(before, inner(outside))),
      ).toBeLessThanOrEqual(1)
    },
    slow,
  )
})

it('covers every parameter of every move that does not move pixels', () => {
  const geometry = new Set(['crop', 'rotate', 'perspective', 'corner_crop', 'lens_correction'])
  const uncovered = ({ name, parameters }: VocabularyEntry) =>
    (parameters ?? []).filter(
      (parameter) =>
        !moves.some(
          (move) =>
            move.name === name &&
            move.values.every((value) => typeof value === 'number' || parameter.name in value),
        ),
    )
  const missing = studio.vocabulary
    .list({ layer: 'L3' })
    .filter(({ name }) => !geometry.has(name))
    .flatMap((entry) => uncovered(entry).map((parameter) => `${entry.name}.${parameter.name}`))
  expect(missing).toEqual([])
})
