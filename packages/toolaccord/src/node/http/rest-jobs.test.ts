import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createLab } from '../../../test/lab-server.ts'
import { createAuthenticator, hashKey } from '../../auth/index.ts'
import { dialects } from '../../contracts/dialects.ts'
import { createRateLimit } from '../../policies/rate-limit/create-rate-limit.ts'
import { createJobs } from '../create-jobs.ts'
import { type HttpOptions, type HttpServer, serveHttp } from './serve-http.ts'

const served: HttpServer[] = []
const folders: string[] = []
afterEach(async () => {
  await Promise.all(served.splice(0).map((http) => http.close()))
  await Promise.all(
    folders.splice(0).map((folder) => rm(folder, { recursive: true, maxRetries: 5 })),
  )
})

type Lab = ReturnType<typeof createLab>

async function serve(lab: Lab = createLab(), options: HttpOptions = {}) {
  const http = await serveHttp(lab.server, { port: 0, closeMs: 100, ...options })
  served.push(http)
  return { ...lab, url: http.url, close: http.close }
}

/** Sends a request, and reads the answer as JSON. */
async function send(url: string, method = 'GET', headers: Record<string, string> = {}, body = '') {
  const init: RequestInit = { method, headers: { 'Content-Type': 'application/json', ...headers } }
  if (body !== '') init.body = body
  const response = await fetch(url, init)
  const text = await response.text()
  // The cast names what the tests below look at.
  const json = (text === '' ? {} : JSON.parse(text)) as {
    readonly data: Readonly<Record<string, unknown>>
    readonly error: string | null
  }
  return { status: response.status, headers: response.headers, json }
}

const async = { Prefer: 'respond-async' }

/** Starts a job; `at` is its own URL. */
async function start(url: string, film = 'slow', more: Record<string, string> = {}) {
  const started = await send(`${url}/films/${film}/develop`, 'POST', { ...async, ...more })
  expect(started.status).toBe(202)
  return { ...started, at: url + String(started.headers.get('location')) }
}

describe('a call of a tool that may take long', () => {
  it('is answered as ever if it ends in time', async () => {
    const { url } = await serve()
    const { status, headers, json } = await send(`${url}/films/quick/develop`, 'POST')
    expect([status, json.data]).toEqual([201, { film: 'quick', id: 'quick-1' }])
    expect(headers.get('location')).toBe('/films/quick-1')
    expect(headers.get('vary')).toBe('Accept, Prefer')
    expect(headers.get('preference-applied')).toBeNull()
  })

  it('is answered with 202 and a handle if it does not', async () => {
    const { url } = await serve(createLab(), { waitMs: 20 })
    const { status, headers, json } = await send(`${url}/films/slow/develop`, 'POST')
    const id = String(json.data.job_id)
    expect([status, json.data]).toEqual([
      202,
      { job_id: id, tool: 'develop', state: 'running', done: 1, total: 1, message: 'frame 1' },
    ])
    expect(Object.fromEntries(headers)).toMatchObject({
      location: `/jobs/${id}`,
      'retry-after': '1',
      'cache-control': 'no-store',
      vary: 'Accept, Prefer',
    })
  })

  it('is answered at once if the caller prefers that', async () => {
    const { url } = await serve()
    const { headers } = await start(url)
    expect(Object.fromEntries(headers)).toMatchObject({
      'preference-applied': 'respond-async',
      'retry-after': '5',
    })
  })

  it.each([
    ['wait=0', 202, 'wait=0'],
    ['respond-async, wait=0', 202, 'respond-async, wait=0'],
    ['WAIT="0"; odd="a,b", foo', 202, 'wait=0'],
  ])('waits as long as the caller prefers: %s', async (prefer, status, applied) => {
    const { url } = await serve()
    const answered = await send(`${url}/films/slow/develop`, 'POST', { Prefer: prefer })
    expect([answered.status, answered.headers.get('preference-applied')]).toEqual([status, applied])
  })

  it('waits longer if the caller prefers that, a minute at most', async () => {
    const { url, started, release } = await serve(createLab(), { waitMs: 0 })
    const calling = send(`${url}/films/slow/develop`, 'POST', { Prefer: 'wait=9999' })
    await started
    release()
    const { status, headers } = await calling
    expect([status, headers.get('preference-applied')]).toEqual([201, 'wait=60'])
  })

  it('ignores a preference that it cannot read', async () => {
    const { url } = await serve(createLab(), { waitMs: 10 })
    const { status, headers } = await send(`${url}/films/slow/develop`, 'POST', {
      Prefer: 'wait=soon, wait=50, =, "',
    })
    expect([status, headers.get('preference-applied')]).toEqual([202, null])
  })

  it('refuses bad arguments before there is a job', async () => {
    const { url, begun } = await serve()
    const { status } = await send(`${url}/api/develop`, 'POST', async, '{"film":7}')
    expect([status, begun]).toEqual([400, []])
  })

  it('does not let an answer of a job that runs be kept by caches', async () => {
    const { url, release } = await serve(createLab(), { cacheControl: 'public, max-age=60' })
    const pending = await send(`${url}/api/survey`, 'GET', async)
    expect([pending.status, pending.headers.get('cache-control')]).toEqual([202, 'no-store'])
    release()
    const ended = await send(`${url}/api/survey`, 'GET')
    expect([ended.status, ended.headers.get('cache-control'), ended.json.data]).toEqual([
      200,
      'public, max-age=60',
      { films: 3 },
    ])
  })

  it('is a handle in every dialect', async () => {
    const { url } = await serve()
    for (const name of dialects.keys()) {
      const accept = `application/vnd.toolaccord.${name}+json`
      const { status, headers, json } = await send(`${url}/films/slow/develop`, 'POST', {
        ...async,
        Accept: accept,
      })
      const id = String(headers.get('location')).replace('/jobs/', '')
      expect([name, status, headers.get('content-type')]).toEqual([name, 202, accept])
      expect(JSON.stringify(json)).toContain(`"job_id":"${id}"`)
    }
  })

  it('starts one job under one key, and none with other arguments', async () => {
    const { url, release, begun } = await serve()
    const key = { 'Idempotency-Key': 'film-7' }
    const [first, second] = [await start(url, 'slow', key), await start(url, 'slow', key)]
    expect(second.at).toBe(first.at)
    expect((await send(`${url}/films/other/develop`, 'POST', { ...async, ...key })).status).toBe(
      409,
    )
    release()
    const { status, json } = await send(`${url}/films/slow/develop`, 'POST', { ...async, ...key })
    expect([status, json.data, begun]).toEqual([201, { film: 'slow', id: 'slow-1' }, ['slow']])
  })

  it('goes on after its caller has a handle, and stops if it leaves before', async () => {
    const { url, started, begun, release } = await serve()
    const controller = new AbortController()
    const gone = fetch(`${url}/films/gone/develop`, { method: 'POST', signal: controller.signal })
    await started
    controller.abort()
    await expect(gone).rejects.toThrow()
    const { at } = await start(url, 'stays')
    release()
    expect((await send(at)).status).toBe(200)
    expect(begun).toEqual(['gone', 'stays'])
  })
})

