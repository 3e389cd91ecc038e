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

const short = 'public, max-age=60'
const aDay = 'public, max-age=86400, immutable'
const forEver = 'public, max-age=31536000, immutable'

describe('pictures over HTTP', () => {
  test('are SVG that a browser does not run', async () => {
    const { status, headers, text } = await get('/schemas/ai@2026-01-01/elements/camera/icon.svg')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('image/svg+xml; charset=utf-8')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(text).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="36" height="36"/)
  })

  const pictures = stable.elements.flatMap(({ id, icon_variants }) =>
    icon_variants.map((variant) => ({ element_id: id, variant })),
  )

  test.each(pictures)('are at the address from get_icon_url: %o', async (picture) => {
    const outcome = await server.call('get_icon_url', { version: 'ai@2026-01-01', ...picture })
    if (!outcome.ok) expect.unreachable()
    const { url } = outcome.data as { url: string }
    const answer = await handle(new Request(`http://localhost${url}`))
    expect(answer.status).toBe(200)
    expect(await answer.text()).toMatch(/^<svg .*<\/svg>\n$/)
  })

  test('have the colour of their variant', async () => {
    const { text } = await get('/schemas/ai%402026-01-01/elements/camera/icon.open.dark.svg')
    expect(text).toContain('#ffd700')
  })

  test('are shapes and symbols too', async () => {
    const shape = await get('/shapes/rounded-square.svg')
    expect(shape.text).toContain('<rect')
    const symbol = await get('/schemas/ai@latest/symbols/dot.svg')
    expect(symbol.text).toContain('M10 10h16v16z')
  })

  test.each([
    '/shapes/star.svg',
    '/shapes/toString.svg',
    '/schemas/ai@latest/symbols/none.svg',
    '/schemas/none/elements/camera/icon.svg',
    '/schemas/ai@latest/elements/none/icon.svg',
    '/schemas/ai@latest/elements/camera/icon.none.svg',
    '/schemas/ai@latest/elements/..%2f..%2fmeta/icon.svg',
  ])('that do not exist are answered with an envelope: %s', async (path) => {
    const { status, text } = await get(path)
    expect(status).toBe(404)
    expect(JSON.parse(text)).toMatchObject({ ok: false, errors: [{ code: 'not_found' }] })
  })
})

describe('Cache-Control', () => {
  test.each([
    { name: 'ai@2026-01-01', picture: forEver, answer: aDay },
    { name: 'ai%402026-01-01', picture: forEver, answer: aDay },
    { name: 'ai@2026-01-02-beta', picture: short, answer: short },
    { name: 'ai@latest', picture: short, answer: short },
    { name: 'ai%40latest', picture: short, answer: short },
  ])('under $name is $picture for pictures and $answer for answers', async (expected) => {
    const base = `/schemas/${expected.name}`
    const icon = await get(`${base}/elements/camera/icon.svg`)
    const symbol = await get(`${base}/symbols/dot.svg`)
    expect([icon.caching, symbol.caching]).toEqual([expected.picture, expected.picture])
    const element = await get(`${base}/elements/camera`)
    const manifest = await get(`${base}/manifest`)
    expect([element.caching, manifest.caching]).toEqual([expected.answer, expected.answer])
  })

  test('is short for an alias in a query', async () => {
    const query = await handle(new Request('http://localhost/api/get_schema?version=ai%40latest'))
    expect(query.headers.get('cache-control')).toBe(short)
  })

  test('stays the same for a picture that has not changed', async () => {
    const path = '/schemas/ai@2026-01-01/elements/camera/icon.dark.svg'
    const { headers } = await get(path)
    const etag = headers.get('etag') ?? ''
    expect(etag).toBe(`W/"${stable.manifest.content_hash}"`)
    expect(await get(path, { 'if-none-match': etag })).toMatchObject({
      status: 304,
      text: '',
      caching: forEver,
    })
  })

  test('forbids to keep failures and the list of versions', async () => {
    const failure = await get('/schemas/ai@2026-01-01/elements/none')
    expect(failure.caching).toBe('no-store')
    const versions = await get('/schemas')
    expect(versions.caching).toBe('no-store')
  })
})
