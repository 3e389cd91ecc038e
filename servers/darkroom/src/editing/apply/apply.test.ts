import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { decodeBlend } from '../modules/blend.ts'
import { findLayout } from '../modules/find-layout.ts'
import { decodeParams } from '../modules/params.ts'
import { createBaseline } from '../state/create-baseline.ts'
import { describeState } from '../state/describe-state.ts'
import { EditError } from '../state/edit-error.ts'
import type { EditState } from '../state/edit-state.ts'
import type { Vocabulary } from '../vocabulary/create-vocabulary.ts'
import type { VocabularyEntry } from '../vocabulary/entry.ts'
import { loadVocabulary } from '../vocabulary/load-vocabulary.ts'
import { ownPacks } from '../vocabulary/own-packs.ts'
import { readXmp } from '../xmp/read-xmp.ts'
import { writeXmp } from '../xmp/write-xmp.ts'
import { type ApplyOptions, applyEntry } from './apply-entry.ts'
import { applyRegions } from './apply-regions.ts'
import { applySpot, type Spot } from './apply-spot.ts'
import { bindLayer } from './bind-layer.ts'
import { removeModule } from './remove-module.ts'

const frame = { width: 300, height: 200 }
const start = createBaseline()
let vocabulary: Vocabulary

beforeAll(async () => {
  vocabulary = await loadVocabulary(ownPacks)
})

const find = (name: string): VocabularyEntry => vocabulary.find(name) ?? expect.fail(name)
const apply = (state: EditState, name: string, options: ApplyOptions = {}) =>
  applyEntry(state, find(name), { vocabulary, frame, ...options })
const field = (state: EditState, operation: string, name: string, at = 0) => {
  const entry =
    state.entries.filter((item) => item.operation === operation)[at] ?? expect.fail(operation)
  return decodeParams(findLayout(operation) ?? expect.fail(operation), entry.params)[name]
}
const refusal = (act: () => unknown) => {
  try {
    act()
  } catch (thrown) {
    return thrown instanceof EditError
      ? { reason: thrown.reason, path: thrown.path, message: thrown.message, hint: thrown.hint }
      : { thrown }
  }
  return {}
}

