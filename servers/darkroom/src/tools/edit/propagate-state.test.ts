import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { toDng } from '../../picture/to-dng.ts'
import { describeDarkroom, image_id, refused } from '../../testing/describe-darkroom.ts'
import { openDarkroom } from '../../testing/open-darkroom.ts'

const darkroom = await openDarkroom()
afterAll(() => darkroom.remove())

describeDarkroom(darkroom, 'moves', ({ call, on }) => {
  const copy = (args: object) =>
    call('propagate_state', {
      source_image_id: image_id,
      target_image_ids: ['two', 'three'],
      ...args,
    })
  const copyFrom = (source_image_id: string) =>
    call('propagate_state', { source_image_id, target_image_ids: ['two'] })

  beforeAll(async () => {
    for (const name of ['two', 'three', 'plain']) {
      const raw_path = join(darkroom.photos, `${name}.dng`)
      await writeFile(raw_path, toDng({ width: 32, height: 32, pixelAt: () => [0.1, 0.1, 0.1] }))
      expect(await call('ingest', { raw_path })).toMatchObject({ ok: true })
    }
    expect(await on('apply_primitive', { primitive_name: 'exposure', value: 0.3 })).toMatchObject({
      ok: true,
    })
  })

  it('are copied to other images', async () => {
    expect(await copy({})).toMatchObject({
      ok: true,
      data: {
        n_succeeded: 2,
        n_failed: 0,
        source_image_id: image_id,
        results: [{ image_id: 'two', applied_ops: ['exposure'] }, { image_id: 'three' }],
      },
    })
  })

  it('are not copied to wrong targets, and not to some of them', async () => {
    expect(await copy({ target_image_ids: ['two', image_id] })).toMatchObject(
      refused('invalid_input', { path: 'target_image_ids[1]' }),
    )
    expect(await copy({ target_image_ids: ['two', 'two'] })).toMatchObject(
      refused('invalid_input', { path: 'target_image_ids[1]' }),
    )
    expect(await copy({ target_image_ids: ['two', 'none'] })).toMatchObject(
      refused('not_found', { path: 'target_image_ids[1]' }),
    )
    expect(await call('log', { image_id: 'two' })).toMatchObject({ data: { length: 3 } })
  })

  it('must be there to be copied', async () => {
    expect(await copy({ exclude_ops: ['exposure'] })).toMatchObject(
      refused('invalid_input', { path: 'exclude_ops' }),
    )
    expect(await copyFrom('plain')).toMatchObject(
      refused('invalid_input', {
        path: 'source_image_id',
        message: "'plain' has no moves to copy.",
      }),
    )
    const masked = await call('apply_primitive', {
      image_id: 'plain',
      primitive_name: 'exposure',
      value: 1,
      mask_spec: { dt_form: 'circle', dt_params: { center_x: 0.5, center_y: 0.5, radius: 0.2 } },
    })
    expect(masked.ok).toBe(true)
    expect(await copyFrom('plain')).toMatchObject(
      refused('invalid_input', {
        path: 'include_per_image',
        message: expect.stringContaining('exposure'),
      }),
    )
    expect(await call('log', { image_id: 'two' })).toMatchObject({ data: { length: 3 } })
  })
})
