import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createLab } from '../../../test/lab-server.ts'
import { createRestFace } from '../../faces/rest/create-rest-handler.ts'
import { type HttpOptions, type HttpServer, serveHttp } from './serve-http.ts'

const served: HttpServer[] = []
afterEach(async () => {
  await Promise.all(served.splice(0).map((http) => http.close()))
})

type Lab = ReturnType<typeof createLab>

async function serve(lab: Lab = createLab(), options: HttpOptions = {}) {
  const http = await serveHttp(lab.server, { port: 0, closeMs: 100, ...options })
  served.push(http)
  return { ...lab, url: http.url, close: http.close }
}

/** Starts a job, and returns its URL. */
async function start(url: string, film = 'slow', frames = 1) {
  const response = await fetch(`${url}/films/${film}/develop`, {
    method: 'POST',
    headers: { Prefer: 'respond-async', 'Content-Type': 'application/json' },
    body: JSON.stringify({ frames }),
  })
  return url + String(response.headers.get('location'))
}

/** Asks for events with node:http, which shows them as they come. */
async function listen(at: string, headers: Record<string, string> = {}) {
  const sent = request(at, { headers: { Accept: 'text/event-stream', ...headers } })
  sent.end()
  // The cast names what the event of this name brings.
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  let text = ''
  response.setEncoding('utf8').on('data', (chunk) => {
    text += String(chunk)
  })
  const ended = once(response, 'close')
  return {
    status: response.statusCode,
    headers: response.headers,
    text: () => text,
    async ended() {
      await ended
      return toEvents(text)
    },
    leave: () => response.destroy(),
  }
}

function toEvents(text: string) {
  const events = text.split('\n\n').filter((block) => block.startsWith('event: '))
  return events.map((block) => {
    const [name, id, data = '{}'] = block.split('\n').map((line) => line.replace(/^\w+: /, ''))
    return { name, id, data: JSON.parse(data) as Readonly<Record<string, unknown>> }
  })
}

describe('the events of a job', () => {
  it('tell how far it is, and then its whole answer', async () => {
    const { url, started, release } = await serve()
    const at = await start(url, 'slow', 3)
    await started
    const stream = await listen(at, { 'X-Request-Id': 'r1' })
    expect([stream.status, stream.headers]).toMatchObject([
      200,
      {
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        'x-request-id': 'r1',
        'x-accel-buffering': 'no',
      },
    ])
    await vi.waitFor(() => expect(stream.text()).toContain('frame 3'))
    release()
    const events = await stream.ended()
    expect(events.map(({ name }) => name)).toEqual(['progress', 'completed'])
    expect(events[0]?.data).toMatchObject({ tool: 'develop', state: 'running', done: 3, total: 3 })
    expect(events[1]).toEqual({
      name: 'completed',
      id: 'end',
      data: {
        success: true,
        data: { film: 'slow', id: 'slow-1' },
        error: null,
        meta: { version: 'response-v2', request_id: 'r1' },
      },
    })
  })

  it('end with the envelope that GET gives, in the dialect that is asked for', async () => {
    const { url, release } = await serve()
    const at = await start(url, 'torn')
    release()
    const id = { 'X-Request-Id': 'r1' }
    for (const name of ['response-v2', 'dtpr', 'chemigram', 'mcp-guide']) {
      const type = `application/vnd.toolaccord.${name}+json`
      const stream = await listen(at, { ...id, Accept: `text/event-stream, ${type};q=0.5` })
      const plain = await fetch(at, { headers: { ...id, Accept: type } })
      const [last] = await stream.ended()
      expect([plain.status, last?.name, last?.data]).toEqual([409, 'failed', await plain.json()])
    }
  })

  it('end with the state if the job is cancelled', async () => {
    const { url, started } = await serve()
    const at = await start(url)
    await started
    const stream = await listen(at)
    await fetch(at, { method: 'DELETE' })
    const events = await stream.ended()
    expect(events.at(-1)).toMatchObject({ name: 'cancelled', data: { success: false } })
  })

  it('do not repeat what a caller that comes back has seen', async () => {
    const { url, started, release } = await serve()
    const at = await start(url)
    await started
    const first = await listen(at)
    await vi.waitFor(() => expect(first.text()).toContain('frame 1'))
    first.leave()
    const [seen] = await first.ended()
    const second = await listen(at, { 'Last-Event-ID': String(seen?.id) })
    release()
    const events = await second.ended()
    expect(events.map(({ name }) => name)).toEqual(['completed'])
    const third = await listen(at, { 'Last-Event-ID': 'end' })
    await third.ended()
    expect([third.status, third.text()]).toEqual([204, ''])
  })

  it('do not end the job when their reader leaves', async () => {
    const { url, started, release } = await serve()
    const at = await start(url)
    await started
    const stream = await listen(at)
    stream.leave()
    release()
    expect((await fetch(at)).status).toBe(200)
  })

  it('are ended when the server closes', async () => {
    const { url, started, release, close } = await serve(createLab(), { closeMs: 60_000 })
    const at = await start(url)
    await started
    const stream = await listen(at)
    const closed = close()
    expect((await stream.ended()).map(({ name }) => name)).toEqual(['progress'])
    release()
    await closed
  })

  it('are few if they are asked for while the server closes', async () => {
    const { server, started } = createLab()
    const face = createRestFace(server, {})
    const headers = { prefer: 'respond-async', accept: '*/*' }
    const call = new Request('http://localhost/films/slow/develop', { method: 'POST', headers })
    const { headers: given } = await face.fetch(call)
    await started
    face.close()
    const at = `http://localhost${given.get('location')}`
    const events = await face.fetch(new Request(at, { headers: { accept: 'text/event-stream' } }))
    expect(await events.text()).toBe('retry: 2000\n\n')
  })

  it('are refused as any other request for a job that is not there', async () => {
    const { url } = await serve()
    const { status, headers, ended } = await listen(`${url}/jobs/none`)
    await ended()
    expect([status, headers['content-type']]).toEqual([404, 'application/json; charset=utf-8'])
  })

  it('are of jobs alone', async () => {
    const { url } = await serve()
    expect((await listen(`${url}/api/survey`)).status).toBe(406)
  })
})
