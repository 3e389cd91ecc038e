import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type EventLimits, type SessionEvents, createEventLog } from './create-event-log.ts'

const note = (text: string) => ({
  jsonrpc: '2.0' as const,
  method: 'notifications/message',
  params: { text },
})
const sizeOf = (text: string) => JSON.stringify(note(text)).length
const open = (limits?: EventLimits) => createEventLog(limits).open('ada')

/** The texts that come after an event, in order. */
async function replay(events: SessionEvents, after: string): Promise<readonly string[]> {
  const texts: string[] = []
  await events.replayEventsAfter(after, {
    async send(_, message) {
      texts.push((message as ReturnType<typeof note>).params.text)
    },
  })
  return texts
}

describe('the events of a session', () => {
  it('come again after any of them: those of its stream, once and in order', async () => {
    const streams = fc.array(fc.constantFrom('a', 'b', '_GET_stream'), { minLength: 1 })
    await fc.assert(
      fc.asyncProperty(streams, fc.nat(), async (given, choice) => {
        const events = open()
        const ids = []
        for (const [index, stream] of given.entries())
          ids.push(await events.storeEvent(stream, note(`${stream}${index}`)))
        const last = choice % given.length
        const later = given.map((stream, index) => ({ stream, index }))
        expect(await replay(events, ids[last] ?? '')).toEqual(
          later
            .filter(({ stream, index }) => stream === given[last] && index > last)
            .map(({ stream, index }) => `${stream}${index}`),
        )
      }),
    )
  })

  it('come with the ids that they had', async () => {
    const events = open()
    const first = await events.storeEvent('a', note('1'))
    const second = await events.storeEvent('a', note('2'))
    const seen: string[] = []
    const streamId = await events.replayEventsAfter(first, {
      async send(id) {
        seen.push(id)
      },
    })
    expect([streamId, seen]).toEqual(['a', [second]])
  })

  it('do not come again without a message, as the one that begins a stream', async () => {
    const events = open()
    const before = await events.storeEvent('a', note('1'))
    // The cast gives what the SDK gives.
    await events.storeEvent('a', {} as never)
    expect(await replay(events, before)).toEqual([])
  })

  it('include what comes while they are sent', async () => {
    const events = open()
    const first = await events.storeEvent('a', note('1'))
    await events.storeEvent('a', note('2'))
    const texts: string[] = []
    await events.replayEventsAfter(first, {
      async send(_, message) {
        const { text } = (message as ReturnType<typeof note>).params
        texts.push(text)
        if (text === '2') await events.storeEvent('a', note('3'))
      },
    })
    expect(texts).toEqual(['2', '3'])
  })

  it('are known by the ids that were given out', async () => {
    const events = open()
    const id = await events.storeEvent('a', note('1'))
    expect(events.isKnown(id)).toBe(true)
    for (const other of [
      '',
      'x',
      '1.b',
      '1.ax',
      '2.a',
      '0.a',
      '-1.a',
      '1e0.a',
      '.a',
      '9'.repeat(400),
    ])
      expect(events.isKnown(other), other).toBe(false)
  })
})

describe('memory', () => {
  const texts = ['1', '2', '3', '4']
  const each = sizeOf('1')

  async function fill(events: SessionEvents): Promise<readonly string[]> {
    const ids = []
    for (const text of texts) ids.push(await events.storeEvent('a', note(text)))
    return ids
  }

  it('is bounded per session: the oldest events are dropped', async () => {
    const events = open({ perSession: 2 * each, perCaller: 100 * each })
    const [first = ''] = await fill(events)
    expect(await replay(events, first)).toEqual(['3', '4'])
    expect(events.isKnown(first)).toBe(true)
  })

  it('is bounded per caller, over all of their sessions', async () => {
    const log = createEventLog({ perSession: 100 * each, perCaller: 6 * each })
    const [one, two, other] = [log.open('ada'), log.open('ada'), log.open('bob')]
    const [first = ''] = await fill(one)
    const [second = ''] = await fill(two)
    const [third = ''] = await fill(other)
    expect(await replay(one, first)).toEqual(['3', '4'])
    expect(await replay(two, second)).toEqual(['2', '3', '4'])
    expect(await replay(other, third)).toEqual(['2', '3', '4'])
  })

  it('is free for the other sessions of a caller when one is closed', async () => {
    const log = createEventLog({ perSession: 100 * each, perCaller: 4 * each })
    const [one, two] = [log.open('ada'), log.open('ada')]
    const [first = ''] = await fill(one)
    one.close()
    // A call may end after its session.
    await one.storeEvent('a', note('5'))
    const [second = ''] = await fill(two)
    expect(await replay(one, first)).toEqual([])
    expect(await replay(two, second)).toEqual(['2', '3', '4'])
  })

  it('does not hold an event that is larger than all of it', async () => {
    const events = open({ perSession: 10, perCaller: 10 })
    const [first = ''] = await fill(events)
    expect(await replay(events, first)).toEqual([])
  })
})
