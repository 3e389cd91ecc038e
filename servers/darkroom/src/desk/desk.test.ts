import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { openDarkroom } from '../testing/open-darkroom.ts'

const darkroom = await openDarkroom()
afterAll(() => darkroom.remove())

let { server } = darkroom.create({ desk: true })
const call = (tool: string, args: object = {}) => server.call(tool, args)
const data = async (tool: string, args: object = {}) => {
  const outcome = await call(tool, args)
  return outcome.ok ? outcome.data : expect.fail(JSON.stringify(outcome.problems))
}
const agreed = (tool: string, args: object = {}) => server.call(tool, args, { consent: 'granted' })
const refused = (code: string, more: object = {}) => ({ ok: false, problems: [{ code, ...more }] })

beforeEach(async () => {
  await darkroom.clear()
  server = darkroom.create({ desk: true }).server
  for (const image_id of ['one', 'two'])
    await data('ingest', { raw_path: join(darkroom.photos, 'grey.dng'), image_id })
})

describe('the desk', () => {
  it('is hidden from agents', () => {
    const isOfDesk = /^(status|vocab_|gap_log_|session_log_|cache_|apply_(taste|notes))/
    const names = darkroom
      .create()
      .server.tools()
      .map(({ name }) => name)
    expect(names.filter((name) => isOfDesk.test(name))).toEqual([])
  })

  it('shows what the darkroom works with, and what is missing', async () => {
    expect(await data('status')).toMatchObject({
      darktable: null,
      opencl: false,
      render_seconds: null,
      workspaces: [darkroom.root],
      image_count: 2,
      packs: [{ pack: 'base' }, { pack: 'looks' }],
      warnings: [expect.stringContaining('apt-get install')],
    })
  })

  it('writes tastes and notes without asking', async () => {
    expect(
      await data('apply_taste_update', {
        content: 'Warm skin.',
        category: 'appearance',
        file: 'portrait',
      }),
    ).toEqual({ written_to: join(darkroom.tastes, 'portrait.md'), category: 'appearance' })
    await data('apply_notes_update', { image_id: 'one', content: 'Dust at the top.' })
    expect(await readFile(join(darkroom.root, 'one', 'notes.md'), 'utf8')).toBe(
      'Dust at the top.\n',
    )
    expect(
      await call('apply_taste_update', { content: 'x', category: 'value', file: '../out' }),
    ).toMatchObject(refused('invalid_input', { path: 'file' }))
  })
})

describe('vocab', () => {
  it('lists and shows moves and masks', async () => {
    expect(await data('vocab_list', { layer: 'L3' })).toContainEqual({
      name: 'exposure',
      layer: 'L3',
      parameters: ['ev'],
      description: expect.any(String),
    })
    expect(await data('vocab_show', { name: 'exposure' })).toMatchObject({
      pack: 'base',
      parameters: [{ name: 'ev', range: [-3, 3] }],
    })
    expect(await data('vocab_list_masks', {})).toContainEqual({
      name: 'mask_sky',
      tags: expect.any(Array),
      description: expect.any(String),
    })
    expect(await data('vocab_show_mask', { name: 'mask_sky' })).toMatchObject({
      kind: 'mask',
      spec: { dt_form: 'gradient' },
    })
    expect(await call('vocab_list', { tags: ['bw', 'light'] })).toMatchObject({
      ok: true,
      notes: {
        warnings: [
          {
            code: 'UNKNOWN_TAG',
            message: expect.stringMatching(/^Nothing has the tag 'bw'\. There are .*light/),
          },
        ],
      },
    })
    expect(await call('list_masks_vocabulary', { tags: ['x'] })).toMatchObject({
      data: [],
      notes: { warnings: [{ code: 'UNKNOWN_TAG' }] },
    })
    expect(await call('vocab_show', { name: 'expsure' })).toMatchObject(
      refused('not_found', { hint: expect.stringContaining("'exposure'") }),
    )
    expect(await call('vocab_show_mask', { name: 'mask_sly' })).toMatchObject(
      refused('not_found', { hint: "Did you mean 'mask_sky'?" }),
    )
  })

  it('tries every move out as far as possible without darktable', async () => {
    for (const { name } of darkroom.vocabulary.list()) {
      const { checks } = (await data('vocab_validate', { name })) as {
        readonly checks: readonly { readonly check: string; readonly result: string }[]
      }
      expect([name, checks.map(({ check, result }) => `${check} ${result}`)]).toEqual([
        name,
        [
          'apply passed',
          'round_trip passed',
          expect.stringMatching(/^mask (passed|skipped)$/),
          'darktable skipped',
        ],
      ])
    }
  })
})

