import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Outcome } from 'toolaccord'
import { afterAll, expect, it } from 'vitest'
import { dataOf, describeDarkroom, image_id, refused } from '../../testing/describe-darkroom.ts'
import { openDarkroom } from '../../testing/open-darkroom.ts'

const darkroom = await openDarkroom()
const proposalOf = (outcome: Outcome) =>
  dataOf<{ readonly proposal_id: string }>(outcome).proposal_id

afterAll(() => darkroom.remove())

describeDarkroom(darkroom, 'the context of an image', ({ call, on }) => {
  it('has tastes, brief, notes, log and gaps', async () => {
    // With the first snapshot and its tag, there are more entries than the recent log has.
    for (let count = 0; count < 9; count++) await on('snapshot')
    await mkdir(darkroom.tastes, { recursive: true })
    await writeFile(join(darkroom.tastes, '_default.md'), 'Quiet.\n')
    await writeFile(join(darkroom.root, image_id, 'brief.md'), 'Calm.\nTastes: street\n')
    const gap = {
      description: ' no curves ',
      operations_involved: ['tonecurve'],
      satisfaction: -1,
    }
    expect(await on('log_vocabulary_gap', gap)).toMatchObject({
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

  it('gets tastes once they are confirmed, and only once', async () => {
    const taste = { content: 'Warm skin.', category: 'appearance', file: 'portrait' }
    const proposed = await call('propose_taste_update', taste)
    expect(proposed).toMatchObject({
      ok: true,
      data: { target_file: 'portrait.md', category: 'appearance' },
    })
    const proposal_id = proposalOf(proposed)
    expect(await call('confirm_notes_update', { proposal_id })).toMatchObject(
      refused('not_found', { next: [{ tool: 'confirm_taste_update', args: { proposal_id } }] }),
    )
    const path = join(darkroom.tastes, 'portrait.md')
    expect(await call('confirm_taste_update', { proposal_id })).toMatchObject({
      ok: true,
      data: { written_to: path, category: 'appearance' },
    })
    expect(await call('confirm_taste_update', { proposal_id })).toMatchObject(
      refused('not_found', { path: 'proposal_id' }),
    )
    expect(await readFile(path, 'utf8')).toBe('Warm skin.\n')
    const outside = { content: 'x', category: 'value', file: '../out' }
    expect(await call('propose_taste_update', outside)).toMatchObject(
      refused('invalid_input', { path: 'file' }),
    )
  })

  it('gets notes once they are confirmed', async () => {
    const note = await on('propose_notes_update', { content: 'Dust at the top.' })
    expect(await call('confirm_notes_update', { proposal_id: proposalOf(note) })).toMatchObject({
      ok: true,
      data: { image_id },
    })
    expect(await on('read_context')).toMatchObject({
      data: { notes: { summary: 'Dust at the top.' } },
    })
  })
})

describeDarkroom(darkroom, 'a session', ({ call, on }) => {
  it('has a transcript', async () => {
    await on('get_state')
    for (const ref_or_hash of ['nowhere', 'nowhere'])
      expect(await on('checkout', { ref_or_hash })).toMatchObject(refused('versioning_error'))
    const note = await on('propose_notes_update', { content: 'Dust at the top.' })
    await call('confirm_notes_update', { proposal_id: proposalOf(note) })
    const text = await readFile(join(darkroom.root, image_id, 'sessions', 'test.jsonl'), 'utf8')
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { kind: string; tool?: string; error_code?: string })
    expect(lines[0]).toMatchObject({ kind: 'header', session_id: 'test', image_id })
    expect(lines.slice(1, 5)).toMatchObject([
      { kind: 'tool_call', tool: 'ingest', args: { raw_path: expect.any(String) } },
      { kind: 'tool_result', tool: 'ingest', success: true },
      { kind: 'tool_call', tool: 'get_state', args: { image_id } },
      { kind: 'tool_result', tool: 'get_state', success: true },
    ])
    const failed = lines.filter(({ error_code }) => error_code === 'versioning_error')
    expect(failed.length).toBeGreaterThan(1)
    const kinds = lines.map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'proposal' || kind === 'confirmation')).toHaveLength(2)
    expect(new Set(kinds)).toEqual(
      new Set(['header', 'tool_call', 'tool_result', 'proposal', 'confirmation']),
    )
  })
})
