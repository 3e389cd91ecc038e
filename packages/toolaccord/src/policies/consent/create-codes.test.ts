import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createMemoryStore } from '../../stores/create-memory-store.ts'
import { type Subject, createCodes } from './create-codes.ts'

const minute = 60_000
const subject: Subject = { tool: 'delete_note', args: 'a1', caller: 'ada' }
const create = (now = () => 0) => {
  const store = createMemoryStore({ now })
  return { one: createCodes(store, minute), other: createCodes(store, minute) }
}

describe('a code', () => {
  it('is good once, in whatever process', async () => {
    const { one, other } = create()
    const code = await one.issue(subject)
    expect(await other.redeem(subject, code)).toBe('good')
    expect(await one.redeem(subject, code)).toBe('none')
  })

  it('is good once also if it comes many times at once', async () => {
    const { one, other } = create()
    const code = await one.issue(subject)
    const given = Array.from({ length: 20 }, (_, n) => (n % 2 ? one : other).redeem(subject, code))
    expect((await Promise.all(given)).filter((redeemed) => redeemed === 'good')).toHaveLength(1)
  })

  it('may be written in small letters and with letters for digits', async () => {
    const { one } = create()
    const code = await one.issue(subject)
    const typed = ` ${code.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l')} `
    expect(await one.redeem(subject, typed)).toBe('good')
  })

  it('expires', async () => {
    let time = 0
    const { one } = create(() => time)
    const code = await one.issue(subject)
    time = minute
    expect(await one.redeem(subject, code)).toBe('none')
  })

  it('is gone when another one was made for the same call', async () => {
    const { one } = create()
    const former = await one.issue(subject)
    const code = await one.issue(subject)
    expect(await one.redeem(subject, former)).toBe('wrong')
    expect(await one.redeem(subject, code)).toBe('good')
  })

  it('is gone after three wrong ones, also at once', async () => {
    const { one, other } = create()
    const code = await one.issue(subject)
    const wrong = () => Promise.all([one, other, one].map((it) => it.redeem(subject, 'x')))
    expect(await wrong()).toEqual(['wrong', 'wrong', 'wrong'])
    expect(await one.redeem(subject, code)).toBe('none')
  })

  it('is not hit by anything else', async () => {
    const { one } = create()
    await fc.assert(
      fc.asyncProperty(fc.anything(), async (given) => {
        await one.issue(subject)
        expect(await one.redeem(subject, given)).toBe('wrong')
      }),
      { numRuns: 200 },
    )
  })

  it('is bound to tool, arguments and caller', async () => {
    const subjects = fc.record({ tool: fc.string(), args: fc.string(), caller: fc.string() })
    await fc.assert(
      fc.asyncProperty(subjects, subjects, async (first, second) => {
        fc.pre(JSON.stringify(first) !== JSON.stringify(second))
        const { one } = create()
        const code = await one.issue(first)
        expect(await one.redeem(second, code)).toBe('none')
        expect(await one.redeem(first, code)).toBe('good')
      }),
      { numRuns: 200 },
    )
  })
})
