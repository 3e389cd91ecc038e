import { type RequestListener, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { fetchSource } from './fetch-source.ts'

const closers: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

/** Starts a server on a free port and returns the port. */
async function serve(listener: RequestListener, host = '127.0.0.1', port = 0): Promise<number> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => {
    server.listen(port, host, resolve)
  })
  closers.push(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => {
      server.close(resolve)
    })
  })
  // The cast holds because the server listens on a port.
  return (server.address() as AddressInfo).port
}

const allowHosts = ['127.0.0.1']
const hello: RequestListener = (_request, response) => {
  response.setHeader('content-type', 'text/plain')
  response.setHeader('last-modified', 'Mon, 02 Nov 2026 10:00:00 GMT')
  response.end('Hello.')
}
const refused = (code: string, details = {}) => ({ code, options: { details } })

describe('a document at an address', () => {
  it('is fetched with its type and its date', async () => {
    const port = await serve(hello)
    const fetched = await fetchSource(`http://127.0.0.1:${port}/a`, { allowHosts })
    expect(fetched).toEqual({
      url: `http://127.0.0.1:${port}/a`,
      bytes: Buffer.from('Hello.'),
      contentType: 'text/plain',
      modifiedAt: new Date('2026-11-02T10:00:00Z'),
    })
  })

  it('is unpacked', async () => {
    const port = await serve((_request, response) => {
      response.setHeader('content-encoding', 'gzip')
      response.end(gzipSync('Hello.'))
    })
    const { bytes } = await fetchSource(`http://127.0.0.1:${port}/`, { allowHosts })
    expect(Buffer.from(bytes).toString()).toBe('Hello.')
  })

  it('is found through redirects, relative ones included', async () => {
    const port = await serve((request, response) => {
      if (request.url === '/end') hello(request, response)
      else response.writeHead(302, { location: '/end' }).end()
    })
    const { url } = await fetchSource(`http://127.0.0.1:${port}/a`, { allowHosts })
    expect(url).toBe(`http://127.0.0.1:${port}/end`)
  })
})

