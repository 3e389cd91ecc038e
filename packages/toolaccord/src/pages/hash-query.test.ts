import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sameJson } from '../json/json.ts'
import { hashQuery } from './hash-query.ts'

describe('the hash of a query', () => {
  it('is the same for the same filters, whatever their order, undefined ones aside', async () => {
    const hash = await hashQuery({ tag: 'x', range: { from: 1, to: 2 }, 10: 'ten' })
    const reordered = { range: { to: 2, from: 1 }, 10: 'ten', tag: 'x', more: undefined }
    expect(await hashQuery(reordered)).toBe(hash)
    expect(hash).toMatch(/^[\w-]{16}$/)
  })

  it('is another for other filters', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.jsonValue({ maxDepth: 2 }),
        fc.jsonValue({ maxDepth: 2 }),
        async (a, b) => {
          const one: unknown = JSON.parse(JSON.stringify(a))
          const other: unknown = JSON.parse(JSON.stringify(b))
          expect((await hashQuery(one)) === (await hashQuery(other))).toBe(sameJson(one, other))
        },
      ),
    )
    expect(await hashQuery(JSON.parse('{ "__proto__": 1 }'))).not.toBe(await hashQuery({}))
    expect(await hashQuery(['a', 'b'])).not.toBe(await hashQuery(['b', 'a']))
  })

  it('is refused for a query that is not JSON, with the place', async () => {
    await expect(hashQuery([{ since: { at: 10n } }])).rejects.toThrow(
      'must be JSON; at [0].since.at it is not',
    )
  })
})
