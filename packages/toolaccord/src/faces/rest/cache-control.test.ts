import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { createAuthenticator } from '../../auth/create-authenticator.ts'
import { hashKey } from '../../auth/index.ts'
import { defineTool } from '../../define/tool.ts'
import { silentLog } from '../../log/log.ts'
import { ok } from '../../outcome/outcome.ts'
import { defineServer } from '../../server.ts'
import { createRestHandler } from './create-rest-handler.ts'
import type { RestOptions } from './requests/rest-options.ts'

const read = defineTool({
  name: 'read',
  summary: 'Read a version.',
  input: z.object({ version: z.string() }),
  output: z.object({ version: z.string() }),
  effect: 'read',
  codes: ['gone'],
  rest: { method: 'GET', path: '/versions/:version' },
  cli: { positionals: ['version'] },
  run: ({ version }, call) =>
    version === 'none' ? call.fail('gone') : ok({ version }, { version, contentHash: 'h' }),
})
const server = defineServer({
  name: 'versions',
  version: '1.0.0',
  codes: { gone: { kind: 'not_found' } },
  tools: [read],
  log: silentLog,
})

const seen: unknown[] = []
const cacheControl: RestOptions['cacheControl'] = (outcome, tool, { url }) => {
  seen.push([outcome.data, tool.name, new URL(url).pathname])
  return outcome.notes.version === 'beta' ? undefined : 'public, max-age=60'
}

async function cachingOf(
  path: string,
  init: RequestInit = {},
  options: RestOptions = {},
): Promise<readonly unknown[]> {
  const { status, headers } = await createRestHandler(server, { cacheControl, ...options })(
    new Request(`http://localhost${path}`, init),
  )
  return [status, headers.get('cache-control')]
}

describe('caching that depends on the answer', () => {
  it('is chosen by a function of the outcome, the tool and the request', async () => {
    expect(await cachingOf('/versions/1')).toEqual([200, 'public, max-age=60'])
    expect(await cachingOf('/api/read?version=1', { method: 'HEAD' })).toEqual([
      200,
      'public, max-age=60',
    ])
    expect(seen).toEqual([
      [{ version: '1' }, 'read', '/versions/1'],
      [{ version: '1' }, 'read', '/api/read'],
    ])
  })

  it('is the default if the function returns nothing', async () => {
    expect(await cachingOf('/versions/beta')).toEqual([200, 'no-cache'])
  })

  it('is also on an answer that has not changed', async () => {
    expect(
      await cachingOf('/versions/1', { headers: { 'if-none-match': 'W/"h-response-v2"' } }),
    ).toEqual([304, 'public, max-age=60'])
  })

  it('is not asked about failures, changes and what is not a tool', async () => {
    seen.length = 0
    expect(await cachingOf('/versions/none')).toEqual([404, 'no-store'])
    expect(
      await cachingOf('/api/read', {
        method: 'POST',
        body: '{"version":"1"}',
        headers: { 'content-type': 'application/json' },
      }),
    ).toEqual([200, 'no-store'])
    expect(await cachingOf('/nowhere')).toEqual([404, 'no-store'])
    expect(seen).toEqual([])
  })

  it('keeps what needs a token from shared caches', async () => {
    const key = crypto.randomUUID()
    const authenticator = createAuthenticator({
      keys: [{ id: 'office', hash: await hashKey(key) }],
    })
    expect(
      await cachingOf(
        '/versions/1',
        { headers: { authorization: `Bearer ${key}` } },
        { authenticator },
      ),
    ).toEqual([200, 'private, max-age=60'])
  })

  it('masks a function that throws', async () => {
    const throwing = () => {
      throw new Error('no')
    }
    expect(await cachingOf('/versions/1', {}, { cacheControl: throwing })).toEqual([
      500,
      'no-store',
    ])
  })
})
