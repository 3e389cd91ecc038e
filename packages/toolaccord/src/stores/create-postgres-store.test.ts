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

  it('needs no right to make tables where there is one', async () => {
    const query = vi.fn(async (text: string) =>
      text.startsWith('create') ? Promise.reject(failing('42501')) : { rows: [{ value: 'here' }] },
    )
    expect(await createPostgresStore({ query }).get('k')).toBe('here')
    expect(query).toHaveBeenCalledTimes(1)
  })

  it('passes on what the pool fails with, also when it makes the table', async () => {
    const store = createPostgresStore({
      query: async (text) => Promise.reject(failing(text.startsWith('create') ? '42501' : '42P01')),
    })
    for (const call of [
      store.get('k'),
      store.set('k', 'v', 1),
      store.add('k', 'v', 1),
      store.delete('k'),
    ])
      await expect(call).rejects.toMatchObject({ code: '42501' })
  })

  it('does its work though it cannot remove what has expired', async () => {
    const query = async (text: string) =>
      text.startsWith('delete') ? Promise.reject(failing('57014')) : { rows: [{ key: 'k' }] }
    expect(await createPostgresStore({ query }).add('k', 'v', 1)).toBe(true)
  })
})
