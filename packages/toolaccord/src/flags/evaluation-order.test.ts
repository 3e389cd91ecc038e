import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bucketOf } from './bucket-of.ts'
import { createFlags } from './create-flags.ts'
import { defineFlags } from './define-flags.ts'
import { type FlagInit, type FlagSubject, subjectKey } from './flag.ts'

const people = ['ada', 'bob', 'eve', 'anonymous']
const anyone = fc.subarray(people)
const switched = fc.option(fc.boolean(), { nil: undefined })

/** The settings of one flag; the second needs the first or not. */
const settings = fc.record({
  default: fc.boolean(),
  percentage: fc.option(fc.constantFrom(0, 25, 50, 75, 100), { nil: undefined }),
  allow: anyone,
  block: anyone,
  server: switched,
  clients: fc.dictionary(fc.constantFrom(...people), fc.boolean()),
})
type Settings = typeof settings extends fc.Arbitrary<infer T> ? T : never

const subjects: fc.Arbitrary<FlagSubject> = fc.record(
  {
    caller: fc.record({ id: fc.constantFrom(...people) }),
    client: fc.record({ name: fc.constantFrom(...people) }),
  },
  { requiredKeys: [] },
)

/** The stated order, step by step: the first that has an answer decides. */
function expected(
  name: string,
  { clients, server, block, allow, percentage, default: otherwise }: Settings,
  key: string,
  needs: boolean,
): boolean {
  const client = Object.hasOwn(clients, key) ? clients[key] : undefined
  if (client !== undefined) return client
  if (server !== undefined) return server
  if (block.includes(key)) return false
  if (allow.includes(key)) return true
  if (!needs) return false
  if (percentage !== undefined) return bucketOf(name, key) < percentage
  return otherwise
}

const init = ({ default: otherwise, percentage, allow, block }: Settings): FlagInit<never> => ({
  summary: 'Does more.',
  state: 'beta',
  owner: 'ada',
  default: otherwise,
  percentage,
  allow,
  block,
})

function flagsOf(base: Settings, more: Settings) {
  const definitions = defineFlags({ base: init(base), more: { ...init(more), needs: ['base'] } })
  const server = { base: base.server, more: more.server }
  const clients = Object.fromEntries(
    people.map((key) => [key, { base: base.clients[key], more: more.clients[key] }]),
  )
  return createFlags(definitions, { overrides: { server, clients } })
}

describe('a flag', () => {
  // Client override, server override, block, allow, needs, percentage, default.
  it('is decided by the first step that has an answer, in the stated order', () => {
    fc.assert(
      fc.property(settings, settings, subjects, (base, more, subject) => {
        const key = subjectKey(subject)
        const flags = flagsOf(base, more)
        const isBaseOn = expected('base', base, key, true)
        expect(flags.isOn('base', subject)).toBe(isBaseOn)
        expect(flags.isOn('more', subject)).toBe(expected('more', more, key, isBaseOn))
      }),
      { numRuns: 1000 },
    )
  })

  it('answers the same whenever and wherever it is asked', () => {
    fc.assert(
      fc.property(settings, settings, subjects, (base, more, subject) => {
        const first = flagsOf(base, more)
        const second = flagsOf(base, more)
        expect(second.list(subject)).toEqual(first.list(subject))
        expect(first.list(subject)).toEqual(first.list(subject))
      }),
    )
  })

  it('stays on for a subject while its percentage grows', () => {
    const percentage = fc.double({ min: 0, max: 100, noNaN: true })
    const at = (percentage: number) =>
      createFlags(
        defineFlags({
          more: { summary: 'Does more.', state: 'beta', owner: 'ada', default: false, percentage },
        }),
      )
    fc.assert(
      fc.property(percentage, percentage, fc.string(), (one, other, id) => {
        const low = at(Math.min(one, other))
        const high = at(Math.max(one, other))
        const subject = { caller: { id } }
        expect(low.isOn('more', subject) && !high.isOn('more', subject)).toBe(false)
        expect([at(0).isOn('more', subject), at(100).isOn('more', subject)]).toEqual([false, true])
      }),
      { numRuns: 500 },
    )
  })
})
