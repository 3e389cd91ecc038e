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
  test('are kept by their hash, equal ones once', async () => {
    const archive = createMemoryArchive()
    const documents = createDocuments(archive)
    const hash = await documents.put('<p>é</p>')
    expect(hash).toMatch(/^[0-9a-f]{64}$/)
    expect(await documents.put('<p>é</p>')).toBe(hash)
    expect(await documents.put('<p></p>')).not.toBe(hash)
    expect(await documents.get(hash)).toBe('<p>é</p>')
    expect(await documents.get('0'.repeat(64))).toBeUndefined()
    expect(await documents.get('x')).toBeUndefined()
    expect(await archive.stats()).toMatchObject({ contents: 2 })
  })

  test('are pages over HTTP, for every server that shares the archive', async () => {
    const archive = createMemoryArchive()
    const outcome = await createDatachainServer(tiny, { archive }).call('render_datachain', {
      version,
      datachain: tinyDatachain(),
      inline: true,
    })
    if (!outcome.ok) expect.unreachable()
    const { url, html } = outcome.data as { url: string; html: string }
    const request = () => new Request(`http://localhost${url}`)
    const sharing = createRestHandler(createDatachainServer(tiny, { archive }))
    const response = await sharing(request())
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      etag: `W/"${url.split('/').at(-1)}"`,
    })
    expect(await response.text()).toBe(html)
    const alone = createRestHandler(createDatachainServer(tiny))
    expect((await alone(request())).status).toBe(404)
  })
})

describe('the example', () => {
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const server = createDatachainServer(await loadData(), { example: await loadExample() })
    return createRestHandler(server)(new Request(`http://localhost${path}`, { headers }))
  }

  test('is a valid datachain', async () => {
    const server = createDatachainServer(await loadData())
    const outcome = await server.call('validate_datachain', { datachain: await loadExample() })
    expect(outcome).toMatchObject({ ok: true, data: { warnings: [] } })
  })

  test('is a page at /example, in the languages of the taxonomy', async () => {
    const response = await get('/example')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(await response.text()).toContain('Repair desk assistant')
    const etag = response.headers.get('etag') ?? ''
    const again = await get('/example', { 'if-none-match': etag })
    expect(again.status).toBe(304)
    const french = await get('/example/fr')
    expect(await french.text()).toContain('<html lang="fr">')
    const wrong = await get('/example/%22onload')
    expect(wrong.status).toBe(404)
  })

  test('is not shown if its version is not served', async () => {
    const server = createDatachainServer(tiny, { example: await loadExample() })
    expect(server.resources().some(({ path }) => path === '/example')).toBe(false)
  })

  test('is refused if it is not a datachain', () => {
    expect(() => createDatachainServer(tiny, { example: { id: 7 } })).toThrow()
  })
})
