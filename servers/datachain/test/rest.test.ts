import { createRestHandler } from 'toolaccord/rest'
import { describe, expect, test } from 'vitest'
import { createCatalogue } from '../src/catalogue/create-catalogue.ts'
import { createDatachainServer } from '../src/create-datachain-server.ts'
import { tinyDatachain } from '../src/testing/tiny-datachain.ts'
import { tinyVersion } from '../src/testing/tiny-version.ts'
import { cacheControl } from '../src/web/caching.ts'
import { restBase } from '../src/web/rest-base.ts'

const tiny = await tinyVersion()
const handle = createRestHandler(createDatachainServer(createCatalogue([tiny])), { cacheControl })
const get = async (path: string, headers: Record<string, string> = {}) =>
  handle(new Request(`http://localhost${restBase}${path}`, { headers }))
const version = 'ai%402026-01-02-beta'

const post = async (path: string, datachain: unknown) => {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(datachain),
  }
  return handle(new Request(`http://localhost${restBase}/schemas/${version}/${path}`, init))
}

const statusOf = async (response: Promise<Response>) => (await response).status

/** The data of an answer, in the form that the caller of this function expects. */
async function dataOf<Data>(response: Promise<Response>): Promise<Data> {
  const body = (await (await response).json()) as { readonly data: Data }
  return body.data
}

describe('over HTTP', () => {
  test.each([
    '/schemas',
    `/schemas/${version}/manifest`,
    `/schemas/${version}/categories?locales=en,fr`,
    `/schemas/${version}/elements?fields=id,title&query=camera&limit=1`,
    `/schemas/${version}/elements/camera?fields=all`,
    '/schemas/ai@latest/manifest',
  ])('%s answers with the envelope', async (path) => {
    const response = await get(path)
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual(
      expect.objectContaining({ ok: true, data: expect.any(Object), meta: expect.any(Object) }),
    )
  })

  test('values in a query string may be separated by commas', async () => {
    const { element } = await dataOf<{ element: { title: unknown[] } }>(
      get(`/schemas/${version}/elements/camera?fields=title,shape&locales=fr,en`),
    )
    expect(Object.keys(element).sort()).toEqual(['id', 'shape', 'title'])
    expect(element.title).toHaveLength(2)
  })

  test('an answer that has not changed is not sent again', async () => {
    const path = `/schemas/${version}/elements/camera`
    const first = await get(path)
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toContain(tiny.manifest.content_hash)
    expect(await statusOf(get(path, { 'if-none-match': etag }))).toBe(304)
    expect(await statusOf(get(path, { 'if-none-match': '"other"' }))).toBe(200)
  })

  test('statuses are those of the codes', async () => {
    expect(await statusOf(get('/schemas/ai@2020-01-01/manifest'))).toBe(404)
    expect(await statusOf(get('/schemas/nothing/manifest'))).toBe(400)
    expect(await statusOf(get(`/schemas/${version}/elements/none`))).toBe(404)
    expect(await statusOf(get(`/schemas/${version}/elements?limit=201`))).toBe(400)
    const description = [{ locale: 'en', value: 'x'.repeat(66_000) }]
    expect(await statusOf(post('validate', { ...tinyDatachain(), description }))).toBe(413)
  })

  test.each(['validate', 'resolve', 'render'])('a soft failure of %s is 200', async (path) => {
    expect(await statusOf(post(path, tinyDatachain()))).toBe(200)
    const refused = await post(path, { ...tinyDatachain(), elements: [{ element_id: 'none' }] })
    expect(refused.status).toBe(200)
    expect(await refused.json()).toEqual(
      expect.objectContaining({ ok: false, errors: expect.any(Array) }),
    )
  })

  test('the body is the bare datachain, and other arguments are in the query', async () => {
    const rendered = await dataOf<{ html: string }>(
      post('render?locale=fr&inline=true', tinyDatachain()),
    )
    expect(rendered.html).toContain('<html lang="fr">')
    const resolved = await dataOf(post('resolve', tinyDatachain()))
    const validated = await post('validate_resolved', resolved)
    expect(await validated.json()).toMatchObject({ ok: true, data: { ok: true, warnings: [] } })
  })

  test('a wrapped datachain, or one in the query, is refused', async () => {
    const wrapped = await post('validate', { datachain: tinyDatachain() })
    expect(wrapped.status).toBe(200)
    const problem = expect.objectContaining({ code: 'parse_error', path: 'datachain' })
    expect(await wrapped.json()).toMatchObject({
      ok: false,
      errors: expect.arrayContaining([problem]),
    })
    expect(await statusOf(post('validate?datachain={}', tinyDatachain()))).toBe(400)
  })
})