describe('an address that is not fetched', () => {
  it.each([
    'file:///etc/passwd',
    'ftp://example.org/',
    'http://ada:secret@example.org/',
    'http://example.org:22/',
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://[::1]/',
    'http://[::ffff:7f00:1]/',
    'http://169.254.169.254/latest/meta-data',
  ])('is %s', async (address) => {
    const thrown: unknown = await fetchSource(address).catch((error: unknown) => error)
    expect(thrown).toMatchObject({ code: 'BLOCKED_HOST', options: { hint: expect.any(String) } })
    expect(String(thrown)).not.toContain('secret')
  })

  it('is one that is not a URL', async () => {
    await expect(fetchSource('example')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
  })

  it('has one private address among public ones', async () => {
    const resolve = async () => ['93.184.216.34', '10.0.0.1']
    const thrown = fetchSource('http://mixed.test/', { resolve })
    await expect(thrown).rejects.toMatchObject(refused('BLOCKED_HOST', { host: 'mixed.test' }))
  })

  it('has a name that nobody knows', async () => {
    const resolve = async () => []
    const thrown = fetchSource('http://nobody.test/', { resolve })
    await expect(thrown).rejects.toMatchObject(refused('FETCH_FAILED', { reason: 'unknown_host' }))
  })
})

describe('a server that misbehaves', () => {
  it('is stopped if it redirects to a private address', async () => {
    let reached = false
    const inner = await serve((_request, response) => {
      reached = true
      response.end()
    }, '127.0.0.2')
    const port = await serve((_request, response) => {
      response.writeHead(302, { location: `http://127.0.0.2:${inner}/` }).end()
    })
    const thrown = fetchSource(`http://127.0.0.1:${port}/`, { allowHosts })
    await expect(thrown).rejects.toMatchObject({ code: 'BLOCKED_HOST' })
    expect(reached).toBe(false)
  })

  it('cannot move its name to another address between check and connection', async () => {
    const seen: string[] = []
    const port = await serve((request, response) => {
      seen.push('checked')
      hello(request, response)
    })
    await serve(
      (request, response) => {
        seen.push('other')
        hello(request, response)
      },
      '127.0.0.2',
      port,
    )
    let asked = 0
    const resolve = async () => (asked++ === 0 ? ['127.0.0.1'] : ['127.0.0.2'])
    await fetchSource(`http://rebind.test:${port}/`, { allowHosts, resolve })
    expect({ seen, asked }).toEqual({ seen: ['checked'], asked: 1 })
  })

  it('is checked again if it redirects to its own name', async () => {
    const port = await serve((_request, response) => {
      response.writeHead(307, { location: '/again' }).end()
    })
    let asked = 0
    const resolve = async () => (asked++ === 0 ? ['127.0.0.1'] : ['127.0.0.2'])
    const thrown = fetchSource(`http://rebind.test:${port}/`, { allowHosts, resolve })
    await expect(thrown).rejects.toMatchObject({ code: 'BLOCKED_HOST' })
  })

  it('is left after five redirects', async () => {
    let requests = 0
    const port = await serve((_request, response) => {
      response.writeHead(301, { location: `/${requests++}` }).end()
    })
    const thrown = fetchSource(`http://127.0.0.1:${port}/`, { allowHosts })
    await expect(thrown).rejects.toMatchObject(
      refused('FETCH_FAILED', { reason: 'too_many_redirects' }),
    )
    expect(requests).toBe(6)
  })

  it('is left if its body takes too long', async () => {
    const port = await serve((_request, response) => {
      response.write('Once')
    })
    const thrown = fetchSource(`http://127.0.0.1:${port}/`, { allowHosts, maxMs: 100 })
    await expect(thrown).rejects.toMatchObject(refused('FETCH_FAILED', { reason: 'timeout' }))
  })

  it('is left if its packed body unpacks to too much', async () => {
    const port = await serve((_request, response) => {
      response.setHeader('content-encoding', 'gzip')
      response.end(gzipSync(Buffer.alloc(20_000_000)))
    })
    const thrown = fetchSource(`http://127.0.0.1:${port}/`, { allowHosts })
    await expect(thrown).rejects.toMatchObject(refused('FETCH_FAILED', { reason: 'too_large' }))
  })

  it('is left if its body has no end', async () => {
    const port = await serve((_request, response) => {
      const send = (): unknown => response.write(Buffer.alloc(65_536)) && setImmediate(send)
      response.on('drain', send)
      send()
    })
    const options = { allowHosts, maxBytes: 1_000_000 }
    const thrown = fetchSource(`http://127.0.0.1:${port}/`, options)
    await expect(thrown).rejects.toMatchObject(refused('FETCH_FAILED', { reason: 'too_large' }))
  })

  it.each([
    ['a broken body', 'gzip', 'not packed', { reason: 'connection' }],
    ['an unknown packing', 'zip', 'PK', { reason: 'unknown_encoding' }],
  ])('is left if it sends %s', async (_what, encoding, body, details) => {
    const port = await serve((_request, response) => {
      response.setHeader('content-encoding', encoding)
      response.end(body)
    })
    const thrown = fetchSource(`http://127.0.0.1:${port}/`, { allowHosts })
    await expect(thrown).rejects.toMatchObject(refused('FETCH_FAILED', details))
  })

  it.each([404, 403, 500])('is named with its status %i', async (status) => {
    const port = await serve((_request, response) => {
      response.writeHead(status).end()
    })
    const thrown = fetchSource(`http://127.0.0.1:${port}/`, { allowHosts })
    await expect(thrown).rejects.toMatchObject(refused('FETCH_FAILED', { status }))
  })
})

describe('a caller who gives up', () => {
  it('gets its own reason, while a body or a resolver is waited for', async () => {
    const port = await serve(() => {})
    const reason = new Error('gone')
    const gone = new AbortController()
    const waiting = fetchSource(`http://127.0.0.1:${port}/`, { allowHosts, signal: gone.signal })
    const never = fetchSource('http://slow.test/', {
      resolve: () => new Promise(() => {}),
      signal: gone.signal,
    })
    gone.abort(reason)
    await expect(waiting).rejects.toBe(reason)
    await expect(never).rejects.toBe(reason)
  })
})
