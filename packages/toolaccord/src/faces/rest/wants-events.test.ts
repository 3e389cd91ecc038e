import { describe, expect, it } from 'vitest'
import { wantsEvents } from './wants-events.ts'

const ask = (accept: string | undefined, method = 'GET') =>
  wantsEvents(
    new Request('http://localhost/', { method, headers: accept === undefined ? {} : { accept } }),
  )

describe('a request for events', () => {
  it.each([
    'text/event-stream',
    'Text/Event-Stream; charset=utf-8',
    'application/json;q=0.5, text/event-stream',
    'text/event-stream, application/vnd.toolaccord.dtpr+json',
  ])('is %s', (accept) => {
    expect(ask(accept)).toBe(true)
  })

  it.each([
    undefined,
    '',
    '*/*',
    'text/*',
    'application/json',
    'text/event-stream;q=0',
    'text/event-stream;q=0.5, application/json',
  ])('is not %s', (accept) => {
    expect(ask(accept)).toBe(false)
  })

  it('is not a HEAD, which has no body', () => {
    expect(ask('text/event-stream', 'HEAD')).toBe(false)
  })
})
