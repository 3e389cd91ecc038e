import { describe, expect, it, vi } from 'vitest'
import { createPostgresArchive } from './create-postgres-archive.ts'

const failing = (code: string) => Object.assign(new Error('refused'), { code })
const ada = { owner: 'ada' }
const hash = `sha256:${'a'.repeat(64)}`

describe('an archive in PostgreSQL', () => {
  it.each(['', 'Archive', '1st', 'a"; drop table b; --', 'x'.repeat(58)])(
    "does not take the table '%s'",
    (table) => {
      expect(() => createPostgresArchive({ query: async () => ({ rows: [] }) }, { table })).toThrow(
        /^table: '.*' must be 1 to 57 of a-z, 0-9 and '_', and not start with a digit$/,
      )
    },
  )

  it('needs no right to make tables if there are some', async () => {
    const query = vi.fn(async (text: string) => {
      if (text.startsWith('create')) throw failing('42501')
      return { rows: [] }
    })
    expect(await createPostgresArchive({ query }).get(hash, ada)).toBeUndefined()
    expect(query).toHaveBeenCalledTimes(1)
  })

  it('is unavailable while the pool is, also when it makes the tables', async () => {
    const query = async (text: string) => {
      throw failing(text.startsWith('create') ? '42501' : '42P01')
    }
    await expect(createPostgresArchive({ query }).get(hash, ada)).rejects.toMatchObject({
      reason: 'unavailable',
      message: 'The archive cannot be read or written (42501).',
    })
  })
})
