import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { defineResource } from '../../../define/resource.ts'
import { defineTool } from '../../../define/tool.ts'
import { ok } from '../../../outcome/outcome.ts'
import { defineServer } from '../../../server.ts'
import { createMcpHandler } from '../create-mcp-handler.ts'
import { dialectKey, metaKeys, modernVersion } from './meta-keys.ts'

const ui = { resourceUri: 'ui://pages/view.html' }
const show = defineTool({
  name: 'show',
  summary: 'Show.',
  output: z.object({}),
  effect: 'read',
  meta: { ui },
  run: () => ok({}),
})
const plain = defineTool({
  name: 'plain',
  summary: 'Plain.',
  output: z.object({}),
  effect: 'read',
  run: () => ok({}),
})
const view = defineResource({
  uri: 'ui://pages/view.html',
  name: 'view',
  mimeType: 'text/html;profile=mcp-app',
  meta: { ui: { prefersBorder: true } },
  read: () => ({ text: '<p>', contentHash: 'h', cacheControl: 'no-store' }),
})
const page = defineResource({
  uri: 'pages://{id}',
  path: '/pages/:id',
  name: 'page',
  meta: { order: 1 },
  read: ({ id }) => ({ blob: btoa(id), mimeType: 'text/plain' }),
})
const other = defineResource({ uri: 'other://', name: 'other', read: () => ({ text: 'x' }) })

const handler = createMcpHandler(
  defineServer({
    name: 'pages',
    version: '1.0.0',
    tools: [show, plain],
    resources: [view, page, other],
  }),
)

async function ask(method: string, params: object = {}, meta: object = {}): Promise<unknown> {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': modernVersion,
    'mcp-method': method,
  }
  if ('uri' in params) headers['mcp-name'] = String(params.uri)
  if ('name' in params) headers['mcp-name'] = String(params.name)
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method,
    params: {
      ...params,
      _meta: { [metaKeys.version]: modernVersion, [metaKeys.capabilities]: {}, ...meta },
    },
  })
  const response = await handler.fetch(
    new Request('http://localhost/mcp', { method: 'POST', headers, body }),
  )
  // The cast names the one member that the tests look at.
  return ((await response.json()) as { readonly result: unknown }).result
}

describe('metadata of the author', () => {
  it('is shown with the tool in the list, where there is any', async () => {
    expect(await ask('tools/list')).toMatchObject({
      tools: [
        { name: 'show', _meta: { ui } },
        expect.not.objectContaining({ _meta: expect.anything() }),
      ],
    })
  })

  it('is shown with resources in both lists', async () => {
    expect(await ask('resources/list')).toMatchObject({
      resources: [
        { uri: 'ui://pages/view.html', _meta: { ui: { prefersBorder: true } } },
        expect.not.objectContaining({ _meta: expect.anything() }),
      ],
    })
    expect(await ask('resources/templates/list')).toMatchObject({
      resourceTemplates: [{ uriTemplate: 'pages://{id}', _meta: { order: 1 } }],
    })
  })

  it('is shown beside the contents, and what is for HTTP is not', async () => {
    expect(await ask('resources/read', { uri: 'ui://pages/view.html' })).toMatchObject({
      contents: [
        {
          uri: 'ui://pages/view.html',
          mimeType: 'text/html;profile=mcp-app',
          text: '<p>',
          _meta: { ui: { prefersBorder: true } },
        },
      ],
    })
    const { contents } = (await ask('resources/read', { uri: 'ui://pages/view.html' })) as {
      readonly contents: readonly [object]
    }
    expect(Object.keys(contents[0]).sort()).toEqual(['_meta', 'mimeType', 'text', 'uri'])
    expect(await ask('resources/read', { uri: 'pages://a' })).toMatchObject({
      contents: [{ uri: 'pages://a', mimeType: 'text/plain', blob: 'YQ==', _meta: { order: 1 } }],
    })
  })
})

describe('a dialect that is not known', () => {
  it.each(['respons-v2', 7])('is refused, and says which are: %s', async (dialect) => {
    const called = { name: 'plain', arguments: {} }
    const answer = await ask('tools/call', called, { [dialectKey]: dialect })
    const text = JSON.stringify(answer)
    expect(text).toContain(`There is no dialect '${dialect}'.`)
    expect(text).toContain('Accepted: response-v2, chemigram, dtpr, mcp-guide.')
  })
})