describe('the route of a job', () => {
  it('answers 202 with how far it is, then 200 with the answer, as often as asked', async () => {
    const { url, release, started } = await serve()
    const { at } = await start(url)
    await started
    for (const look of [{ Prefer: 'wait=0' }, async]) {
      const { status, headers, json } = await send(at, 'GET', look)
      expect([status, json.data.state, json.data.done]).toEqual([202, 'running', 1])
      expect(headers.get('retry-after')).toBe('5')
    }
    expect((await send(`${at}?wait_seconds=0`, 'GET', { Prefer: 'wait=9' })).headers).toSatisfy(
      (headers: Headers) => headers.get('preference-applied') === null,
    )
    const waiting = send(at)
    release()
    for (const { status, json } of [await waiting, await send(at)])
      expect([status, json.data]).toEqual([200, { film: 'slow', id: 'slow-1' }])
  })

  it('answers with the status and the problem of a failure', async () => {
    const { url, release } = await serve()
    const { at } = await start(url, 'torn')
    release()
    const { status, json } = await send(at)
    const direct = await send(`${url}/films/torn2/develop`, 'POST')
    expect([status, json.data.error_code]).toEqual([409, 'film_torn'])
    expect([direct.status, direct.json.data]).toEqual([status, json.data])
  })

  it('answers 404 to those who do not own the job', async () => {
    const [ada, eve] = [crypto.randomUUID(), crypto.randomUUID()]
    const authenticator = createAuthenticator({
      keys: [
        { id: 'ada', hash: await hashKey(ada), scopes: ['films:read'] },
        { id: 'eve', hash: await hashKey(eve), scopes: ['films:read'] },
      ],
    })
    const { url, release } = await serve(createLab({}, ['films:read']), { authenticator })
    const as = (key: string) => ({ Authorization: `Bearer ${key}`, ...async })
    const { headers } = await send(`${url}/api/survey`, 'POST', as(ada))
    const at = url + String(headers.get('location'))
    expect((await send(at, 'GET', as(ada))).status).toBe(202)
    for (const method of ['GET', 'DELETE'])
      expect((await send(at, method, as(eve))).status).toBe(404)
    expect((await send(at)).status).toBe(401)
    const events = await send(at, 'GET', { ...as(eve), Accept: 'text/event-stream' })
    expect(events.status).toBe(404)
    release()
    expect((await send(at, 'GET', { Authorization: `Bearer ${ada}` })).json.data).toEqual({
      films: 3,
    })
  })

  it.each(['/jobs/none', '/jobs/%2e%2e%2fx', `/jobs/${'x'.repeat(128)}`])(
    'answers 404 to %s',
    async (path) => {
      const { url } = await serve()
      for (const method of ['GET', 'DELETE'])
        expect((await send(url + path, method)).status).toBe(404)
    },
  )

  it('answers 404 when the answer is not kept any more', async () => {
    let time = Date.now()
    const jobs = createJobs({ memory: true, now: () => time })
    const { url, release } = await serve(createLab({ jobs }))
    const { at } = await start(url)
    release()
    expect((await send(at)).status).toBe(200)
    time += 86_400_001
    expect((await send(at)).status).toBe(404)
  })

  it('is counted by limits like any other', async () => {
    const policies = [createRateLimit({ limit: { calls: 1, perSeconds: 60 } })]
    const { url } = await serve(createLab({ policies }))
    const { at } = await start(url)
    expect((await send(at, 'GET', async)).status).toBe(202)
    expect((await send(at, 'GET', async)).status).toBe(429)
    const refused = await send(at, 'GET', { Accept: 'text/event-stream' })
    expect([refused.status, refused.headers.get('content-type')]).toEqual([
      429,
      'application/json; charset=utf-8',
    ])
  })

  it('is read by HEAD, and names its methods', async () => {
    const { url } = await serve()
    const { at } = await start(url)
    const head = await fetch(at, { method: 'HEAD', headers: async })
    expect([head.status, await head.text()]).toEqual([202, ''])
    const options = await fetch(at, { method: 'OPTIONS' })
    expect(options.headers.get('allow')).toBe('DELETE, GET, HEAD, OPTIONS')
  })
})

