import { afterAll, describe, expect, it, vi } from 'vitest'
import { testArchive } from '../../test/archive-body.ts'
import { testModel } from '../../test/archive-model.ts'
import { testRaces } from '../../test/archive-races.ts'
import { startArchives } from '../../test/archive-subjects.ts'
import { createPostgresArchive } from './create-postgres-archive.ts'
import { createRedisArchive } from './create-redis-archive.ts'

const { subjects, client, pool, stop } = await startArchives()
afterAll(stop)

const ada = { owner: 'ada' }

describe.each(subjects)('an archive in $name', (subject) => {
  testArchive(subject)
  testModel(subject)
  testRaces(subject)
})

describe.skipIf(client === undefined)('an archive in Redis', () => {
  it('leaves no key behind', async () => {
    if (client === undefined) return
    const archive = createRedisArchive(client, { prefix: '{a}:' })
    const hash = await archive.put('x', ada)
    expect(await client.keys('{a}:*')).toHaveLength(3)
    await archive.delete(hash, ada)
    expect(await client.keys('{a}:*')).toEqual([])
  })
})

describe.skipIf(pool === undefined)('an archive in PostgreSQL', () => {
  it('removes bytes that a process left without a reference', async () => {
    if (pool === undefined) return
    const archive = createPostgresArchive(pool, { table: 'table' })
    const hash = await archive.put('x', ada)
    await pool.query(`insert into table_bytes values ('left', 'bytes')`)
    await archive.sweep()
    const stored = async () => (await pool.query('select hash from table_bytes')).rows
    expect(await stored()).toEqual([{ hash: hash.slice(7) }])
    await archive.delete(hash, ada)
    expect(await stored()).toEqual([])
  })

  it('keeps bytes that another process is about to refer to', async () => {
    if (pool === undefined) return
    const archive = createPostgresArchive(pool, { table: 'held' })
    const hash = await archive.put('x', ada)
    const client = await pool.connect()
    await client.query('begin')
    await client.query(`insert into held select hash, repeat('b', 64), state from held`)
    const deleted = archive.delete(hash, ada)
    await vi.waitFor(async () => expect((await pool.query('select 1 from held')).rows).toEqual([]))
    await client.query('commit')
    client.release()
    expect(await deleted).toBe(true)
    const { rows } = await pool.query('select hash from held_bytes')
    expect(rows).toEqual([{ hash: hash.slice(7) }])
  })

  it('lists more references than one page has', async () => {
    if (pool === undefined) return
    const archive = createPostgresArchive(pool, { table: 'many' })
    const hash = await archive.put('x', ada)
    await pool.query(
      `insert into many select $1, 'owner ' || number, '1.2.3.k'
        from generate_series(1, 12000) number`,
      [hash.slice(7)],
    )
    expect(await archive.stats()).toMatchObject({ contents: 1, references: 12_001 })
  })
})
