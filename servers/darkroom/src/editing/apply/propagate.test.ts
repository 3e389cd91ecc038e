import { beforeAll, describe, expect, it } from 'vitest'
import { createBaseline } from '../state/create-baseline.ts'
import type { EditState } from '../state/edit-state.ts'
import type { Vocabulary } from '../vocabulary/create-vocabulary.ts'
import { loadVocabulary } from '../vocabulary/load-vocabulary.ts'
import { ownPacks } from '../vocabulary/own-packs.ts'
import { type ApplyOptions, applyEntry } from './apply-entry.ts'
import { applySpot } from './apply-spot.ts'
import { propagate } from './propagate.ts'

const frame = { width: 300, height: 200 }
const start = createBaseline()
const drawn = { dt_form: 'circle' } as const
let vocabulary: Vocabulary

beforeAll(async () => {
  vocabulary = await loadVocabulary(ownPacks)
})

const apply = (state: EditState, name: string, options: ApplyOptions = {}) =>
  applyEntry(state, vocabulary.find(name) ?? expect.fail(name), { vocabulary, frame, ...options })
const source = () => {
  const exposed = apply(start, 'exposure', { value: 1 })
  const cropped = apply(exposed, 'crop', { value: { left: 0.2 } })
  const clear = apply(cropped, 'clarity', { mask: drawn })
  const saturated = apply(clear, 'saturation', { mask: { kind: 'named', name: 'mask_skin' } })
  return applySpot(saturated, { kind: 'heal', x: 0.5, y: 0.5, radius: 0.05 }, frame)
}

describe('propagation', () => {
  it('copies moves and parametric masks, but not what belongs to one picture', () => {
    const { state, appliedOps } = propagate(source(), start)
    expect(appliedOps).toEqual(['exposure', 'colorbalancergb'])
    expect(state.masks).toEqual([])
    expect(state).toEqual(
      apply(apply(start, 'exposure', { value: 1 }), 'saturation', {
        mask: { kind: 'named', name: 'mask_skin' },
      }),
    )
  })

  it('copies no sensor moves to a developed picture', () => {
    const sensor = apply(apply(start, 'highlight_clipping'), 'camera_multipliers', {
      value: { red: 2 },
    })
    expect(propagate(sensor, start).state).toEqual(sensor)
    expect(propagate(sensor, createBaseline({ kind: 'ldr' })).appliedOps).toEqual([])
  })

  it('copies everything on request', () => {
    expect(propagate(source(), start, { includePerImage: true }).state).toEqual(source())
    expect(
      propagate(source(), start, { includePerImage: true, excludeOps: ['retouch', 'bilat'] }).state
        .masks,
    ).toEqual([])
  })

  it('crops a turned picture to the shape of the target', () => {
    const upright = { width: 200, height: 350 }
    const turned = (size: typeof frame) => apply(start, 'rotate', { value: 7, frame: size })
    expect(
      propagate(turned(frame), start, { includePerImage: true, frame: upright }).state,
    ).toEqual(turned(upright))
    expect(() => propagate(turned(frame), start, { includePerImage: true })).toThrow(
      'The size of this photo is not known',
    )
  })

  it('replaces equal moves, keeps others, and gives instances free numbers', () => {
    const masked = apply(start, 'exposure', { value: -2, mask: drawn })
    const target = apply(apply(masked, 'exposure', { value: -1 }), 'sharpen')
    const { state } = propagate(source(), target)
    expect(
      state.entries.map(({ operation, multiPriority, slot }) => [
        operation,
        multiPriority,
        slot === undefined,
      ]),
    ).toEqual([
      ['exposure', 0, false],
      ['sharpen', 0, true],
      ['exposure', 1, true],
      ['colorbalancergb', 0, false],
    ])
    expect(state.masks).toHaveLength(2)
  })

  it('copies a look as a whole', () => {
    const { state, appliedOps } = propagate(
      apply(start, 'look_neutral'),
      apply(start, 'look_bleach'),
    )
    expect(appliedOps).toEqual(['sigmoid', 'colorbalancergb'])
    expect(state).toEqual(apply(start, 'look_neutral'))
  })
})
