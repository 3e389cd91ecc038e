import { describe, expect, it } from 'vitest'
import { after, attempt } from './after.ts'

/** A promise of another library. */
const thenable = (value: number): PromiseLike<number> => ({
  // oxlint-disable-next-line unicorn/no-thenable -- this is what the test is about
  then: (...handlers) => Promise.resolve(value).then(...handlers),
})
const double = (value: number) => value * 2
const tell = (thrown: unknown) => `rescued ${thrown}`

describe('after', () => {
  it('goes on at once with what is there', () => {
    expect(after(2, double)).toBe(4)
    expect(after(null, String)).toBe('null')
  })

  it.each([
    ['a promise', Promise.resolve(2)],
    ['a promise of another library', thenable(2)],
  ])('waits for %s', async (_, value) => {
    const waiting = after(value, double)
    expect(waiting).toBeInstanceOf(Promise)
    expect(await waiting).toBe(4)
  })
})

describe('attempt', () => {
  it('gives what a step gives, now or later', async () => {
    expect(attempt<unknown>(() => 2, tell)).toBe(2)
    expect(await attempt<unknown>(async () => 2, tell)).toBe(2)
  })

  it('gives what is made of what a step throws, now or later', async () => {
    expect(
      attempt<unknown>(() => {
        throw 'now'
      }, tell),
    ).toBe('rescued now')
    expect(
      await attempt<unknown>(async () => {
        throw 'later'
      }, tell),
    ).toBe('rescued later')
  })

  it('lets through what the rescue throws, now or later', async () => {
    const rethrow = (thrown: unknown) => {
      throw thrown
    }
    expect(() =>
      attempt(() => {
        throw new Error('now')
      }, rethrow),
    ).toThrow('now')
    await expect(
      attempt(async () => {
        throw new Error('later')
      }, rethrow),
    ).rejects.toThrow('later')
  })
})
