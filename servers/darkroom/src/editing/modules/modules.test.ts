import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createBaseline } from '../state/create-baseline.ts'
import type { HistoryEntry } from '../state/edit-state.ts'
import { type BlendParams, decodeBlend, encodeBlend, plainBlend } from './blend.ts'
import { findLayout, layouts } from './find-layout.ts'
import { decodeParams, encodeParams, patchParams } from './params.ts'
import { shortestFloat } from './shortest-float.ts'
import { toOrderList } from './to-order-list.ts'

describe('layouts of darktable 4.2.1', () => {
  it.each([
    ['exposure', 6, 24],
    ['sigmoid', 1, 24],
    ['temperature', 3, 16],
    ['vignette', 4, 44],
    ['colorbalancergb', 5, 132],
    ['bilat', 3, 20],
    ['grain', 2, 16],
    ['highlights', 4, 48],
    ['sharpen', 1, 12],
    ['toneequal', 2, 72],
    ['diffuse', 2, 60],
    ['filmicrgb', 6, 116],
    ['ashift', 5, 892],
    ['crop', 1, 24],
    ['hazeremoval', 1, 8],
    ['denoiseprofile', 11, 412],
    ['lens', 6, 316],
    ['channelmixerrgb', 3, 160],
    ['colorzones', 5, 520],
    ['tonecurve', 5, 520],
    ['retouch', 3, 13_260],
    ['flip', 2, 4],
  ])('%s version %d has %d bytes', (operation, modversion, size) => {
    expect(findLayout(operation, modversion)?.size).toBe(size)
    expect(findLayout(operation, modversion + 1)).toBeUndefined()
  })

  it('has the fields at their known offsets', () => {
    const offset = (operation: string, field: string) =>
      findLayout(operation)?.byName.get(field)?.offset
    expect([
      offset('exposure', 'exposure'),
      offset('vignette', 'brightness'),
      offset('sharpen', 'amount'),
      offset('colorbalancergb', 'vibrance'),
      offset('filmicrgb', 'contrast'),
    ]).toEqual([8, 8, 4, 116, 56])
    expect([
      offset('channelmixerrgb', 'grey[0]'),
      offset('channelmixerrgb', 'x'),
      offset('denoiseprofile', 'mode'),
      offset('lens', 'lens'),
      offset('retouch', 'algorithm'),
    ]).toEqual([80, 136, 56, 164, 13_200])
    expect([
      offset('colorzones', 'L[0].y'),
      offset('colorzones', 'C[7].y'),
      offset('colorzones', 'h[0].x'),
      offset('colorzones', 'strength'),
      offset('tonecurve', 'L[3].y'),
      offset('tonecurve', 'autoscale_ab'),
    ]).toEqual([8, 224, 324, 508, 28, 504])
  })

  it('reads what it wrote, field by field', () => {
    for (const layout of layouts) {
      const values = decodeParams(layout, encodeParams(layout, {}))
      expect(encodeParams(layout, values)).toBe(encodeParams(layout, {}))
    }
    const layout = findLayout('exposure') ?? expect.fail()
    fc.assert(
      fc.property(fc.float({ noNaN: true, noDefaultInfinity: true }), (ev) => {
        const { exposure } = decodeParams(layout, encodeParams(layout, { exposure: ev }))
        return Math.fround(Number(exposure)) === ev
      }),
    )
  })

  it('shows a float with the fewest digits', () => {
    expect([0.1, 2.5, -0.0152, 1 / 3].map((value) => shortestFloat(Math.fround(value)))).toEqual([
      0.1, 2.5, -0.0152, 0.333_333_34,
    ])
  })

  it('overwrites the named fields only', () => {
    const layout = findLayout('colorbalancergb') ?? expect.fail()
    const both = patchParams(layout, encodeParams(layout, { vibrance: 0.5 }), { contrast: 0.25 })
    expect(decodeParams(layout, both)).toMatchObject({
      vibrance: 0.5,
      contrast: 0.25,
      hue_angle: 0,
      saturation_formula: 1,
    })
  })

  it('cuts a string to its space', () => {
    const layout = findLayout('lens') ?? expect.fail()
    expect(decodeParams(layout, encodeParams(layout, { camera: 'ä'.repeat(100) })).camera).toBe(
      'ä'.repeat(63),
    )
  })

  it('refuses parameters of another length, and fields that do not exist', () => {
    const layout = findLayout('exposure') ?? expect.fail()
    expect(() => decodeParams(layout, '0000')).toThrow(
      "The parameters of 'exposure' are 2 bytes long; version 6 has 24.",
    )
    expect(() => encodeParams(layout, { contrast: 1 })).toThrow(
      "The module 'exposure' has no field 'contrast'.",
    )
  })
})

