import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ProgressLine } from './progress-line.ts'

const beat = 'beat'
/** What a tool says, and beats in between. */
const events = fc.array(
  fc.oneof(
    fc.constant(beat),
    fc.integer({ min: 0, max: 1000 }),
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e12, max: 1e12 }),
  ),
  { maxLength: 200 },
)

interface Sent {
  readonly value: number
  /** What the tool said; undefined for a beat. */
  readonly said?: number | undefined
}

function send(all: readonly (number | typeof beat)[]): readonly Sent[] {
  const line = new ProgressLine()
  const sent: Sent[] = []
  for (const one of all) {
    const progress = one === beat ? line.beat() : line.say({ done: one })
    const said = one === beat ? undefined : one
    if (progress !== undefined) sent.push({ value: progress.done, said })
  }
  return sent
}

/** The values that are greater than all before them. */
const rising = (values: readonly number[]) =>
  values.filter((value, at) => values.slice(0, at).every((former) => former < value))

describe('the progress of a request', () => {
  it('always rises, whatever the tool says and however many beats there are', () => {
    fc.assert(
      fc.property(events, (all) => {
        const values = send(all).map(({ value }) => value)
        expect(rising(values)).toEqual(values)
      }),
    )
  })

  it('loses nothing that is further than what the tool said before', () => {
    fc.assert(
      fc.property(events, (all) => {
        const said = all.filter((one) => one !== beat)
        const told = send(all).flatMap((one) => one.said ?? [])
        expect(told).toEqual(rising(said))
      }),
    )
  })

  it('tells what the tool said as it is, if steps are not smaller than a billionth', () => {
    const steps = fc.array(fc.oneof(fc.constant(beat), fc.integer({ min: 1, max: 1_000_000 })), {
      maxLength: 300,
    })
    fc.assert(
      fc.property(steps, (given) => {
        let done = 0
        const all = given.map((step) => (step === beat ? beat : (done += step) / 1e9))
        for (const { value, said = value } of send(all)) expect(value).toBe(said)
      }),
    )
  })

  it('repeats the last words in a beat, and no total that would be passed', () => {
    const line = new ProgressLine()
    expect(line.beat()).toEqual({ done: expect.any(Number), message: 'Still working.' })
    line.say({ done: 1, total: 3, message: 'One of three.' })
    expect(line.beat()).toMatchObject({ total: 3, message: 'One of three.' })
    line.say({ done: 3, total: 3 })
    expect(line.beat()).not.toHaveProperty('total')
  })
})