describe('moves', () => {
  it('takes a number, a value by name, or the default', () => {
    expect(field(apply(start, 'exposure', { value: 0.7 }), 'exposure', 'exposure')).toBe(0.7)
    const byName = apply(start, 'exposure', { value: { ev: 0.7 } })
    expect(field(byName, 'exposure', 'exposure')).toBe(0.7)
    expect(field(apply(start, 'smooth_skin'), 'bilat', 'detail')).toBe(-0.5)
    const partly = apply(start, 'white_balance', { value: { red: 1.5 } })
    expect(field(partly, 'channelmixerrgb', 'blue[2]')).toBe(1)
  })

  it.each([
    ['exposure', 9, 'value', 'ev'],
    ['exposure', { gain: 1 }, 'value.gain', 'it takes ev'],
    ['exposure', { value: 1 }, 'value.value', 'it takes ev'],
    ['white_balance', { ev: 1 }, 'value.ev', 'it takes red, green, blue'],
    ['white_balance', 2, 'value', 'red'],
    ['white_balance', { red: 9 }, 'value.red', 'red'],
    ['crop', { left: 0.9, right: 0.2 }, 'value', 'left must be below right'],
  ])('refuses %s of %j and says what is accepted', (name, value, path, word) => {
    expect(refusal(() => apply(start, name, { value }))).toMatchObject({
      reason: 'invalid_input',
      path: expect.stringContaining(path),
      message: expect.stringContaining(word),
    })
  })

  it('scales towards the neutral value, with any value and mask', () => {
    const mask = { dt_form: 'ellipse', opacity: 80 } as const
    const all = apply(start, 'exposure', { value: 2, strength: 0.25, mask })
    expect(field(all, 'exposure', 'exposure')).toBe(0.5)
    expect(decodeBlend(all.entries[0]?.blendParams ?? '')).toMatchObject({
      maskMode: 3,
      opacity: 80,
    })
    const blended = apply(start, 'sigmoid_contrast', { value: 2, strength: 0.25, mask })
    expect(field(blended, 'sigmoid', 'middle_grey_contrast')).toBe(2)
    expect(decodeBlend(blended.entries[0]?.blendParams ?? '')?.opacity).toBe(20)
    const balanced = apply(start, 'white_balance', { value: { red: 2 }, strength: 0.5 })
    expect(field(balanced, 'channelmixerrgb', 'red[0]')).toBe(1.5)
    const darkened = apply(start, 'vignette', { value: -0.8, strength: 0.5 })
    expect(field(darkened, 'vignette', 'brightness')).toBe(-0.4)
    const sharpened = apply(start, 'sharpen', { value: 1, strength: 0.5 })
    expect(field(sharpened, 'sharpen', 'amount')).toBe(0.5)
  })

  it('refuses a strength outside 0 to 1, and a part of a move without a neutral value', () => {
    expect(refusal(() => apply(start, 'exposure', { strength: 1.5 }))).toMatchObject({
      reason: 'invalid_input',
      path: 'strength',
    })
    expect(refusal(() => apply(start, 'camera_multipliers', { strength: 0.5 }))).toMatchObject({
      reason: 'invalid_input',
      path: 'strength',
    })
  })

  it('sets its own fields and keeps those of other moves of the module', () => {
    const both = apply(apply(start, 'saturation', { value: 0.3 }), 'vibrance', { value: 0.4 })
    expect(both.entries).toHaveLength(1)
    expect([
      field(both, 'colorbalancergb', 'saturation_global'),
      field(both, 'colorbalancergb', 'vibrance'),
    ]).toEqual([0.3, 0.4])
  })

  it('keeps the moves of hues in one curve module, and black and white in another', () => {
    const saturated = apply(start, 'hsl_saturation', { value: { sat_blue: 0.4 } })
    const turned = apply(saturated, 'hsl_hue', { value: { hue_blue: -36 }, strength: 0.5 })
    const all = apply(turned, 'hsl_luminance', { value: { bright_blue: 1 } })
    expect(all.entries).toHaveLength(1)
    expect(
      ['C[5].y', 'h[5].y', 'L[5].y', 'L[4].y'].map((name) => field(all, 'colorzones', name)),
    ).toEqual([0.7, 0.45, 0.75, 0.5])
    const both = apply(all, 'bw_convert', { value: { bright_red: -0.4 } })
    expect([
      field(both, 'colorzones', 'C[5].y', 1),
      field(both, 'colorzones', 'L[0].y', 1),
      field(both, 'colorzones', 'C[5].y'),
    ]).toEqual([0, 0.4, 0.7])
    const none = apply(start, 'hsl_saturation', { value: { sat_blue: 0.4 }, strength: 0 })
    expect(describeState(none).enabled_count).toBe(0)
  })

  it('crops a turned picture by all settings of its module', () => {
    const crop = (state: EditState) =>
      ['cl', 'ct', 'cr', 'cb'].map((name) => Number(field(state, 'ashift', name)))
    const [left = 0, top = 0, right = 0, bottom = 0] = crop(apply(start, 'rotate', { value: 10 }))
    expect([left, top].every((edge) => edge > 0.05)).toBe(true)
    expect([left + right, top + bottom].map((sum) => Number(sum.toFixed(5)))).toEqual([1, 1])
    const vertical = { value: { vertical: 0.3 } }
    const turned = apply(apply(start, 'rotate', { value: 10 }), 'perspective', vertical)
    const otherOrder = apply(apply(start, 'perspective', vertical), 'rotate', { value: 10 })
    expect(crop(turned)).toEqual(crop(otherOrder))
    expect(crop(turned)).not.toEqual(crop(apply(start, 'rotate', { value: 10 })))
    expect(crop(apply(turned, 'corner_crop', { value: 0 }))).toEqual([0, 0, 1, 1])
    expect(crop(apply(start, 'rotate', { value: 10, strength: 0 }))).toEqual([0, 0, 1, 1])
    expect(refusal(() => applyEntry(start, find('rotate'), { value: 10 }))).toMatchObject({
      reason: 'state',
      hint: expect.stringContaining('corner_crop'),
    })
    const uncropped = apply(start, 'corner_crop', { value: 0 })
    expect(applyEntry(uncropped, find('rotate'), { value: 10 }).entries).toHaveLength(1)
    const steep = { vertical: -0.82, horizontal: -0.68, shear: 0.3 }
    expect(refusal(() => apply(start, 'perspective', { value: steep }))).toMatchObject({
      reason: 'invalid_input',
      path: 'value',
    })
  })

  it('replaces itself, and adds an instance with another mask', () => {
    const once = apply(apply(start, 'exposure', { value: 1 }), 'exposure', { value: -1 })
    expect([once.entries.length, field(once, 'exposure', 'exposure')]).toEqual([1, -1])
    const left = { dt_form: 'gradient', dt_params: { rotation: 90 } } as const
    const masked = apply(once, 'exposure', { value: 2, mask: left })
    const beside = apply(masked, 'exposure', { value: 1, mask: left })
    expect(beside.entries.map(({ multiPriority }) => multiPriority)).toEqual([0, 1])
    expect(field(beside, 'exposure', 'exposure', 1)).toBe(1)
    expect(writeXmp(beside)).toContain('exposure,0,exposure,1')
  })

  it('keeps the forms of all masks, once each', () => {
    const circle = { dt_form: 'circle' } as const
    const exposed = apply(start, 'exposure', { mask: circle })
    const clear = apply(exposed, 'clarity', { mask: circle })
    const state = apply(clear, 'exposure', { mask: { dt_form: 'ellipse' } })
    expect(state.masks).toHaveLength(4)
    const numbers = [...writeXmp(state).matchAll(/mask_num="(\d+)"/g)].map(([, num]) => num)
    expect(new Set(numbers)).toEqual(new Set(['2']))
  })

  it('refuses masks on modules that take none, and sensor moves on developed pictures', () => {
    expect(refusal(() => apply(start, 'crop', { mask: { dt_form: 'circle' } }))).toMatchObject({
      reason: 'masking',
      path: 'mask_spec',
    })
    expect(
      refusal(() => apply(start, 'exposure', { mask: { kind: 'named', name: 'mask_skyy' } })),
    ).toMatchObject({
      reason: 'not_found',
      hint: "Did you mean 'mask_sky'?",
    })
    for (const name of ['highlight_clipping', 'camera_multipliers'])
      expect(refusal(() => apply(createBaseline({ kind: 'ldr' }), name))).toMatchObject({
        reason: 'state',
      })
    expect(refusal(() => apply(start, 'lens_correction'))).toMatchObject({ reason: 'state' })
  })

  it('is written and read without loss, and equal edits give equal bytes', () => {
    const names = vocabulary
      .list()
      .filter(({ name }) => name !== 'lens_correction')
      .map(({ name }) => name)
    const mask = fc.constantFrom<ApplyOptions['mask']>(
      undefined,
      { dt_form: 'ellipse' },
      { kind: 'named', name: 'mask_sky' },
      { range_filter: { kind: 'hue', min: 0.9, max: 0.1 } },
    )
    const move = fc.record({
      name: fc.constantFrom(...names),
      strength: fc.constantFrom(0, 0.5, 1),
      mask,
    })
    fc.assert(
      fc.property(fc.array(move, { maxLength: 6 }), (moves) => {
        const run = () =>
          moves.reduce((state, { name, strength, mask }) => {
            const entry = find(name)
            const isWhole = entry.modules.some((module) => module.strength === 'none')
            const takesMask = entry.maskable && !entry.raw_only
            return apply(state, name, {
              strength: isWhole && strength === 0.5 ? 1 : strength,
              mask: takesMask ? mask : undefined,
            })
          }, start)
        const text = writeXmp(run())
        expect(writeXmp(run())).toBe(text)
        expect(writeXmp(readXmp(text))).toBe(text)
        expect(readXmp(text)).toEqual(run())
      }),
      { numRuns: 40 },
    )
  })
})

