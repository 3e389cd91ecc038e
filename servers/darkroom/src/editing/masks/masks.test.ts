import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findLayout } from '../modules/find-layout.ts'
import { createBaseline } from '../state/create-baseline.ts'
import { EditError } from '../state/edit-error.ts'
import { membersOf } from './form.ts'
import { MaskSpec } from './mask-spec.ts'
import { resolveNamed } from './resolve-named.ts'
import { toChannels } from './to-channels.ts'
import { toMask } from './to-mask.ts'

const state = createBaseline()
const frame = { width: 300, height: 200 }
const layout = (operation: string) => findLayout(operation) ?? expect.fail()
const mask = (spec: MaskSpec, operation = 'exposure') =>
  toMask(spec, layout(operation), { state, frame })
const refusal = (act: () => unknown) => {
  try {
    act()
  } catch (thrown) {
    return thrown instanceof EditError ? [thrown.reason, thrown.path, thrown.message] : thrown
  }
  return 'accepted'
}

/** Each point is from 0 to 1, and not below the point before it. */
function expectRising(points: readonly number[], tolerance: number): void {
  let last = 0
  for (const point of points) {
    expect(point).toBeGreaterThanOrEqual(0)
    expect(point).toBeGreaterThanOrEqual(last - tolerance)
    expect(point).toBeLessThanOrEqual(1)
    last = point
  }
}

describe('ranges', () => {
  it('selects lightness as the eye sees it, without a fade at the ends', () => {
    const [channel] = toChannels(
      [{ kind: 'luminance', min: 0, max: 0.3, feather: 0.1 }],
      'range_filter',
    )
    expect(channel).toMatchObject({ channel: 0, inverted: false, boost: 0 })
    expect(channel?.points.map((point) => Number(point.toFixed(3)))).toEqual([0, 0, 0.062, 0.113])
  })

  it('passes through red by selecting the gap and inverting it', () => {
    const [red] = toChannels([{ kind: 'hue', min: 0.95, max: 0.05 }], 'range_filter')
    const [green] = toChannels([{ kind: 'color_h', min: 0.3, max: 0.4 }], 'range_filter')
    expect([red?.channel, green?.channel, green?.inverted]).toEqual([10, 10, false])
    for (const channel of [red, green]) expectRising(channel?.points ?? [], 0)
  })

  it('gives rising points between 0 and 1 for every range of hues', () => {
    const unit = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(unit, unit, fc.double({ min: 0, max: 0.5, noNaN: true }), (min, max, feather) => {
        for (const { points } of toChannels([{ kind: 'hue', min, max, feather }], 'range_filter'))
          expectRising(points, 1e-9)
      }),
    )
  })

  it('refuses what cannot be selected', () => {
    expect(refusal(() => toChannels([{ kind: 'luminance', min: 0.6, max: 0.4 }], 'r'))).toEqual([
      'masking',
      'r.min',
      'The range runs from 0.6 down to 0.4.',
    ])
    const twoRanges = [
      { kind: 'luminance', min: 0, max: 0.1 },
      { kind: 'color_l', min: 0.9, max: 1 },
    ] as const
    expect(refusal(() => toChannels(twoRanges, 'r'))).toEqual([
      'masking',
      'r',
      'A mask can have one range of each kind.',
    ])
  })
})

