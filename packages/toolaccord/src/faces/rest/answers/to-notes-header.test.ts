import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Overflow } from '../../../contracts/contract/overflow.ts'
import { toNotesHeader } from './to-notes-header.ts'

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'binary', maxLength: 1500, size: 'max' }),
)
const optional = <T extends object>(shape: { [Key in keyof T]: fc.Arbitrary<T[Key]> }) =>
  fc.record(shape, { requiredKeys: [] })
const problem = fc.record({ code: text, message: text })

const overflow: fc.Arbitrary<Overflow> = optional({
  shape: text,
  soft: fc.boolean(),
  data: fc.record({ value: fc.jsonValue() }),
  problems: fc.tuple(problem, problem),
  notes: optional({
    message: text,
    instruction: text,
    version: text,
    warnings: fc.array(fc.record({ message: text }), { maxLength: 20 }),
  }),
})

describe('the Toolaccord-Notes header', () => {
  it('is always printable ASCII, at most 4096 bytes, and JSON of the overflow only', () => {
    fc.assert(
      fc.property(overflow, (given) => {
        const value = toNotesHeader(given)
        expect(value).toMatch(/^[\x20-\x7e]{1,4096}$/)
        const { truncated, ...read }: Overflow & { truncated?: true } = JSON.parse(value)
        const whole: Overflow = JSON.parse(JSON.stringify(given))
        if (truncated) expect(whole).toMatchObject(read)
        else expect(read).toEqual(whole)
      }),
      { numRuns: 300 },
    )
  })

  it('can be set on a response whatever it holds', () => {
    fc.assert(
      fc.property(overflow, (given) => {
        const value = toNotesHeader(given)
        expect(new Headers({ 'Toolaccord-Notes': value }).get('toolaccord-notes')).toBe(value)
      }),
    )
  })

  it('drops data first, then problems, then the longest notes', () => {
    const short = 's'
    const long = 'l'.repeat(3000)
    const tooLong = 't'.repeat(5000)
    const problems = (message: string) => [{ code: 'c', message }] as const
    const read = (given: Overflow): unknown => JSON.parse(toNotesHeader(given))
    expect(read({ data: { value: tooLong }, problems: problems(long) })).toEqual({
      problems: problems(long),
      truncated: true,
    })
    expect(
      read({ data: { value: long }, problems: problems(tooLong), notes: { message: long } }),
    ).toEqual({
      notes: { message: long },
      truncated: true,
    })
    expect(
      read({ soft: true, notes: { message: tooLong, instruction: short, version: long } }),
    ).toEqual({
      soft: true,
      notes: { instruction: short, version: long },
      truncated: true,
    })
    expect(read({ shape: tooLong })).toEqual({ truncated: true })
  })
})