describe('gap-log', () => {
  const log = (image_id: string, description: string, more: object = {}) =>
    data('log_vocabulary_gap', { image_id, description, ...more })

  it('lists, ranks, shows and removes gaps', async () => {
    await log('one', 'no curves', { operations_involved: ['tonecurve'], satisfaction: -1 })
    await log('two', 'No curves ', { operations_involved: ['tonecurve'], satisfaction: 0 })
    await log('two', 'a brush', { missing_capability: 'Brush' })
    expect(await data('gap_log_list')).toMatchObject([
      { image_id: 'two', description: 'a brush' },
      { image_id: 'two' },
      { image_id: 'one', intent_category: 'uncategorized' },
    ])
    expect(await data('gap_log_list', { module: 'tonecurve', image: 'two' })).toMatchObject([
      { description: 'No curves' },
    ])
    expect(await data('gap_log_rank', { top: 1 })).toEqual([
      {
        capability: 'no curves',
        count: 2,
        images: 2,
        satisfaction: -0.5,
        last_wanted: expect.any(String),
      },
    ])
    expect(await data('gap_log_show', { image: 'one' })).toMatchObject([
      { description: 'no curves', operations_involved: ['tonecurve'], session_id: 'test' },
    ])
    expect(await call('gap_log_clear', { image: 'two' })).toMatchObject(refused('permission_error'))
    expect(await agreed('gap_log_clear', { image: 'two' })).toMatchObject({ data: { cleared: 2 } })
    expect(await agreed('gap_log_clear')).toMatchObject({ data: { cleared: 1 } })
    expect(await data('gap_log_list')).toEqual([])
    expect(await call('gap_log_list', { image: 'none' })).toMatchObject(
      refused('not_found', { path: 'image' }),
    )
  })

  it('filters by time and age', async () => {
    await log('one', 'now')
    // The clock of this darkroom starts with 2026 and advances by a second at every call.
    expect(await data('gap_log_list', { since: '2026-01-01' })).toHaveLength(1)
    for (const since of ['30m', '2w', '2026-01-01T00:00:00Z'])
      expect(await data('gap_log_list', { since })).toHaveLength(1)
    expect(await data('gap_log_list', { since: '2026-01-02' })).toEqual([])
    expect(await call('gap_log_list', { since: 'lately' })).toMatchObject(
      refused('invalid_input', {
        path: 'since',
        message: expect.stringContaining('30m, 24h, 7d or 2w'),
      }),
    )
  })
})

