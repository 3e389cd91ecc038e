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

describe('over HTTP', () => {
  test('every reading address answers with the envelope', async () => {
    for (const path of [
      '/schemas',
      `/schemas/${version}/manifest`,
      `/schemas/${version}/categories?locales=en,fr`,
      `/schemas/${version}/elements?fields=id,title&query=camera&limit=1`,
      `/schemas/${version}/elements/camera?fields=all`,
      '/schemas/ai@latest/manifest',
    ]) {
      const response = await get(path)
      expect([path, response.status, await response.json()]).toEqual([
        path,
        200,
        expect.objectContaining({ ok: true, data: expect.any(Object), meta: expect.any(Object) }),
      ])
    }
  })

  test('lists in a query string may be separated by commas', async () => {
    const body = (await (
      await get(`/schemas/${version}/elements/camera?fields=title,shape&locales=fr,en`)
    ).json()) as { data: { element: { title: unknown[] } } }
    expect(Object.keys(body.data.element).sort()).toEqual(['id', 'shape', 'title'])
    expect(body.data.element.title).toHaveLength(2)
  })

  test('what has not changed is not sent again', async () => {
    const first = await get(`/schemas/${version}/elements/camera`)
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toContain(tiny.manifest.content_hash)
    expect(
      (await get(`/schemas/${version}/elements/camera`, { 'if-none-match': etag })).status,
    ).toBe(304)
    expect(
      (await get(`/schemas/${version}/elements/camera`, { 'if-none-match': '"other"' })).status,
    ).toBe(200)
  })

  test('statuses are those of the codes, and a soft failure is 200', async () => {
    expect((await get('/schemas/ai@2020-01-01/manifest')).status).toBe(404)
    expect((await get('/schemas/nothing/manifest')).status).toBe(400)
    expect((await get(`/schemas/${version}/elements/none`)).status).toBe(404)
    expect((await get(`/schemas/${version}/elements?limit=201`)).status).toBe(400)
    for (const path of ['validate', 'resolve', 'render']) {
      expect((await post(path, tinyDatachain())).status).toBe(200)
      const refused = await post(path, { ...tinyDatachain(), elements: [{ element_id: 'none' }] })
      expect([refused.status, await refused.json()]).toEqual([
        200,
        expect.objectContaining({ ok: false, errors: expect.any(Array) }),
      ])
    }
    expect(
      (
        await post('validate', {
          ...tinyDatachain(),
          description: [{ locale: 'en', value: 'x'.repeat(66_000) }],
        })
      ).status,
    ).toBe(413)
  })

  test('the body is the bare datachain, and everything else stands in the address', async () => {
    const rendered = (await (
      await post('render?locale=fr&inline=true', tinyDatachain())
    ).json()) as { data: { html: string; url: string } }
    expect(rendered.data.html).toContain('<html lang="fr">')
    const resolved = (await (await post('resolve', tinyDatachain())).json()) as { data: unknown }
    expect(await (await post('validate_resolved', resolved.data)).json()).toMatchObject({
      ok: true,
      data: { ok: true, warnings: [] },
    })
    const wrapped = await post('validate', { datachain: tinyDatachain() })
    expect([wrapped.status, await wrapped.json()]).toMatchObject([
      200,
      {
        ok: false,
        errors: expect.arrayContaining([
          expect.objectContaining({ code: 'parse_error', path: 'datachain' }),
        ]),
      },
    ])
    expect((await post('validate?datachain={}', tinyDatachain())).status).toBe(400)
  })
})
