import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { writeResponse } from './write-response.ts'

describe('a stream of events', () => {
  it('begins for its reader before there is an event', async () => {
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined
    const body = new ReadableStream<Uint8Array>({
      start(given) {
        controller = given
      },
    })
    const streamed = new Response(body, { headers: { 'Content-Type': 'text/event-stream' } })
    const node = createServer((_, response) => {
      writeResponse(response, streamed).catch(() => response.destroy())
    }).listen(0, '127.0.0.1')
    await once(node, 'listening')
    // The cast names what listening on a port gives.
    const response = await fetch(`http://127.0.0.1:${(node.address() as AddressInfo).port}`)
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    controller?.enqueue(new TextEncoder().encode('data: 1\n\n'))
    controller?.close()
    expect(await response.text()).toBe('data: 1\n\n')
    node.close()
  })
})