describe('layers', () => {
  it('are reported only if they have an enabled entry', () => {
    expect(describeState(start)).toEqual({
      entry_count: 0,
      enabled_count: 0,
      layers_present: { L1: false, L2: false, L3: false },
    })
    const both = apply(apply(start, 'exposure', { value: 1 }), 'look_neutral')
    expect(describeState(both)).toEqual({
      entry_count: 3,
      enabled_count: 3,
      layers_present: { L1: false, L2: true, L3: true },
    })
    expect(both.entries.map(({ layer }) => layer)).toEqual(['L2', 'L2', 'L3'])
    expect(describeState(apply(start, 'exposure', { value: 1, strength: 0 }))).toMatchObject({
      entry_count: 1,
      enabled_count: 0,
      layers_present: { L3: false },
    })
  })

  it('have one look at a time', () => {
    const first = apply(start, 'look_mono_dramatic', { mask: { dt_form: 'circle' } })
    const second = apply(first, 'look_neutral')
    expect(second).toEqual(apply(start, 'look_neutral'))
    expect(refusal(() => bindLayer(start, find('look_neutral'), { layer: 'L1' }))).toMatchObject({
      reason: 'invalid_input',
      message: expect.stringContaining('cannot be bound as L1'),
    })
  })

  it('are left alone when a move is removed', () => {
    const state = apply(apply(start, 'look_neutral'), 'vibrance', { value: 0.5 })
    expect(removeModule(state, 'colorbalancergb')).toEqual(apply(start, 'look_neutral'))
    expect(
      refusal(() => removeModule(removeModule(state, 'colorbalancergb'), 'colorbalancergb')),
    ).toMatchObject({
      reason: 'not_found',
      hint: expect.stringContaining("L2 entry 'look_neutral'"),
    })
    expect(refusal(() => removeModule(start, 'exposure'))).toMatchObject({
      reason: 'not_found',
      path: 'module_name',
    })
  })

  it('keep the entries of a sidecar until they are removed by name', () => {
    const { entries } = apply(start, 'exposure', { value: 1 })
    const foreign = entries.map((entry) => ({ ...entry, layer: undefined, source: undefined }))
    const sidecar = readXmp(writeXmp({ ...start, entries: foreign }))
    const moved = apply(sidecar, 'exposure', { value: -1 })
    expect(moved.entries.map(({ multiPriority, layer }) => [multiPriority, layer])).toEqual([
      [0, undefined],
      [1, 'L3'],
    ])
    expect(removeModule(moved, 'exposure')).toEqual(sidecar)
    expect(removeModule(sidecar, 'exposure').entries).toEqual([])
  })
})

