import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describeFaces } from 'toolaccord/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { toDng } from '../picture/to-dng.ts'
import { openDarkroom } from '../testing/open-darkroom.ts'

const darkroom = await openDarkroom()
const image_id = 'grey'
const circle = { dt_form: 'circle', dt_params: { center_x: 0.5, center_y: 0.5, radius: 0.2 } }
const refused = (code: string, more: object = {}) => ({
  ok: false,
  soft: false,
  problems: [{ code, ...more }],
})
const state = (entries: number, layers: object = {}) => ({
  head_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  entry_count: entries,
  enabled_count: entries,
  layers_present: { L1: false, L2: false, L3: false, ...layers },
})

afterAll(() => darkroom.remove())

describeFaces(
  'the darkroom',
  () => darkroom.create().server,
  ({ call }) => {
    const on = async (tool: string, args: object = {}) =>
      (await call(tool, { image_id, ...args })).outcome
    beforeAll(() => darkroom.clear())

    it('takes a photo in', async () => {
      const raw_path = join(darkroom.photos, 'grey.dng')
      expect((await call('ingest', { raw_path })).outcome).toMatchObject({
        ok: true,
        data: {
          image_id,
          root: join(darkroom.root, image_id),
          exif_summary: {
            make: 'Toolaccord',
            model: 'Pinhole',
            lens_model: 'Pinhole 35mm',
            focal_length_mm: 35,
          },
          suggested_bindings: [],
        },
      })
      expect((await call('ingest', { raw_path })).outcome).toMatchObject(
        refused('state_error', { details: { image_id } }),
      )
      expect((await call('ingest', { raw_path: '/nowhere.nef' })).outcome).toMatchObject(
        refused('not_found', { path: 'raw_path' }),
      )
      expect((await call('ingest', { raw_path, image_id: '../out' })).outcome).toMatchObject(
        refused('invalid_input', { path: 'image_id' }),
      )
      expect(
        (await call('ingest', { raw_path, image_id: 'x', workspace_root: '/tmp' })).outcome,
      ).toMatchObject(refused('invalid_input', { path: 'workspace_root' }))
    })

    it('lists its vocabulary by layer and tag', async () => {
      const all = (await call('list_vocabulary')).outcome
      const entries = all.ok
        ? (all.data as { name: string; layer: string; tags: string[]; parameters: unknown }[])
        : []
      expect(entries.find(({ name }) => name === 'exposure')).toEqual({
        name: 'exposure',
        layer: 'L3',
        subtype: expect.any(String),
        description: expect.any(String),
        tags: expect.any(Array),
        touches: ['exposure'],
        mask_spec: null,
        global_variant: null,
        parameters: [
          {
            name: 'ev',
            summary: expect.any(String),
            type: 'float',
            unit: 'EV',
            range: [-3, 3],
            default: 0,
            module: 'exposure',
            modversion: 6,
            offset: 8,
          },
        ],
        raw_only: false,
      })
      expect((await call('list_vocabulary', { layer: 'L2' })).outcome).toMatchObject({
        data: entries.filter(({ layer }) => layer === 'L2'),
      })
      const tag = entries[0]?.tags[0] ?? ''
      expect((await call('list_vocabulary', { tags: [tag, 'none'] })).outcome).toMatchObject({
        data: entries.filter(({ tags }) => tags.includes(tag)),
      })
      expect((await call('list_vocabulary', { layer: 'L4' })).outcome).toMatchObject(
        refused('invalid_input', { path: 'layer' }),
      )
      expect(
        (await call('list_vocabulary', { names: [entries[1]?.name], layer: 'L3' })).outcome,
      ).toMatchObject({ data: [entries[1]] })
      expect(
        (await call('list_vocabulary', { names: ['exposure', 'exposre'] })).outcome,
      ).toMatchObject(
        refused('not_found', { path: 'names[1]', hint: expect.stringContaining("'exposure'") }),
      )
      expect((await call('list_masks_vocabulary')).outcome).toMatchObject({
        ok: true,
        data: expect.arrayContaining([
          expect.objectContaining({ kind: 'mask', spec: expect.any(Object) }),
        ]),
      })
    })

    it('lists its vocabulary in short, with what each entry takes and whether it needs a raw', async () => {
      const [full, short] = [
        (await call('list_vocabulary')).outcome,
        (await call('list_vocabulary', { detail: 'short' })).outcome,
      ]
      const entries = short.ok ? (short.data as { name: string }[]) : []
      expect(JSON.stringify(short.data).length).toBeLessThan(JSON.stringify(full.data).length / 2)
      expect(entries.find(({ name }) => name === 'exposure')).toEqual({
        name: 'exposure',
        layer: 'L3',
        description: expect.any(String),
        value: 'one number: ev from -3 to 3 EV (default 0)',
      })
      expect(entries.find(({ name }) => name === 'highlight_clipping')).toMatchObject({
        raw_only: true,
      })
      expect(entries.find(({ name }) => name === 'look_neutral')).toMatchObject({
        layer: 'L2',
        value: 'no value',
      })
    })

    it('tells the state', async () => {
      expect(await on('get_state')).toMatchObject({ ok: true, data: state(0) })
      expect((await call('get_state', { image_id: 'none' })).outcome).toMatchObject(
        refused('not_found', { path: 'image_id', details: { image_id: 'none' } }),
      )
      for (const bad of ['..', 'a/b', '../grey', ''])
        expect((await call('get_state', { image_id: bad })).outcome).toMatchObject(
          refused('invalid_input', { path: 'image_id' }),
        )
    })

    it('applies a move with a value, a mask and a strength', async () => {
      expect(await on('apply_primitive', { primitive_name: 'exposure', value: 0.5 })).toMatchObject(
        {
          ok: true,
          data: { state_after: state(1, { L3: true }), snapshot_hash: expect.any(String) },
        },
      )
      const masked = await on('apply_primitive', {
        primitive_name: 'exposure',
        value: 1,
        strength: 0.5,
        mask_spec: circle,
      })
      expect(masked).toMatchObject({ ok: true, data: { state_after: state(2, { L3: true }) } })
      expect(masked).toHaveProperty(
        'data.state_after.head_hash',
        masked.ok && (masked.data as { snapshot_hash: string }).snapshot_hash,
      )
      expect(await on('get_state')).toHaveProperty(
        'data',
        masked.ok && (masked.data as { state_after: object }).state_after,
      )
      expect(await on('log', { limit: 1 })).toMatchObject({
        data: [{ op: 'snapshot', label: 'apply exposure', ref: 'refs/heads/main' }],
      })
    })

    it('refuses values, entries, masks and strengths that cannot be, and writes nothing', async () => {
      const before = await on('get_state')
      const apply = (args: object) => on('apply_primitive', { primitive_name: 'exposure', ...args })
      expect(await apply({ value: 4 })).toMatchObject(
        refused('invalid_input', {
          path: 'value',
          message: expect.stringMatching(/ev.*4.*-3 to 3/),
        }),
      )
      expect(await apply({ value: { ev: 1 } })).toMatchObject(
        refused('invalid_input', { path: 'value' }),
      )
      expect(await apply({ value: true })).toMatchObject(refused('invalid_input'))
      expect(await apply({ strength: 1.5 })).toMatchObject(
        refused('invalid_input', { path: 'strength' }),
      )
      expect(await apply({ primitive_name: 'exposre' })).toMatchObject(
        refused('not_found', {
          path: 'primitive_name',
          hint: expect.stringContaining("'exposure'"),
        }),
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
        refused('not_found', {
          path: 'mask_spec.name',
          hint: expect.stringContaining("'mask_sky'"),
        }),
      )
      expect(await apply({ mask_spc: circle })).toMatchObject(refused('invalid_input'))
      expect(await on('get_state')).toMatchObject({ data: before.ok && before.data })
    })

    it('tells when a move was applied at values that do nothing, and which it takes', async () => {
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
      expect(
        await on('apply_per_region', {
          primitive_name: 'hue',
          regions: [{ mask_spec: circle }, { mask_spec: { dt_form: 'gradient' } }],
        }),
      ).toMatchObject(idle('hue', 'degrees from'))
      expect(await on('reset', { ref_or_hash: 'HEAD~2' })).toMatchObject({ ok: true })
    })

    it('applies moves to regions and spots', async () => {
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
      expect(
        await on('apply_per_region', {
          regions: [
            {
              mask_spec: circle,
              ops: [{ primitive_name: 'exposure', parameter_values: { ev: 0.1 } }],
            },
          ],
        }),
      ).toMatchObject({ ok: true, data: { primitive_name: null, shape: 'mixed' } })
      expect(await on('apply_per_region', { regions: [{ mask_spec: circle }] })).toMatchObject(
        refused('invalid_input'),
      )
      expect(await on('apply_per_region', { regions: [] })).toMatchObject(
        refused('invalid_input', { path: 'regions' }),
      )
      expect(await on('apply_spot', { kind: 'heal', x: 0.5, y: 0.5, radius: 0.05 })).toMatchObject({
        ok: true,
        data: { kind: 'heal', coordinates: { x: 0.5, y: 0.5, radius: 0.05 } },
      })
      expect(await on('apply_spot', { kind: 'clone', x: 0.5, y: 0.5, radius: 0.05 })).toMatchObject(
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
      const looks = (await call('list_vocabulary', { layer: 'L2' })).outcome
      const [look] = looks.ok ? (looks.data as { name: string }[]) : []
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

    it('versions: snapshot, tag, branch, checkout, diff, reset', async () => {
      const head = await on('snapshot', { label: 'so far' })
      const hash = head.ok ? (head.data as { hash: string }).hash : ''
      expect(await on('tag', { name: 'v1' })).toMatchObject({
        ok: true,
        data: { ref: 'refs/tags/v1' },
      })
      expect(await on('tag', { name: 'v1' })).toMatchObject(
        refused('versioning_error', { details: { ref: 'refs/tags/v1', hash } }),
      )
      expect(await on('branch', { name: 'cool', from_: 'baseline' })).toMatchObject({
        ok: true,
        data: { ref: 'refs/heads/cool' },
      })
      expect(await on('branch', { name: '../cool' })).toMatchObject(
        refused('invalid_input', { path: 'name' }),
      )
      expect(await on('checkout', { ref_or_hash: 'cool' })).toMatchObject({
        ok: true,
        data: state(0),
      })
      expect(await on('apply_primitive', { primitive_name: 'exposure', value: -1 })).toMatchObject({
        ok: true,
      })
      expect(await on('diff', { hash_a: 'baseline', hash_b: 'cool' })).toMatchObject({
        ok: true,
        data: [
          {
            operation: 'exposure',
            multi_priority: 0,
            layer: 'L3',
            kind: 'added',
            changes: expect.arrayContaining([{ field: 'exposure', from: null, to: -1 }]),
          },
        ],
      })
      expect(await on('diff', { hash_a: 'HEAD', hash_b: 'nowhere' })).toMatchObject(
        refused('versioning_error', { path: 'hash_b', details: { ref: 'nowhere' } }),
      )
      expect(await on('checkout', { ref_or_hash: hash.slice(0, 10) })).toMatchObject({
        ok: true,
        data: { head_hash: hash },
      })
      expect(await on('get_state')).toMatchObject({
        data: { head_hash: hash, note: expect.stringContaining('detached') },
      })
      expect(await on('apply_primitive', { primitive_name: 'exposure', value: 0 })).toMatchObject(
        refused('versioning_error', { details: { head_hash: hash } }),
      )
      expect(await on('reset')).toMatchObject({ ok: true, data: state(0) })
      expect(await on('log', { limit: 2 })).toMatchObject({
        ok: true,
        data: [
          { op: 'reset', parent: hash, ref: 'refs/heads/main' },
          { op: 'checkout', ref: null },
        ],
      })
      expect(await on('log', { limit: 0 })).toMatchObject(
        refused('invalid_input', { path: 'limit' }),
      )
    })

    it('undoes one move, and undoes the undoing', async () => {
      const first = await on('apply_primitive', { primitive_name: 'exposure', value: 1 })
      const second = await on('apply_primitive', { primitive_name: 'vibrance', value: 0.3 })
      const hashOf = (outcome: typeof first) =>
        outcome.ok && (outcome.data as { snapshot_hash: string }).snapshot_hash
      expect(await on('reset', { ref_or_hash: 'HEAD~1' })).toMatchObject({
        ok: true,
        data: { ...state(1, { L3: true }), head_hash: hashOf(first) },
      })
      expect(await on('reset', { ref_or_hash: 'HEAD~1' })).toMatchObject({
        ok: true,
        data: { head_hash: hashOf(second) },
      })
      expect(await on('reset', { ref_or_hash: 'HEAD~99' })).toMatchObject(
        refused('versioning_error', { path: 'ref_or_hash', details: { ref: 'HEAD~99' } }),
      )
      expect(await on('reset')).toMatchObject({ ok: true, data: state(0) })
    })

    it('copies moves to other images', async () => {
      for (const name of ['two', 'three']) {
        await writeFile(
          join(darkroom.photos, `${name}.dng`),
          toDng({ width: 32, height: 32, pixelAt: () => [0.1, 0.1, 0.1] }),
        )
        expect(
          (await call('ingest', { raw_path: join(darkroom.photos, `${name}.dng`) })).outcome.ok,
        ).toBe(true)
      }
      expect(await on('apply_primitive', { primitive_name: 'exposure', value: 0.3 })).toMatchObject(
        { ok: true },
      )
      const copy = async (args: object) =>
        (
          await call('propagate_state', {
            source_image_id: image_id,
            target_image_ids: ['two', 'three'],
            ...args,
          })
        ).outcome
      expect(await copy({})).toMatchObject({
        ok: true,
        data: {
          n_succeeded: 2,
          n_failed: 0,
          source_image_id: image_id,
          results: [{ image_id: 'two', applied_ops: ['exposure'] }, { image_id: 'three' }],
        },
      })
      expect(await copy({ target_image_ids: ['two', image_id] })).toMatchObject(
        refused('invalid_input', { path: 'target_image_ids[1]' }),
      )
      expect(await copy({ target_image_ids: ['two', 'two'] })).toMatchObject(
        refused('invalid_input', { path: 'target_image_ids[1]' }),
      )
      expect(await copy({ target_image_ids: ['two', 'none'] })).toMatchObject(
        refused('not_found', { path: 'target_image_ids[1]' }),
      )
      expect(await copy({ exclude_ops: ['exposure'] })).toMatchObject(
        refused('invalid_input', { path: 'exclude_ops' }),
      )
      expect(
        (await call('ingest', { raw_path: join(darkroom.photos, 'two.dng'), image_id: 'plain' }))
          .outcome.ok,
      ).toBe(true)
      const from = async (source_image_id: string) =>
        (await call('propagate_state', { source_image_id, target_image_ids: ['two'] })).outcome
      expect(await from('plain')).toMatchObject(
        refused('invalid_input', {
          path: 'source_image_id',
          message: "'plain' has no moves to copy.",
        }),
      )
      expect(
        (
          await call('apply_primitive', {
            image_id: 'plain',
            primitive_name: 'exposure',
            value: 1,
            mask_spec: circle,
          })
        ).outcome.ok,
      ).toBe(true)
      expect(await from('plain')).toMatchObject(
        refused('invalid_input', {
          path: 'include_per_image',
          message: expect.stringContaining('exposure'),
        }),
      )
      expect((await call('log', { image_id: 'two' })).outcome).toMatchObject({
        data: { length: 3 },
      })
    })

    it('measures a grey card in linear light', async () => {
      const { default: sharp } = await import('sharp')
      const path = join(darkroom.photos, 'card.png')
      await sharp({
        create: { width: 20, height: 20, channels: 3, background: { r: 118, g: 118, b: 85 } },
      })
        .png()
        .toFile(path)
      const measure = async (args: object) =>
        (await call('wb_from_gray_card', { image_path: path, x: 10, y: 10, ...args })).outcome
      const answer = await measure({})
      expect(answer).toMatchObject({
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
      const white = join(darkroom.photos, 'white.png')
      await sharp({ create: { width: 20, height: 20, channels: 3, background: 'white' } })
        .png()
        .toFile(white)
      expect(await measure({ image_path: white })).toMatchObject(
        refused('invalid_input', { message: expect.stringContaining('colour is lost') }),
      )
      expect(await measure({ image_path: join(darkroom.photos, 'grey.dng.txt') })).toMatchObject(
        refused('not_found'),
      )
      await writeFile(join(darkroom.photos, 'text.png'), 'no picture')
      expect(await measure({ image_path: join(darkroom.photos, 'text.png') })).toMatchObject(
        refused('invalid_input', { path: 'image_path' }),
      )
    })

    it('reads tastes, brief, notes, log and gaps', async () => {
      await mkdir(darkroom.tastes, { recursive: true })
      await writeFile(join(darkroom.tastes, '_default.md'), 'Quiet.\n')
      await writeFile(join(darkroom.root, image_id, 'brief.md'), 'Calm.\nTastes: street\n')
      expect(
        await on('log_vocabulary_gap', {
          description: ' no curves ',
          operations_involved: ['tonecurve'],
          satisfaction: -1,
        }),
      ).toMatchObject({
        ok: true,
        data: {
          appended: true,
          session_id: 'test',
          path: join(darkroom.root, image_id, 'vocabulary_gaps.jsonl'),
        },
      })
      expect(await on('log_vocabulary_gap', { description: '  ' })).toMatchObject(
        refused('invalid_input', { path: 'description' }),
      )
      expect(await on('read_context')).toMatchObject({
        ok: true,
        data: {
          tastes: { default: 'Quiet.\n', genres: { street: '' }, conflicts: [] },
          brief: { intent: 'Calm.', tastes: ['street'] },
          notes: { summary: '', truncated: false },
          recent_log: { length: 10 },
          recent_gaps: [
            {
              description: 'no curves',
              workaround: '',
              intent_category: 'uncategorized',
              satisfaction: -1,
              intent: null,
              session_id: 'test',
              snapshot_hash: expect.any(String),
            },
          ],
        },
      })
    })

    it('writes tastes and notes once they are confirmed, and once only', async () => {
      const proposed = (
        await call('propose_taste_update', {
          content: 'Warm skin.',
          category: 'appearance',
          file: 'portrait',
        })
      ).outcome
      expect(proposed).toMatchObject({
        ok: true,
        data: { target_file: 'portrait.md', category: 'appearance' },
      })
      const proposal_id = proposed.ok ? (proposed.data as { proposal_id: string }).proposal_id : ''
      expect((await call('confirm_notes_update', { proposal_id })).outcome).toMatchObject(
        refused('not_found', { hint: 'It waits for confirm_taste_update.' }),
      )
      expect((await call('confirm_taste_update', { proposal_id })).outcome).toMatchObject({
        ok: true,
        data: { written_to: join(darkroom.tastes, 'portrait.md'), category: 'appearance' },
      })
      expect((await call('confirm_taste_update', { proposal_id })).outcome).toMatchObject(
        refused('not_found', { path: 'proposal_id' }),
      )
      expect(await readFile(join(darkroom.tastes, 'portrait.md'), 'utf8')).toBe('Warm skin.\n')
      expect(
        (await call('propose_taste_update', { content: 'x', category: 'value', file: '../out' }))
          .outcome,
      ).toMatchObject(refused('invalid_input', { path: 'file' }))
      const note = await on('propose_notes_update', { content: 'Dust at the top.' })
      expect(
        (
          await call('confirm_notes_update', {
            proposal_id: note.ok ? (note.data as { proposal_id: string }).proposal_id : '',
          })
        ).outcome,
      ).toMatchObject({ ok: true, data: { image_id } })
      expect(await on('read_context')).toMatchObject({
        data: { notes: { summary: 'Dust at the top.' } },
      })
    })

    it('keeps a transcript of the session', async () => {
      const lines = (
        await readFile(join(darkroom.root, image_id, 'sessions', 'test.jsonl'), 'utf8')
      )
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { kind: string; tool?: string; error_code?: string })
      expect(lines[0]).toMatchObject({ kind: 'header', session_id: 'test', image_id })
      expect(lines.slice(1, 4)).toMatchObject([
        { kind: 'tool_result', tool: 'ingest', success: true },
        { kind: 'tool_call', tool: 'get_state', args: { image_id } },
        { kind: 'tool_result', tool: 'get_state', success: true },
      ])
      expect(
        lines.filter(({ error_code }) => error_code === 'versioning_error').length,
      ).toBeGreaterThan(1)
      expect(
        lines.filter(({ kind }) => kind === 'proposal' || kind === 'confirmation'),
      ).toHaveLength(2)
      expect(new Set(lines.map(({ kind }) => kind))).toEqual(
        new Set(['header', 'tool_call', 'tool_result', 'proposal', 'confirmation']),
      )
    })
  },
)