describe('blend parameters', () => {
  it('are 420 bytes and read back as they were written', () => {
    const unit = fc
      .float({ min: 0, max: 1, noNaN: true })
      .map((value) => Number(value.toPrecision(7)))
    const channel = fc.record({
      channel: fc.integer({ min: 0, max: 15 }),
      points: fc.tuple(unit, unit, unit, unit),
      inverted: fc.boolean(),
      boost: unit,
    })
    const blend: fc.Arbitrary<BlendParams> = fc.record({
      maskMode: fc.integer({ min: 0, max: 7 }),
      space: fc.integer({ min: 0, max: 4 }),
      opacity: fc.integer({ min: 0, max: 100 }),
      combine: fc.integer({ min: 0, max: 7 }),
      maskId: fc.nat({ max: 2 ** 31 - 1 }),
      channels: fc
        .uniqueArray(channel, { selector: (item) => item.channel })
        .map((items) => items.toSorted((a, b) => a.channel - b.channel)),
      feather: unit,
      blur: unit,
    })
    fc.assert(
      fc.property(blend, (given) => {
        const hex = encodeBlend(given)
        expect(hex).toHaveLength(840)
        expect(encodeBlend(decodeBlend(hex) ?? plainBlend)).toBe(hex)
      }),
    )
  })

  it('of another length are not read', () => {
    expect(decodeBlend('00')).toBeUndefined()
  })
})

describe('module order', () => {
  const entry = (operation: string, multiPriority: number): HistoryEntry => ({
    operation,
    modversion: 1,
    enabled: true,
    params: '',
    multiName: '',
    multiPriority,
    blendVersion: 0,
    blendParams: '',
    attributes: [],
  })

  it("is darktable's own if every module runs once", () => {
    expect(toOrderList({ ...createBaseline(), entries: [entry('exposure', 0)] })).toBeUndefined()
  })

  it('names all modules if one runs twice, further instances after the first', () => {
    const entries = [entry('exposure', 2), entry('exposure', 0), entry('exposure', 1)]
    const list = toOrderList({ ...createBaseline(), entries }) ?? ''
    expect(list).toContain('retouch,0,exposure,0,exposure,1,exposure,2,mask_manager,0')
    expect(list.split(',')).toHaveLength((86 + 2) * 2)
    expect(list).toContain('colorin,0,channelmixerrgb,0')
    expect(
      toOrderList({ ...createBaseline({ kind: 'ldr' }), entries: [entry('exposure', 1)] }),
    ).toContain('demosaic,0,colorin,0,denoiseprofile,0')
  })

  it('extends the order of a sidecar, and refuses an unknown order', () => {
    expect(
      toOrderList({
        ...createBaseline(),
        orderVersion: 0,
        orderList: 'exposure,0,gamma,0',
        entries: [entry('exposure', 1)],
      }),
    ).toBe('exposure,0,exposure,1,gamma,0')
    expect(() =>
      toOrderList({ ...createBaseline(), orderVersion: 1, entries: [entry('exposure', 1)] }),
    ).toThrow('module order 1')
  })
})
