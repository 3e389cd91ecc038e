import type { Outcome } from 'toolaccord'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dataOf, describeDarkroom, refused, stateWith } from '../../testing/describe-darkroom.ts'
import { openDarkroom } from '../../testing/open-darkroom.ts'

const darkroom = await openDarkroom()
afterAll(() => darkroom.remove())

describeDarkroom(darkroom, 'the state of an image', ({ call, on }) => {
  it('is shown', async () => {
    expect(await on('get_state')).toMatchObject({ ok: true, data: stateWith(0) })
    expect(await call('get_state', { image_id: 'none' })).toMatchObject(
      refused('not_found', { path: 'image_id', details: { image_id: 'none' } }),
    )
    for (const bad of ['..', 'a/b', '../grey', ''])
      expect(await call('get_state', { image_id: bad })).toMatchObject(
        refused('invalid_input', { path: 'image_id' }),
      )
  })
})

const problemsOf = (outcome: Outcome) => (outcome.ok ? [] : outcome.problems)

describeDarkroom(darkroom, 'versions', ({ call, on }) => {
  const apply = (primitive_name: string, value: number) =>
    on('apply_primitive', { primitive_name, value })
  let hash = ''

  beforeAll(async () => {
    expect(await apply('exposure', 0.5)).toMatchObject({ ok: true })
    hash = dataOf<{ readonly hash: string }>(await on('snapshot', { label: 'so far' })).hash
  })

  it('have tags and branches', async () => {
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
  })

  it('are checked out and compared', async () => {
    expect(await on('checkout', { ref_or_hash: 'cool' })).toMatchObject({
      ok: true,
      data: stateWith(0),
    })
    expect(await apply('exposure', -1)).toMatchObject({ ok: true })
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
      refused('versioning_error', {
        path: 'hash_b',
        details: { ref: 'nowhere' },
        next: [{ tool: 'log', args: { image_id: 'grey' } }],
      }),
    )
  })

  it('have a detached HEAD at a hash, until a reset', async () => {
    expect(await on('checkout', { ref_or_hash: hash.slice(0, 10) })).toMatchObject({
      ok: true,
      data: { head_hash: hash },
    })
    expect(await on('get_state')).toMatchObject({
      data: { head_hash: hash, note: expect.stringContaining('detached') },
    })
    expect(await apply('exposure', 0)).toMatchObject(
      refused('versioning_error', { details: { head_hash: hash } }),
    )
    const here = `from-${hash.slice(0, 8)}`
    const [{ next = [] } = {}] = problemsOf(await apply('exposure', 1))
    expect(next).toMatchObject([
      { tool: 'branch', args: { image_id: 'grey', name: here } },
      { tool: 'checkout', args: { image_id: 'grey', ref_or_hash: here } },
    ])
    for (const { tool, args } of next) expect(await call(tool, args)).toMatchObject({ ok: true })
    expect(await on('checkout', { ref_or_hash: hash })).toMatchObject({ ok: true })
    expect(await on('reset')).toMatchObject({ ok: true, data: stateWith(0) })
    expect(await on('log', { limit: 2 })).toMatchObject({
      ok: true,
      data: [
        { op: 'reset', parent: hash, ref: 'refs/heads/main' },
        { op: 'checkout', ref: null },
      ],
    })
    expect(await on('log', { limit: 0 })).toMatchObject(refused('invalid_input', { path: 'limit' }))
  })

  it('undo move after move, and redo them', async () => {
    const hashOf = async (name: string, value: number) =>
      dataOf<{ readonly snapshot_hash: string }>(await apply(name, value)).snapshot_hash
    const first = await hashOf('exposure', 1)
    const second = await hashOf('vibrance', 0.3)
    expect(await on('reset', { ref_or_hash: 'HEAD~1' })).toMatchObject({
      ok: true,
      data: { ...stateWith(1, { L3: true }), head_hash: first },
    })
    expect(await on('reset', { ref_or_hash: 'HEAD~1' })).toMatchObject({
      ok: true,
      data: stateWith(0),
    })
    for (const head_hash of [first, second])
      expect(await on('reset', { ref_or_hash: 'redo' })).toMatchObject({
        ok: true,
        data: { head_hash },
      })
    expect(await on('reset', { ref_or_hash: 'redo' })).toMatchObject(
      refused('versioning_error', { path: 'ref_or_hash', details: { ref: 'redo' } }),
    )
    expect(await on('reset', { ref_or_hash: 'HEAD~99' })).toMatchObject(
      refused('versioning_error', { path: 'ref_or_hash', details: { ref: 'HEAD~99' } }),
    )
    expect(await on('reset')).toMatchObject({ ok: true, data: stateWith(0) })
  })
})
