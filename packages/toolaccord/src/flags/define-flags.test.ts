import { describe, expect, it } from 'vitest'
import { defineFlags } from './define-flags.ts'
import type { FlagInit } from './flag.ts'

const plain: FlagInit<never> = {
  summary: 'Searches better.',
  state: 'beta',
  owner: 'ada',
  default: false,
}

/** The message for flags that the compiler has not seen. */
function faultsOf(flags: Readonly<Record<string, unknown>>): string {
  try {
    // The cast lets a test give flags that the compiler would have refused.
    defineFlags(flags as Record<string, FlagInit>)
    return ''
  } catch (thrown) {
    return thrown instanceof TypeError ? thrown.message : String(thrown)
  }
}

describe('defined flags', () => {
  it('are frozen copies', () => {
    const allow = ['ada']
    const flags = defineFlags({
      new_search: { ...plain, allow },
      bulk_export: { ...plain, needs: ['new_search'] },
    })
    allow.push('eve')
    expect(flags.new_search.allow).toEqual(['ada'])
    expect(flags.bulk_export).toEqual({ ...plain, allow: [], block: [], needs: ['new_search'] })
    const frozen = [flags, flags.new_search, flags.new_search.allow, flags.bulk_export.needs]
    expect(frozen.every(Object.isFrozen)).toBe(true)
  })

  it('may be defined again from those that were defined', () => {
    const first = defineFlags({ new_search: plain })
    const second = defineFlags({ ...first, more: { ...plain, needs: ['new_search'] } })
    expect(second.more.needs).toEqual(['new_search'])
  })

  it('cannot need a name that the compiler knows not to be a flag', () => {
    expect(() =>
      // @ts-expect-error: the name has a typing mistake.
      defineFlags({ new_search: plain, bulk_export: { ...plain, needs: ['new_serch'] } }),
    ).toThrow("did you mean 'new_search'?")
  })

  it.each<[string, Record<string, unknown>, string]>([
    ['a capital letter', { newSearch: plain }, "flag 'newSearch' has a bad name"],
    ['a name of 65 letters', { ['a'.repeat(65)]: plain }, 'has a bad name'],
    ['no summary', { f: { ...plain, summary: ' ' } }, "flag 'f' needs a summary"],
    ['no owner', { f: { ...plain, owner: undefined } }, "flag 'f' needs an owner"],
    [
      'an unknown state',
      { f: { ...plain, state: 'alpha' } },
      "flag 'f' has the state 'alpha'; a state is experimental, beta, stable, deprecated",
    ],
    [
      'no default',
      { f: { ...plain, default: undefined } },
      "flag 'f' needs a default, true or false",
    ],
    [
      'a percentage under 0',
      { f: { ...plain, percentage: -1 } },
      "flag 'f' has the percentage -1; it goes from 0 to 100",
    ],
    [
      'a percentage over 100',
      { f: { ...plain, percentage: 100.1 } },
      "flag 'f' has the percentage 100.1",
    ],
    [
      'a percentage that is not a number',
      { f: { ...plain, percentage: Number.NaN } },
      "flag 'f' has the percentage NaN",
    ],
    [
      'a day that no month has',
      { f: { ...plain, expires: '2027-02-29' } },
      "flag 'f' expires on '2027-02-29', which is not a date as YYYY-MM-DD",
    ],
    ['a time', { f: { ...plain, expires: '2027-02-20T10:00Z' } }, 'which is not a date'],
    [
      'an empty name in allow',
      { f: { ...plain, allow: [''] } },
      "flag 'f' allows or blocks an empty name",
    ],
    [
      'a need that is not a flag',
      { f: { ...plain, needs: ['toString'] } },
      "flag 'f' needs 'toString', which is not a flag",
    ],
    ['a need of itself', { f: { ...plain, needs: ['f'] } }, 'flags need each other: f → f'],
  ])('are refused with %s', (_, flags, fault) => {
    expect(faultsOf(flags)).toContain(fault)
  })

  it('are refused with each circle once, wherever it is entered', () => {
    const needing = (...needs: string[]) => ({ ...plain, needs })
    const faults = faultsOf({
      a: needing('b'),
      b: needing('c'),
      c: needing('b'),
      d: needing('c', 'a'),
    })
    expect(faults).toBe('These flags cannot work:\n  - flags need each other: b → c → b')
  })

  it('are refused with all their faults at once', () => {
    const faults = faultsOf({
      Bad: { ...plain, percentage: 101 },
      worse: { ...plain, owner: '', needs: ['worse', 'bad'] },
    })
    expect(faults.split('\n')).toEqual([
      'These flags cannot work:',
      "  - flag 'Bad' has a bad name: it must start with a small letter " +
        "and hold only small letters, digits and '_', at most 64",
      "  - flag 'Bad' has the percentage 101; it goes from 0 to 100",
      "  - flag 'worse' needs an owner",
      "  - flag 'worse' needs 'bad', which is not a flag; did you mean 'Bad'?",
      '  - flags need each other: worse → worse',
    ])
  })

  it.each([{ percentage: 0 }, { percentage: 100 }, { percentage: 0.5 }, { expires: '2028-02-29' }])(
    'may have %o',
    (more) => {
      expect(faultsOf({ f: { ...plain, ...more } })).toBe('')
    },
  )
})
