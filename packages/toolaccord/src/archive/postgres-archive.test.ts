import { describe, expect, it, vi } from 'vitest'
import { createPostgresArchive } from './postgres-archive.ts'

const failing = (code: string) => Object.assign(new Error('refused'), { code })
const [ada, hash] = [{ owner: 'ada' }, `sha256:${'a'.repeat(64)}`]

describe('an archive in PostgreSQL', () => {
  it.each(['', 'Archive', '1st', 'a"; drop table b; --', 'x'.repeat(58)])(
    "does not take the table '%s'",
    (table) => {
      expect(() => createPostgresArchive({ query: async () => ({ rows: [] }) }, { table })).toThrow(
        /^table: '.*' must be 1 to 57 of a-z, 0-9 and '_', and not start with a digit$/,
      )
    },
  )

  it('needs no right to make tables where there are some', async () => {
    const query = vi.fn(async (text: string) =>
      text.startsWith('create') ? Promise.reject(failing('42501')) : { rows: [] },
    )
    expect(await createPostgresArchive({ query }).get(hash, ada)).toBeUndefined()
    expect(query).toHaveBeenCalledTimes(1)
  })

  it('is unavailable while the pool is, also when it makes the tables', async () => {
    const archive = createPostgresArchive({
      query: async (text) => Promise.reject(failing(text.startsWith('create') ? '42501' : '42P01')),
    })
    await expect(archive.get(hash, ada)).rejects.toMatchObject({
      reason: 'unavailable',
      message: 'The archive cannot be read or written (42501).',
    })
  })
})
