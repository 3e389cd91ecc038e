import { describe, expect, it } from 'vitest'
import { createPageEvents, type PageEvents } from './create-page-events.ts'

const decoder = new TextDecoder()

/** A client that reads what it is told to read. */
function listen(events: PageEvents, topic: string) {
  const response = events.answer(topic)
  const reader = response.body?.getReader()
  if (reader === undefined) expect.unreachable()
  return {
    response,
    async read() {
      const { value, done } = await reader.read()
      return done ? undefined : decoder.decode(value)
    },
    leave: () => reader.cancel(),
  }
}

describe('the events of pages', () => {
  it('tell the pages of a topic that they changed, and no others', async () => {
    const events = createPageEvents()
    const [one, other] = [listen(events, 'a'), listen(events, 'b')]
    expect(one.response.headers.get('content-type')).toContain('text/event-stream')
    expect(await one.read()).toContain('retry:')
    expect(await other.read()).toContain('retry:')
    events.changed('a')
    expect(await one.read()).toBe('event: changed\ndata: {}\n\n')
    events.changed('b')
    expect(await other.read()).toBe('event: changed\ndata: {}\n\n')
    events.close()
    expect(await one.read()).toBeUndefined()
    expect(await other.read()).toBeUndefined()
  })

  it('hold a bounded number of changes for a client that does not read, and lose none', async () => {
    const events = createPageEvents()
    const client = listen(events, 'a')
    for (let change = 0; change < 1000; change++) events.changed('a')
    let seen = 0
    await client.read()
    for (let at = 0; at < 4; at++) if ((await client.read())?.includes('changed')) seen++
    expect(seen).toBe(4)
    events.close()
    expect(await client.read()).toBeUndefined()
  })

  it('refuse pages over the limit, which ask from time to time then', async () => {
    const events = createPageEvents({ mostListeners: 1 })
    const first = listen(events, 'a')
    const refused = events.answer('a')
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).not.toBeNull()
    await first.leave()
    expect(events.count()).toBe(0)
    expect(events.answer('a').status).toBe(200)
    events.close()
  })

  it('send comments, so that a quiet connection is not ended', async () => {
    const events = createPageEvents({ beatMs: 5 })
    const client = listen(events, 'a')
    await client.read()
    expect(await client.read()).toMatch(/^: .*\n\n$/)
    events.close()
  })

  it('are not sent to a page that left', async () => {
    const events = createPageEvents()
    const client = listen(events, 'a')
    await client.leave()
    expect(events.count()).toBe(0)
    events.changed('a')
    events.close()
  })
})