describe('session-log', () => {
  const apply = (image_id: string, primitive_name: string, value: number) =>
    call('apply_primitive', { image_id, primitive_name, value })

  it('lists, shows and searches the calls of sessions', async () => {
    await apply('one', 'exposure', 1)
    await apply('one', 'exposure', 99)
    await call('remove_module', { image_id: 'two', module_name: 'exposure' })
    expect(await data('session_log_list', { image: 'one' })).toEqual([
      {
        session_id: 'test',
        image_id: 'one',
        started_at: expect.any(String),
        ended_at: null,
        calls: 3,
        failures: 1,
      },
    ])
    expect(await data('session_log_show', { session_id: 'test', image: 'one' })).toMatchObject({
      calls: [
        { tool: 'ingest', args: { raw_path: expect.any(String) }, success: true },
        { tool: 'apply_primitive', args: { value: 1 }, success: true },
        { success: false, error_code: 'invalid_input' },
      ],
    })
    expect(await data('session_log_find', { module: 'exposure' })).toMatchObject([
      { image_id: 'two', tool: 'remove_module', error_code: 'not_found' },
      { image_id: 'one', args: { value: 99 } },
      { image_id: 'one', args: { value: 1 } },
    ])
    expect(await data('session_log_find', { primitive: 'exposure', image: 'two' })).toEqual([])
    expect(await data('session_log_find', { tool: 'remove-module' })).toHaveLength(1)
    expect(await call('session_log_show', { session_id: 'none' })).toMatchObject(
      refused('not_found', { path: 'session_id' }),
    )
    expect(await call('session_log_show', { session_id: 'test' })).toMatchObject(
      refused('invalid_input', { hint: 'Name one with --image: one, two.' }),
    )
  })

  it('repeats the edits of a session on another image, with the same result', async () => {
    await apply('one', 'exposure', 1)
    await apply('one', 'exposure', 99)
    await call('apply_primitive', {
      image_id: 'one',
      primitive_name: 'look_neutral',
      strength: 0.5,
    })
    const asked = { session_id: 'test', image: 'one', onto: 'two' }
    expect(await data('session_log_replay', { ...asked, dry_run: true })).toMatchObject({
      onto: 'two',
      steps: [
        { snapshot_hash: null },
        { tool: 'apply_primitive', args: { image_id: 'two', strength: 0.5 }, snapshot_hash: null },
      ],
    })
    expect(await data('get_state', { image_id: 'two' })).toMatchObject({ entry_count: 0 })
    const replayed = await data('session_log_replay', asked)
    expect(replayed).toMatchObject({ steps: { length: 2 } })
    const one = await data('get_state', { image_id: 'one' })
    expect(await data('get_state', { image_id: 'two' })).toEqual(one)
  })

  it('stops at the step that fails, and names it', async () => {
    await apply('one', 'exposure', 1)
    await apply('one', 'exposure', 2)
    await call('tag', { image_id: 'two', name: 'here' })
    await call('checkout', { image_id: 'two', ref_or_hash: 'here' })
    const outcome = await call('session_log_replay', {
      session_id: 'test',
      image: 'one',
      onto: 'two',
    })
    expect(outcome).toMatchObject(
      refused('versioning_error', {
        message: expect.stringMatching(/^Step 1, apply_primitive: /),
        details: { step: 1 },
      }),
    )
  })

  it('skips files that are not transcripts', async () => {
    await writeFile(
      join(darkroom.root, 'one', 'sessions', 'odd.jsonl'),
      '{"kind":"tool_call"}\nno json\n',
    )
    expect(await data('session_log_list', { image: 'one' })).toHaveLength(1)
  })
})

describe('cache', () => {
  it('lists, measures and clears previews, and nothing else', async () => {
    const folder = join(darkroom.root, 'one', 'previews')
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'a.jpg'), 'x'.repeat(10))
    await writeFile(join(folder, '.b.part'), 'being made')
    expect(await data('cache_list')).toEqual([
      { image_id: 'one', path: join(folder, 'a.jpg'), bytes: 10, used_at: expect.any(String) },
    ])
    expect(await data('cache_size')).toEqual({
      files: 1,
      bytes: 10,
      images: [{ image_id: 'one', files: 1, bytes: 10 }],
    })
    expect(await call('cache_clear')).toMatchObject(refused('permission_error'))
    expect(await agreed('cache_clear', { image: 'two' })).toMatchObject({
      data: { files: 0, bytes: 0 },
    })
    expect(await agreed('cache_clear')).toMatchObject({ data: { files: 1, bytes: 10 } })
    expect(await readdir(folder)).toEqual(['.b.part'])
  })
})
