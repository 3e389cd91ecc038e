import { describe, expect, it, vi } from 'vitest'
import { createPostgresStore } from './create-postgres-store.ts'

const failing = (code: string) => Object.assign(new Error('refused'), { code })

describe('a store in PostgreSQL', () => {
  it.each(['', 'Entries', '1st', 'a-b', 'a"; drop table b; --', 'x'.repeat(64)])(
    "does not take the table '%s'",
    (table) => {
      expect(() => createPostgresStore({ query: async () => ({ rows: [] }) }, { table })).toThrow(
        /^table: '.*' must be 1 to 63 of a-z, 0-9 and '_', and not start with a digit$/,
      )
    },
  )

  it('needs no right to make tables if there is one', async () => {
    const query = vi.fn(async (text: string) => {
      if (text.startsWith('create')) throw failing('42501')
      return { rows: [{ value: 'here' }] }
    })
    expect(await createPostgresStore({ query }).get('k')).toBe('here')
    expect(query).toHaveBeenCalledTimes(1)
  })

  it('fails as the pool does, also when it makes the table', async () => {
    const query = async (text: string) => {
      throw failing(text.startsWith('create') ? '42501' : '42P01')
    }
    const store = createPostgresStore({ query })
    const calls = [
      store.get('k'),
      store.set('k', 'v', 1),
      store.add('k', 'v', 1),
      store.delete('k'),
    ]
    for (const call of calls) await expect(call).rejects.toMatchObject({ code: '42501' })
  })

  it('does its work even if it cannot remove expired entries', async () => {
    const query = async (text: string) => {
      if (text.startsWith('delete')) throw failing('57014')
      return { rows: [{ key: 'k' }] }
    }
    expect(await createPostgresStore({ query }).add('k', 'v', 1)).toBe(true)
  })
})
