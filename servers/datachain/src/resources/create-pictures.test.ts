import { createRestHandler } from 'toolaccord/rest'
import { describe, expect, test } from 'vitest'
import { createCatalogue } from '../catalogue/create-catalogue.ts'
import { createDatachainServer } from '../create-datachain-server.ts'
import { tinyFiles, tinyVersion } from '../testing/tiny-version.ts'
import { cacheControl } from '../web/caching.ts'
import { restBase } from '../web/rest-base.ts'

const beta = await tinyVersion()
const meta = { ...tinyFiles()['meta.yaml'], version: 'ai@2026-01-01', status: 'stable' }
const stable = await tinyVersion({ ...tinyFiles(), 'meta.yaml': meta }, 'ai/2026-01-01')
const server = createDatachainServer(createCatalogue([beta, stable]))
const handle = createRestHandler(server, { cacheControl })

async function get(path: string, headers: Record<string, string> = {}) {
  const response = await handle(new Request(`http://localhost${restBase}${path}`, { headers }))
  return {
    status: response.status,
    caching: response.headers.get('cache-control'),
    headers: response.headers,
    text: await response.text(),
  }
}

const [short, aDay, forEver] = [
  'public, max-age=60',
  'public, max-age=86400, immutable',
  'public, max-age=31536000, immutable',
]

describe('pictures over HTTP', () => {
  test('are SVG that a browser does not run', async () => {
    const { status, headers, text } = await get('/schemas/ai@2026-01-01/elements/camera/icon.svg')
    expect([status, headers.get('content-type'), headers.get('x-content-type-options')]).toEqual([
      200,
      'image/svg+xml; charset=utf-8',
      'nosniff',
    ])
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(text).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="36" height="36"/)
  })

  test('are where get_icon_url says, in every variant', async () => {
    for (const { id, icon_variants } of stable.elements) {
      for (const variant of icon_variants) {
        const outcome = await server.call('get_icon_url', {
          version: 'ai@2026-01-01',
          element_id: id,
          variant,
        })
        const { url } = outcome.ok ? (outcome.data as { url: string }) : { url: '/' }
        const answer = await handle(new Request(`http://localhost${url}`))
        expect([url, answer.status, await answer.text()]).toEqual([
          url,
          200,
          expect.stringMatching(/^<svg .*<\/svg>\n$/),
        ])
      }
    }
    expect(
      (await get('/schemas/ai%402026-01-01/elements/camera/icon.open.dark.svg')).text,
    ).toContain('#ffd700')
  })

  test('are shapes and symbols too', async () => {
    expect((await get('/shapes/rounded-square.svg')).text).toContain('<rect')
    expect((await get('/schemas/ai@latest/symbols/dot.svg')).text).toContain('M10 10h16v16z')
  })

  test('are envelopes where there is none', async () => {
    for (const path of [
      '/shapes/star.svg',
      '/shapes/toString.svg',
      '/schemas/ai@latest/symbols/none.svg',
      '/schemas/none/elements/camera/icon.svg',
      '/schemas/ai@latest/elements/none/icon.svg',
      '/schemas/ai@latest/elements/camera/icon.none.svg',
      '/schemas/ai@latest/elements/..%2f..%2fmeta/icon.svg',
    ]) {
      const { status, text } = await get(path)
      expect([path, status, JSON.parse(text)]).toMatchObject([
        path,
        404,
        { ok: false, errors: [{ code: 'not_found' }] },
      ])
    }
  })
})

describe('what may be kept', () => {
  test('is long what is of a stable version, and short what is of a beta or under an alias', async () => {
    for (const [name, pictures, answers] of [
      ['ai@2026-01-01', forEver, aDay],
      ['ai%402026-01-01', forEver, aDay],
      ['ai@2026-01-02-beta', short, short],
      ['ai@latest', short, short],
      ['ai%40latest', short, short],
    ]) {
      const cachings = [
        await get(`/schemas/${name}/elements/camera/icon.svg`),
        await get(`/schemas/${name}/symbols/dot.svg`),
        await get(`/schemas/${name}/elements/camera`),
        await get(`/schemas/${name}/manifest`),
      ]
      expect([name, ...cachings.map(({ caching }) => caching)]).toEqual([
        name,
        pictures,
        pictures,
        answers,
        answers,
      ])
    }
    const query = await handle(new Request('http://localhost/api/get_schema?version=ai%40latest'))
    expect(query.headers.get('cache-control')).toBe(short)
  })

  test('is asked for again by its hash', async () => {
    const path = '/schemas/ai@2026-01-01/elements/camera/icon.dark.svg'
    const etag = (await get(path)).headers.get('etag') ?? ''
    expect(etag).toBe(`W/"${stable.manifest.content_hash}"`)
    expect(await get(path, { 'if-none-match': etag })).toMatchObject({
      status: 304,
      text: '',
      caching: forEver,
    })
  })

  test('is nothing of failures, changes, and lists of versions', async () => {
    expect((await get('/schemas/ai@2026-01-01/elements/none')).caching).toBe('no-store')
    expect((await get('/schemas')).caching).toBe('no-store')
  })
})
