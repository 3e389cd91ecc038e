import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFlags } from './create-flags.ts'
import { defineFlags } from './define-flags.ts'

const plain = { summary: 'Searches better.', state: 'beta', owner: 'ada', default: false } as const
const definitions = defineFlags({
  search: { ...plain, block: ['eve'] },
  export: { ...plain, default: true, needs: ['search'] },
})
const make = () => createFlags(definitions, { env: { TOOLACCORD_FLAGS: 'search=off' } })

/** A promise that a test settles itself. */
function createPromise(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = () => {}
  const promise = new Promise<void>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

describe('an override for the time of a body', () => {
  it('wins over everything, for everybody, and for what needs the flag', () => {
    const flags = make()
    const seen = flags.withOverride('search', true, () => [
      flags.isOn('search'),
      flags.isOn('search', { caller: { id: 'eve' } }),
      flags.isOn('export'),
    ])
    expect(seen).toEqual([true, true, true])
    expect([flags.isOn('search'), flags.isOn('export')]).toEqual([false, false])
  })

  it('lasts until a promise settles', async () => {
    const flags = make()
    const seen = await flags.withOverride('search', true, async () => {
      await Promise.resolve()
      return flags.isOn('search')
    })
    expect([seen, flags.isOn('search')]).toEqual([true, false])
  })

  it('ends when the body throws or rejects', async () => {
    const flags = make()
    const fail = () => {
      throw new Error('no')
    }
    expect(() => flags.withOverride('search', true, fail)).toThrow('no')
    expect(flags.isOn('search')).toBe(false)
    await expect(flags.withOverride('search', true, async () => fail())).rejects.toThrow('no')
    expect(flags.isOn('search')).toBe(false)
  })

  it('must name a flag', () => {
    expect(() => make().withOverride('serch' as 'search', true, () => {})).toThrow(
      "did you mean 'search'?",
    )
  })

  it('leaves, when bodies end in any order, the latest that is still running', async () => {
    const orders = fc.uniqueArray(fc.record({ id: fc.nat(), on: fc.boolean() }), {
      selector: ({ id }) => id,
      maxLength: 6,
    })
    await fc.assert(
      fc.asyncProperty(orders, async (bodies) => {
        const flags = make()
        const running = bodies.map(({ id, on }) => {
          const { promise, resolve } = createPromise()
          const ended = flags.withOverride('search', on, () => promise)
          const end = () => {
            resolve()
            return ended
          }
          return { id, on, end }
        })
        const left = [...running]
        for (const one of running.toSorted((a, b) => a.id - b.id)) {
          expect(flags.isOn('search')).toBe(left.at(-1)?.on)
          await one.end()
          left.splice(left.indexOf(one), 1)
        }
        expect(flags.isOn('search')).toBe(false)
      }),
    )
  })
})
