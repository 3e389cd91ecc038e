import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { dataOf, describeDarkroom, refused, stateWith } from '../../testing/describe-darkroom.ts'
import { openDarkroom } from '../../testing/open-darkroom.ts'

const darkroom = await openDarkroom()
const circle = { dt_form: 'circle', dt_params: { center_x: 0.5, center_y: 0.5, radius: 0.2 } }

afterAll(() => darkroom.remove())

describeDarkroom(darkroom, 'an edit', ({ call, on }) => {
  it('applies a move with a value, a mask and a strength', async () => {
    expect(await on('apply_primitive', { primitive_name: 'exposure', value: 0.5 })).toMatchObject({
      ok: true,
      data: { state_after: stateWith(1, { L3: true }), snapshot_hash: expect.any(String) },
    })
    const masked = await on('apply_primitive', {
      primitive_name: 'exposure',
      value: 1,
      strength: 0.5,
      mask_spec: circle,
    })
    expect(masked).toMatchObject({
      ok: true,
      data: { state_after: stateWith(2, { L3: true }) },
    })
    const { snapshot_hash, state_after } = dataOf<{
      readonly snapshot_hash: string
      readonly state_after: object
    }>(masked)
    expect(masked).toHaveProperty('data.state_after.head_hash', snapshot_hash)
    expect(await on('get_state')).toHaveProperty('data', state_after)
    expect(await on('log', { limit: 1 })).toMatchObject({
      data: [{ op: 'snapshot', label: 'apply exposure', ref: 'refs/heads/main' }],
    })
  })

  it('refuses wrong values, entries, masks and strengths, and writes nothing', async () => {
    const before = await on('get_state')
    const apply = (args: object) => on('apply_primitive', { primitive_name: 'exposure', ...args })
    expect(await apply({ value: 4 })).toMatchObject(
      refused('invalid_input', { path: 'value', message: expect.stringMatching(/ev.*4.*-3 to 3/) }),
    )
    expect(await apply({ value: { ev: 1 } })).toMatchObject(
      refused('invalid_input', { path: 'value' }),
    )
    expect(await apply({ value: true })).toMatchObject(refused('invalid_input'))
    expect(await apply({ strength: 1.5 })).toMatchObject(
      refused('invalid_input', { path: 'strength' }),
    )
    expect(await apply({ primitive_name: 'exposre' })).toMatchObject(
      refused('not_found', { path: 'primitive_name', hint: expect.stringContaining("'exposure'") }),
    )
    expect(await apply({ primitive_name: 'brightness' })).toMatchObject(
      refused('not_found', { hint: expect.stringMatching(/^Perhaps .*\bexposure\b/) }),
    )
    expect(await apply({ primitive_name: 'sky' })).toMatchObject(
      refused('not_found', { hint: expect.stringMatching(/^Perhaps .*: darken_sky\./) }),
    )
    expect(await apply({ primitive_name: 'mask_sky' })).toMatchObject(
      refused('not_found', {
        hint: expect.stringContaining('{"kind":"named","name":"mask_sky"}'),
      }),
    )
    expect(await apply({ mask_spec: { dt_form: 'star' } })).toMatchObject(
      refused('invalid_input', { path: expect.stringMatching(/^mask_spec/) }),
    )
    expect(await apply({ mask_spec: { kind: 'named', name: 'sky' } })).toMatchObject(
      refused('not_found', { path: 'mask_spec.name', hint: expect.stringContaining("'mask_sky'") }),
    )
    expect(await apply({ mask_spc: circle })).toMatchObject(refused('invalid_input'))
    expect(await on('get_state')).toMatchObject({ data: before.ok && before.data })
  })

  it('warns of a move at values that do nothing, and names the values that it takes', async () => {
    const idle = (name: string, takes: string) => ({
      ok: true,
      notes: {
        warnings: [
          {
            code: 'NOTHING_CHANGED',
            message: expect.stringContaining(takes),
            context: { primitive_name: name },
          },
        ],
      },
    })
    expect(await on('apply_primitive', { primitive_name: 'crop' })).toMatchObject(
      idle('crop', 'left from 0 to 1'),
    )
    const nothing = { primitive_name: 'contrast', value: 0.5, strength: 0 }
    expect(await on('apply_primitive', nothing)).toMatchObject(idle('contrast', 'from -1 to 1'))
    const regions = [{ mask_spec: circle }, { mask_spec: { dt_form: 'gradient' } }]
    expect(await on('apply_per_region', { primitive_name: 'hue', regions })).toMatchObject(
      idle('hue', 'degrees from'),
    )
    expect(await on('reset', { ref_or_hash: 'HEAD~3' })).toMatchObject({ ok: true })
  })

  it('applies moves to regions', async () => {
    const regions = [
      { mask_spec: circle, parameter_values: { ev: 0.2 } },
      { mask_spec: { dt_form: 'gradient' }, parameter_values: { ev: -0.2 } },
    ]
    expect(
      await on('apply_per_region', { primitive_name: 'exposure', regions, label: 'zones' }),
    ).toMatchObject({
      ok: true,
      data: { n_regions: 2, n_op_region_pairs: 2, primitive_name: 'exposure', shape: 'single' },
    })
    const ops = [{ primitive_name: 'exposure', parameter_values: { ev: 0.1 } }]
    expect(await on('apply_per_region', { regions: [{ mask_spec: circle, ops }] })).toMatchObject({
      ok: true,
      data: { primitive_name: null, shape: 'mixed' },
    })
    expect(await on('apply_per_region', { regions: [{ mask_spec: circle }] })).toMatchObject(
      refused('invalid_input'),
    )
    const misnamed = [{ mask_spec: circle, parameter_values: { value: 0.2 } }]
    expect(
      await on('apply_per_region', { primitive_name: 'exposure', regions: misnamed }),
    ).toMatchObject(
      refused('invalid_input', {
        path: 'regions[0].parameter_values.value',
        hint: 'Give { "ev": … }.',
      }),
    )
    expect(await on('apply_per_region', { regions: [] })).toMatchObject(
      refused('invalid_input', { path: 'regions' }),
    )
  })

  it('refuses parts of a mask that are wrong, and says what is accepted', async () => {
    const masked = (mask_spec: object) =>
      on('apply_primitive', { primitive_name: 'exposure', value: 1, mask_spec })
    const range = { kind: 'brightness', min: 0, max: 1 }
    for (const range_filter of [range, [range]])
      expect(await masked({ range_filter })).toMatchObject(
        refused('invalid_input', {
          path: 'mask_spec.range_filter',
          message: expect.stringMatching(/kind: .*"luminance"\|"hue"\|"chroma"/),
        }),
      )
    const group = (member: object) => ({ dt_form: 'group', dt_params: { members: [member] } })
    const misspelt = await masked(group({ dt_form: 'circle', dt_params: { centre_x: 0.5 } }))
    expect(misspelt).toMatchObject(
      refused('invalid_input', {
        path: 'mask_spec.dt_params.members[0].dt_params',
        message: expect.stringContaining("Unknown key 'centre_x'. Accepted: anchor_x"),
      }),
    )
    expect(JSON.stringify(misspelt)).not.toContain('any JSON value')
    expect(await masked(group({ dt_form: 'star' }))).toMatchObject(
      refused('invalid_input', { message: expect.stringContaining('"ellipse"') }),
    )
  })

  it('heals spots, and removes modules', async () => {
    const spot = { x: 0.5, y: 0.5, radius: 0.05 }
    expect(await on('apply_spot', { kind: 'heal', ...spot })).toMatchObject({
      ok: true,
      data: { kind: 'heal', coordinates: spot },
    })
    expect(await on('apply_spot', { kind: 'clone', ...spot })).toMatchObject(
      refused('invalid_input'),
    )
    expect(await on('remove_module', { module_name: 'retouch' })).toMatchObject({ ok: true })
    expect(await on('remove_module', { module_name: 'retouch' })).toMatchObject(
      refused('not_found', { details: { module_name: 'retouch' } }),
    )
    expect(await on('remove_module', { module_name: 'vibrance' })).toMatchObject(
      refused('not_found', {
        path: 'module_name',
        hint: expect.stringContaining('sets colorbalancergb'),
      }),
    )
  })

  it('binds layers, or nothing', async () => {
    const [look] = dataOf<{ readonly name: string }[]>(
      await call('list_vocabulary', { layer: 'L2' }),
    )
    expect(await on('bind_layers', { l2_template: look?.name })).toMatchObject({
      ok: true,
      data: { applied: [look?.name], state_after: { layers_present: { L2: true, L3: true } } },
    })
    const log = await on('log', { limit: 200 })
    expect(await on('bind_layers')).toMatchObject({ ok: true, data: { applied: [] } })
    expect(await on('log', { limit: 200 })).toMatchObject({ data: log.ok && log.data })
    expect(await on('bind_layers', { l2_template: 'exposure' })).toMatchObject(
      refused('invalid_input', { path: 'l2_template' }),
    )
    expect(await on('bind_layers', { l1_template: 'none' })).toMatchObject(
      refused('not_found', { path: 'l1_template' }),
    )
  })

  it('writes what a move was into the log, and what it set into the state', async () => {
    expect(await on('reset')).toMatchObject({ ok: true })
    const move = { primitive_name: 'exposure', value: { ev: 0.4 }, mask_spec: circle }
    expect(await on('apply_primitive', { ...move, value: 0.4 })).toMatchObject({ ok: true })
    const vertices = Array.from({ length: 50 }, (_, index) => [index / 50, (index * 7) % 1])
    const path = { dt_form: 'path', dt_params: { vertices } }
    const regions = [{ mask_spec: path, parameter_values: { degrees: 5 } }]
    expect(
      await on('apply_per_region', { primitive_name: 'hue', regions, label: 'turn' }),
    ).toMatchObject({ ok: true })
    const short = { dt_form: 'path', shortened: true }
    const hue = { primitive_name: 'hue', value: { degrees: 5 }, mask_spec: short }
    expect(await on('log', { limit: 2 })).toMatchObject({
      data: [{ label: 'turn', metadata: { moves: [hue] } }, { metadata: { move } }],
    })
    const state = await on('get_state', { edit: true })
    expect(state).toMatchObject({
      data: {
        entry_count: 2,
        edit: [
          {
            operation: 'exposure',
            layer: 'L3',
            primitive_name: 'exposure',
            enabled: true,
            values: { exposure: 0.4, 'mask.forms': expect.anything() },
          },
          { primitive_name: 'hue' },
        ],
      },
    })
    expect(dataOf<object>(await on('get_state'))).not.toHaveProperty('edit')
    expect(await on('reset')).toMatchObject({ ok: true })
  })

  it('measures a grey card in linear light', async () => {
    const { default: sharp } = await import('sharp')
    const paint = async (name: string, background: string | object) => {
      const path = join(darkroom.photos, name)
      const create = { width: 20, height: 20, channels: 3, background } as const
      await sharp({ create }).png().toFile(path)
      return path
    }
    const card = await paint('card.png', { r: 118, g: 118, b: 85 })
    const measure = (args: object) =>
      call('wb_from_gray_card', { image_path: card, x: 10, y: 10, ...args })
    expect(await measure({})).toMatchObject({
      ok: true,
      data: {
        red_coeff: expect.closeTo(1, 1),
        green_coeff: 1,
        blue_coeff: expect.closeTo(1.8, 1),
        sample_radius: 5,
        parameter_values: { green: 1 },
      },
    })
    expect(await measure({ x: 25 })).toMatchObject(refused('invalid_input'))
    expect(await measure({ image_path: await paint('white.png', 'white') })).toMatchObject(
      refused('invalid_input', { message: expect.stringContaining('colour is lost') }),
    )
    expect(await measure({ image_path: join(darkroom.photos, 'grey.dng.txt') })).toMatchObject(
      refused('not_found'),
    )
    const text = join(darkroom.photos, 'text.png')
    await writeFile(text, 'no picture')
    expect(await measure({ image_path: text })).toMatchObject(
      refused('invalid_input', { path: 'image_path' }),
    )
  })
})
