import { describe, expect, it } from 'vitest'
import { createBaseline } from '../state/create-baseline.ts'
import type { EditState } from '../state/edit-state.ts'
import { loadVocabulary } from '../vocabulary/load-vocabulary.ts'
import { ownPacks } from '../vocabulary/own-packs.ts'
import { applyEntry } from './apply-entry.ts'
import { changesNothing } from './changes-nothing.ts'
import type { Values } from './resolve-value.ts'

const vocabulary = await loadVocabulary(ownPacks)
const frame = { width: 300, height: 200, camera: { make: 'A', model: 'B', lens: 'C' } }
const raw = createBaseline()
const find = (name: string) => vocabulary.find(name) ?? expect.fail(name)
const apply = (state: EditState, name: string, value?: Values, strength?: number) =>
  applyEntry(state, find(name), { value, strength, frame, vocabulary })
const isIdle = (state: EditState, name: string, value?: Values, strength?: number) =>
  changesNothing(find(name), value, state, apply(state, name, value, strength))

describe('a move that changes nothing', () => {
  it('is one whose values are all neutral', () => {
    const tones = ['exposure', 'black_level', 'tone_equalizer', 'tone_curve']
    const colours = [
      'white_balance',
      'white_balance_kelvin',
      'temperature',
      'hue',
      'hsl_saturation',
      'hsl_hue',
      'hsl_luminance',
    ]
    const places = ['crop', 'rotate', 'perspective', 'corner_crop']
    const idle = vocabulary.list().filter(({ name }) => isIdle(raw, name))
    expect(idle.map(({ name }) => name)).toEqual([...tones, ...colours, ...places])
    expect([
      isIdle(raw, 'saturation', { saturation: 0 }),
      isIdle(raw, 'exposure', { ev: 0.1 }),
      isIdle(raw, 'crop', { left: 0.1 }),
    ]).toEqual([true, false, false])
  })

  it('is every move at a strength of 0, and a move that is there already', () => {
    const bright = apply(raw, 'exposure', { ev: 0.3 })
    const acting = vocabulary.list().filter(({ name }) => !isIdle(bright, name, undefined, 0))
    expect(acting.map(({ name }) => name)).toEqual(['exposure'])
    expect(isIdle(bright, 'exposure', { ev: 0.3 })).toBe(true)
    expect(isIdle(bright, 'exposure', { ev: 0.4 })).toBe(false)
    expect(isIdle(bright, 'exposure', { ev: 0.3 }, 0.5)).toBe(false)
  })

  it('is not one that undoes an earlier move', () => {
    expect(isIdle(apply(raw, 'exposure', { ev: 1 }), 'exposure')).toBe(false)
    const uncropped = apply(apply(raw, 'rotate', { degrees: 5 }), 'corner_crop', { cut: 0 })
    expect(isIdle(uncropped, 'corner_crop')).toBe(false)
    expect(isIdle(apply(raw, 'exposure', { ev: 1 }), 'crop')).toBe(true)
  })
})