describe('regions', () => {
  const regions = [0.2, 0.8].map((center_x) => ({
    mask_spec: { dt_form: 'circle', dt_params: { center_x } } as const,
    parameter_values: { ev: center_x },
  }))

  it('share one move, or have their own moves', () => {
    const single = applyRegions(start, regions, { entry: find('exposure'), vocabulary, frame })
    expect([single.pairs.length, single.state.entries.length, single.state.masks.length]).toEqual([
      2, 2, 4,
    ])
    const ops = [
      { primitive_name: 'exposure', parameter_values: { ev: 1 } },
      { primitive_name: 'clarity' },
    ]
    expect(
      applyRegions(
        start,
        regions.map(({ mask_spec }) => ({ mask_spec, ops })),
        { vocabulary, frame },
      ),
    ).toMatchObject({ pairs: { length: 4 } })
  })

  it('name the region that has a fault', () => {
    const [first = expect.fail(), second = expect.fail()] = regions
    const bad = [first, { ...second, parameter_values: { ev: 99 } }]
    expect(
      refusal(() => applyRegions(start, bad, { entry: find('exposure'), vocabulary, frame })),
    ).toMatchObject({
      reason: 'invalid_input',
      path: 'regions[1].parameter_values.ev',
    })
    expect(refusal(() => applyRegions(start, regions, { vocabulary, frame }))).toMatchObject({
      reason: 'invalid_input',
      path: 'regions[0].ops',
    })
    const many = Array.from({ length: 33 }, () => first)
    expect(
      refusal(() => applyRegions(start, many, { entry: find('exposure'), vocabulary, frame })),
    ).toMatchObject({ path: 'regions' })
    const unknown = [
      { mask_spec: { dt_form: 'circle' } as const, ops: [{ primitive_name: 'expossure' }] },
    ]
    expect(refusal(() => applyRegions(start, unknown, { vocabulary, frame }))).toMatchObject({
      reason: 'not_found',
      path: 'regions[0].ops[0].primitive_name',
      hint: "Did you mean 'exposure'?",
    })
  })
})

describe('spots', () => {
  it('add up in one module, and the same spot counts once', () => {
    const heal = { kind: 'heal', x: 0.3, y: 0.4, radius: 0.05 } as const
    const two = applySpot(applySpot(start, heal, frame), { ...heal, x: 0.6, opacity: 50 }, frame)
    expect([two.entries.length, two.masks.length]).toEqual([1, 3])
    expect(applySpot(two, { ...heal, x: 0.6, opacity: 50 }, frame)).toEqual(two)
    expect(readXmp(writeXmp(two))).toEqual(two)
    expect(removeModule(two, 'retouch')).toEqual(start)
  })

  it('need a source inside the picture', () => {
    const spot = { kind: 'heal', x: 0.5, y: 0.5, radius: 0.1 } as const
    const refusalOf = (change: Partial<Spot>) =>
      refusal(() => applySpot(start, { ...spot, ...change }, frame))
    expect(refusalOf({ kind: 'clone' })).toMatchObject({
      reason: 'invalid_input',
      path: 'source_x',
    })
    expect(refusalOf({ source_x: 0.2 })).toMatchObject({ path: 'source_y' })
    expect(refusalOf({ radius: 0.9 })).toMatchObject({ path: 'radius' })
  })
})