describe('masks', () => {
  it('puts every drawn form into a group that the module names', () => {
    for (const dt_form of ['gradient', 'ellipse', 'circle'] as const) {
      const { forms, blend } = mask({ dt_form })
      expect(forms).toHaveLength(2)
      expect(membersOf(forms[1] ?? expect.fail())).toEqual([forms[0]?.id])
      expect([blend.maskMode, blend.maskId]).toEqual([3, forms[1]?.id])
    }
  })

  it('combines a form, a range, invert, feather, blur and opacity', () => {
    const { blend } = mask({
      dt_form: 'ellipse',
      range_filter: { kind: 'luminance', min: 0.5, max: 1 },
      invert: true,
      feather: 0.05,
      blur: 0.1,
      opacity: 40,
    })
    expect(blend).toMatchObject({
      maskMode: 7,
      space: 4,
      combine: 1,
      opacity: 40,
      feather: 10,
      blur: 20,
    })
  })

  it('needs no frame for ranges, and blends a Lab module in Lab when only drawn', () => {
    const hues: MaskSpec = { range_filter: { kind: 'hue', min: 0.2, max: 0.4 } }
    expect(toMask(hues, layout('bilat'), { state, frame: undefined }).blend.space).toBe(4)
    expect(mask({ dt_form: 'circle' }, 'bilat').blend.space).toBe(2)
  })

  it('gives a mask the same key whatever its opacity', () => {
    expect(mask({ dt_form: 'ellipse', opacity: 10 }).key).toBe(mask({ dt_form: 'ellipse' }).key)
    expect(mask({ dt_form: 'ellipse', dt_params: { radius_x: 0.2 } }).key).not.toBe(
      mask({ dt_form: 'ellipse' }).key,
    )
  })

  it.each<readonly [string, MaskSpec, string, string | undefined]>([
    ['nothing', {}, 'exposure', 'mask_spec'],
    ['params without a form', { dt_params: { x0: 0 } }, 'exposure', 'mask_spec.dt_form'],
    [
      'a parameter of another form',
      { dt_form: 'circle', dt_params: { x0: 0 } },
      'exposure',
      'mask_spec.dt_params.x0',
    ],
    ['a rectangle without corners', { dt_form: 'rectangle' }, 'exposure', 'mask_spec.dt_params'],
    [
      'an empty rectangle',
      { dt_form: 'rectangle', dt_params: { x0: 0.5, y0: 0, x1: 0.5, y1: 1 } },
      'exposure',
      'mask_spec.dt_params',
    ],
    ['a path without corners', { dt_form: 'path' }, 'exposure', 'mask_spec.dt_params.vertices'],
    ['a group without members', { dt_form: 'group' }, 'exposure', 'mask_spec.dt_params.members'],
    [
      'members without a group',
      { dt_form: 'circle', dt_params: { members: [{ dt_form: 'circle' }] } },
      'exposure',
      'mask_spec.dt_params.members',
    ],
    ['a module that takes no mask', { dt_form: 'circle' }, 'crop', 'mask_spec'],
    [
      'a range on sensor data',
      { range_filter: { kind: 'luminance', min: 0, max: 1 } },
      'highlights',
      'mask_spec.range_filter',
    ],
  ])('refuses %s as a masking fault', (_, spec, operation, path) => {
    expect(refusal(() => mask(spec, operation))).toEqual(['masking', path, expect.any(String)])
  })

  it('refuses to place a form in a picture of unknown size or geometry', () => {
    expect(
      refusal(() => toMask({ dt_form: 'circle' }, layout('exposure'), { state, frame: undefined })),
    ).toEqual(['state', 'mask_spec', expect.any(String)])
    const clipped = {
      ...state,
      entries: [
        {
          operation: 'clipping',
          modversion: 5,
          enabled: true,
          params: '',
          multiName: '',
          multiPriority: 0,
          blendVersion: 0,
          blendParams: '',
          attributes: [],
        },
      ],
    }
    expect(
      refusal(() => toMask({ dt_form: 'circle' }, layout('exposure'), { state: clipped, frame })),
    ).toEqual(['masking', undefined, expect.stringContaining("'clipping'")])
  })

  it("resolves named masks, with the caller's own properties on top", () => {
    const bright: MaskSpec = {
      range_filter: { kind: 'luminance', min: 0.5, max: 1 },
      invert: true,
    }
    const masks = {
      findMask: (name: string) => (name === 'bright' ? { spec: bright } : undefined),
      nearestMask: () => 'bright',
    }
    expect(
      resolveNamed({ kind: 'named', name: 'bright', invert: true, opacity: 50 }, masks),
    ).toEqual({
      range_filter: { kind: 'luminance', min: 0.5, max: 1 },
      invert: false,
      opacity: 50,
    })
    expect(refusal(() => resolveNamed({ kind: 'named', name: 'brigt' }, masks))).toEqual([
      'not_found',
      'mask_spec.name',
      "No mask is named 'brigt'.",
    ])
    expect(refusal(() => resolveNamed({ kind: 'named' }, masks))).toEqual([
      'masking',
      'mask_spec.name',
      'A named mask needs a name.',
    ])
    expect(
      refusal(() => resolveNamed({ kind: 'named', name: 'bright', dt_form: 'circle' }, masks)),
    ).toEqual(['masking', 'mask_spec', expect.any(String)])
  })

  it('accepts what it describes, and nothing else', () => {
    expect(
      MaskSpec.safeParse({
        dt_form: 'path',
        dt_params: {
          vertices: [
            [0, 0],
            [1, 0],
            [1, 1],
          ],
        },
      }).success,
    ).toBe(true)
    expect(MaskSpec.safeParse({ dt_form: 'brush' }).success).toBe(false)
    expect(
      MaskSpec.safeParse({ range_filter: { kind: 'hue', min: 0, max: 1, width: 3 } }).success,
    ).toBe(false)
  })
})
