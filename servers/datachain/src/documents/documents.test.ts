import { createMemoryArchive } from 'toolaccord/archive'
import { createRestHandler } from 'toolaccord/rest'
import { describe, expect, test } from 'vitest'
import { createCatalogue } from '../catalogue/create-catalogue.ts'
import { createDatachainServer } from '../create-datachain-server.ts'
import { loadData, loadExample } from '../node/load-data.ts'
import { tinyDatachain } from '../testing/tiny-datachain.ts'
import { tinyVersion } from '../testing/tiny-version.ts'
import { createDocuments } from './create-documents.ts'

const tiny = createCatalogue([await tinyVersion()])
const version = 'ai@2026-01-02-beta'

describe('rendered documents', () => {
  test('are kept by their hash, the same one once', async () => {
    const archive = createMemoryArchive()
    const documents = createDocuments(archive)
    const [one, again, other] = [
      await documents.put('<p>é</p>'),
      await documents.put('<p>é</p>'),
      await documents.put('<p></p>'),
    ]
    expect([one, again === one, other === one]).toEqual([
      expect.stringMatching(/^[0-9a-f]{64}$/),
      true,
      false,
    ])
    expect([
      await documents.get(one),
      await documents.get('0'.repeat(64)),
      await documents.get('x'),
    ]).toEqual(['<p>é</p>', undefined, undefined])
    expect(await archive.stats()).toMatchObject({ contents: 2 })
  })

  test('are pages over HTTP, for every server that shares the archive', async () => {
    const archive = createMemoryArchive()
    const outcome = await createDatachainServer(tiny, { archive }).call('render_datachain', {
      version,
      datachain: tinyDatachain(),
      inline: true,
    })
    const { url, html } = outcome.ok
      ? (outcome.data as { url: string; html: string })
      : { url: '/', html: '' }
    const response = await createRestHandler(createDatachainServer(tiny, { archive }))(
      new Request(`http://localhost${url}`),
    )
    expect([
      response.status,
      response.headers.get('content-type'),
      response.headers.get('cache-control'),
    ]).toEqual([200, 'text/html; charset=utf-8', 'public, max-age=31536000, immutable'])
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect([await response.text(), response.headers.get('etag')]).toEqual([
      html,
      `W/"${url.split('/').at(-1)}"`,
    ])
    expect(
      (await createRestHandler(createDatachainServer(tiny))(new Request(`http://localhost${url}`)))
        .status,
    ).toBe(404)
  })
})

describe('the example', () => {
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const server = createDatachainServer(await loadData(), { example: await loadExample() })
    return createRestHandler(server)(new Request(`http://localhost${path}`, { headers }))
  }

  test('is a valid datachain', async () => {
    const server = createDatachainServer(await loadData())
    expect(
      await server.call('validate_datachain', { datachain: await loadExample() }),
    ).toMatchObject({ ok: true, data: { warnings: [] } })
  })

  test('is a page at /example, in the languages of the taxonomy', async () => {
    const response = await get('/example')
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ])
    expect(await response.text()).toContain('Repair desk assistant')
    expect(await (await get('/example/fr')).text()).toContain('<html lang="fr">')
    expect((await get('/example/%22onload')).status).toBe(404)
    expect(
      (await get('/example', { 'if-none-match': response.headers.get('etag') ?? '' })).status,
    ).toBe(304)
  })

  test('is not there where its version is not served', async () => {
    const server = createDatachainServer(tiny, { example: await loadExample() })
    expect(server.resources().some(({ path }) => path === '/example')).toBe(false)
  })

  test('is refused where it is no datachain', () => {
    expect(() => createDatachainServer(tiny, { example: { id: 7 } })).toThrow()
  })
})
