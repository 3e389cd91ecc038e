import { beforeAll, describe, expect, it } from 'vitest'
import { type ApplyOptions, applyEntry } from './apply/apply-entry.ts'
import { removeModule } from './apply/remove-module.ts'
import { diffStates } from './diff-states.ts'
import { createBaseline } from './state/create-baseline.ts'
import type { EditState } from './state/edit-state.ts'
import type { Vocabulary } from './vocabulary/create-vocabulary.ts'
import { loadVocabulary } from './vocabulary/load-vocabulary.ts'
import { ownPacks } from './vocabulary/own-packs.ts'

const start = createBaseline()
let vocabulary: Vocabulary

beforeAll(async () => {
  vocabulary = await loadVocabulary(ownPacks)
})

const apply = (state: EditState, name: string, options: ApplyOptions = {}) =>
  applyEntry(state, vocabulary.find(name) ?? expect.fail(name), {
    vocabulary,
    frame: { width: 300, height: 200 },
    ...options,
  })

describe('differences', () => {
  it('between equal states are none', () => {
    expect(diffStates(apply(start, 'look_moody'), apply(start, 'look_moody'))).toEqual([])
  })

  it('name fields, not bytes', () => {
    const a = apply(start, 'exposure', { value: 0.5 })
    const b = apply(apply(start, 'exposure', { value: 1 }), 'sharpen', { value: 0.8 })
    expect(diffStates(a, b)).toEqual([
      {
        operation: 'exposure',
        multi_priority: 0,
        layer: 'L3',
        kind: 'changed',
        changes: [{ field: 'exposure', from: 0.5, to: 1 }],
      },
      {
        operation: 'sharpen',
        multi_priority: 0,
        layer: 'L3',
        kind: 'added',
        changes: [
          { field: 'enabled', from: null, to: true },
          { field: 'amount', from: null, to: 0.8 },
        ],
      },
    ])
    expect(diffStates(b, removeModule(b, 'sharpen'))).toMatchObject([
      {
        operation: 'sharpen',
        kind: 'removed',
        changes: [
          { field: 'enabled', to: null },
          { field: 'amount', from: 0.8, to: null },
        ],
      },
    ])
  })

  it('include masks, ranges, opacity and switching off', () => {
    const mask = {
      dt_form: 'circle',
      dt_params: { radius: 0.25, border: 0.125 },
      range_filter: { kind: 'luminance', min: 0.5, max: 1 },
    } as const
    const [added] = diffStates(
      start,
      apply(start, 'exposure', { value: 1, mask: { ...mask, opacity: 50 } }),
    )
    expect(added?.changes).toContainEqual({
      field: 'mask.forms',
      from: null,
      to: [{ form: 'circle', x: 0.5, y: 0.5, radius: 0.25, border: 0.125 }],
    })
    expect(added?.changes).toContainEqual({ field: 'blend.opacity', from: null, to: 50 })
    expect(added?.changes.map(({ field }) => field)).toContain('mask.ranges')
    const off = diffStates(
      apply(start, 'exposure', { value: 1 }),
      apply(start, 'exposure', { value: 1, strength: 0 }),
    )
    expect(off).toMatchObject([
      {
        kind: 'changed',
        changes: [
          { field: 'enabled', from: true, to: false },
          { field: 'exposure', from: 1, to: 0 },
        ],
      },
    ])
  })

  it('show the bytes of an unknown module', () => {
    const unknown = (params: string): EditState => ({
      ...start,
      entries: [
        {
          operation: 'futuristic',
          modversion: 3,
          enabled: true,
          params,
          multiName: '',
          multiPriority: 0,
          blendVersion: 0,
          blendParams: '',
          attributes: [],
        },
      ],
    })
    expect(diffStates(unknown('00'), unknown('01'))).toEqual([
      {
        operation: 'futuristic',
        multi_priority: 0,
        layer: null,
        kind: 'changed',
        changes: [{ field: 'params', from: '00', to: '01' }],
      },
    ])
  })
})
