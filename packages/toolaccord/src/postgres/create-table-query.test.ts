import { describe, expect, it, vi } from 'vitest'
import { createTableQuery } from './create-table-query.ts'

const failing = (code: string) => Object.assign(new Error('refused'), { code })
const make = ['create table a', 'create table b']

/** A pool without tables until both are made; making one fails the first time. */
function emptyPool() {
  const made = new Set<string>()
  const tried = new Set<string>()
  return vi.fn(async (text: string) => {
    if (!text.startsWith('create')) {
      if (made.size < 2) throw failing('42P01')
      return { rows: [{ text }] }
    }
    if (!tried.has(text)) {
      tried.add(text)
      throw failing('23505')
    }
    made.add(text)
    return { rows: [] }
  })
}

describe('a query over tables', () => {
  it('makes no table if there is one', async () => {
    const query = vi.fn(async () => ({ rows: [1] }))
    expect(await createTableQuery({ query }, make)('select', [7])).toEqual([1])
    expect(query.mock.calls).toEqual([['select', [7]]])
  })

  it('makes missing tables, each twice if another process was faster, and asks again', async () => {
    const query = emptyPool()
    expect(await createTableQuery({ query }, make)('select', [])).toEqual([{ text: 'select' }])
    expect(query.mock.calls.map(([text]) => text)).toEqual([
      'select',
      'create table a',
      'create table a',
      'create table b',
      'create table b',
      'select',
    ])
  })

  it('fails as the pool does', async () => {
    const query = async () => Promise.reject(failing('42501'))
    await expect(createTableQuery({ query }, make)('select', [])).rejects.toThrow('refused')
  })
})