describe('DELETE of a job', () => {
  it('cancels it, and says the same when it is sent again', async () => {
    const { url, started } = await serve()
    const { at } = await start(url)
    await started
    for (let time = 0; time < 2; time++) {
      const { status, json } = await send(at, 'DELETE')
      expect([status, json.data]).toMatchObject([200, { tool: 'develop', state: 'cancelled' }])
    }
    const { status, json } = await send(at)
    expect([status, json.error]).toEqual([499, 'The caller cancelled the call.'])
  })

  it('cancels a job whose tool does not listen', async () => {
    const { url, started, release } = await serve()
    const { at } = await start(url, 'deaf')
    await started
    expect((await send(at, 'DELETE')).json.data.state).toBe('cancelled')
    release()
    expect((await send(at)).status).toBe(499)
  })

  it('leaves the answer of a job that has ended', async () => {
    const { url, release } = await serve()
    const { at } = await start(url)
    release()
    await send(at)
    const { status, json } = await send(at, 'DELETE')
    expect([status, json.data]).toMatchObject([200, { state: 'completed' }])
    expect((await send(at)).json.data).toEqual({ film: 'slow', id: 'slow-1' })
  })

  it('says of a job that has failed that it has', async () => {
    const { url, release } = await serve()
    const { at } = await start(url, 'torn')
    release()
    expect((await send(at)).status).toBe(409)
    const { status, json } = await send(at, 'DELETE')
    expect([status, json.data]).toMatchObject([200, { state: 'failed' }])
  })

  it('is the only way by which a URL alone cancels', async () => {
    const { url } = await serve()
    const { at } = await start(url)
    const { status, json } = await send(`${at}?cancel=true`)
    expect([status, json.error]).toEqual([400, "'cancel' must not be in the query string."])
    expect((await send(at, 'GET', async)).json.data.state).toBe('running')
    const id = at.split('/').at(-1)
    const body = JSON.stringify({ job_id: id, cancel: true })
    expect((await send(`${url}/api/get_result`, 'POST', {}, body)).json.data.state).toBe(
      'cancelled',
    )
  })
})

describe('a server that closes', () => {
  async function createFolder(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'rest-jobs-'))
    folders.push(folder)
    return folder
  }

  it('gives handles to those who wait, and the next server has the answers', async () => {
    const folder = await createFolder()
    const first = await serve(createLab({ jobs: createJobs({ folder }) }), { closeMs: 1000 })
    const calling = send(`${first.url}/films/slow/develop`, 'POST')
    await first.started
    await first.close()
    const { status, headers } = await calling
    expect(status).toBe(202)
    first.release()
    const second = await serve(createLab({ jobs: createJobs({ folder }) }))
    second.release()
    const fetched = await send(second.url + String(headers.get('location')))
    expect([fetched.status, fetched.json.data]).toEqual([200, { film: 'slow', id: 'slow-1' }])
  })

  it('lets jobs that would end with it answer until its time is up', async () => {
    const { url, started, release, close } = await serve(createLab(), { closeMs: 10_000 })
    const calling = send(`${url}/films/slow/develop`, 'POST')
    await started
    const closed = close()
    release()
    expect((await calling).status).toBe(201)
    await closed
  })
})
