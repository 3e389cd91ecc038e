import { describeFaces } from 'toolaccord/testing'
import { describe, expect, it } from 'vitest'
import { createCatalogue } from '../../catalogue/create-catalogue.ts'
import { createDatachainServer } from '../../create-datachain-server.ts'
import { tinyFiles, tinyVersion } from '../../testing/tiny-version.ts'
import { restBase } from '../../web/rest-base.ts'

const version = 'ai@2026-01-02-beta'
const tiny = await tinyVersion()
const stable = await tinyVersion(
  {
    ...tinyFiles(),
    'meta.yaml': { ...tinyFiles()['meta.yaml'], version: 'ai@2025-05-05', status: 'stable' },
  },
  'ai/2025-05-05',
)
const createServer = () => createDatachainServer(createCatalogue([tiny, stable]))
const notes = { version, contentHash: tiny.manifest.content_hash }

describeFaces('the tools that read', createServer, (client) => {
  it('list the versions, with the alias of the newest', async () => {
    const { outcome } = await client.call('list_schema_versions', {})
    expect(outcome).toMatchObject({
      ok: true,
      data: {
        versions: [
          { id: version, status: 'beta', content_hash: notes.contentHash, aliases: [] },
          { id: 'ai@2025-05-05', aliases: ['ai@latest'] },
        ],
      },
    })
    expect(
      (await client.call('list_schema_versions', { datachain_type: 'sensor' })).outcome,
    ).toMatchObject({ data: { versions: [] } })
  })

  it('give a version by its name or its alias', async () => {
    const { outcome } = await client.call('get_schema', { version })
    expect(outcome).toMatchObject({
      ok: true,
      notes,
      data: {
        version,
        manifest: { status: 'beta' },
        datachain_type: { id: 'ai' },
        categories: [{ id: 'purpose' }, { id: 'modes' }, { id: 'data' }],
        schema_json: { datachain: { type: 'object' } },
      },
    })
    expect(outcome).not.toHaveProperty('data.elements')
    expect(
      (await client.call('get_schema', { version: 'ai@latest', include: 'full' })).outcome,
    ).toMatchObject({ data: { version: 'ai@2025-05-05', elements: { length: 5 } } })
  })

  it('say what versions there are, where one is not', async () => {
    expect(
      (await client.call('list_categories', { version: 'ai@2026-01-01' })).outcome,
    ).toMatchObject({
      ok: false,
      soft: false,
      problems: [
        { code: 'unknown_version', path: 'version', hint: expect.stringContaining(version) },
      ],
    })
    for (const name of ['../ai', 'ai', 'ai@2026-02-30', '__proto__'])
      expect((await client.call('list_categories', { version: name })).outcome).toMatchObject({
        ok: false,
        soft: false,
        problems: [{ code: 'bad_request', path: 'version' }],
      })
  })

  it('give categories in their order, in the languages asked for', async () => {
    const { outcome } = await client.call('list_categories', { version, locales: ['fr'] })
    expect(outcome).toMatchObject({
      ok: true,
      notes,
      data: {
        categories: [{ id: 'purpose', name: [{ locale: 'fr' }] }, { id: 'modes' }, { id: 'data' }],
      },
    })
  })

  it('list elements page by page, and each once', async () => {
    const ids: string[] = []
    let cursor: string | undefined
    do {
      const { outcome } = await client.call('list_elements', {
        version,
        limit: 2,
        ...(cursor !== undefined && { cursor }),
      })
      if (!outcome.ok) throw new Error(JSON.stringify(outcome))
      const data = outcome.data as { elements: { id: string }[]; total: number; returned: number }
      expect(data.total).toBe(5)
      expect(data.returned).toBe(data.elements.length)
      ids.push(...data.elements.map(({ id }) => id))
      cursor = outcome.notes.page?.cursor ?? undefined
    } while (cursor !== undefined)
    expect(ids).toEqual(['health', 'transport', 'acting', 'camera', 'form'])
  })

  it('refuse a cursor of other filters or another version', async () => {
    const first = await client.call('list_elements', { version, limit: 1, query: 'title' })
    const cursor = first.outcome.notes.page?.cursor
    expect(
      (await client.call('list_elements', { version, limit: 1, query: 'title', cursor })).outcome
        .ok,
    ).toBe(true)
    for (const other of [
      { version, limit: 1, query: 'says' },
      { version, limit: 1, query: 'title', category_id: 'data' },
      { version: 'ai@latest', limit: 1, query: 'title' },
      { version, limit: 1, query: 'title', locale: 'fr' },
    ]) {
      expect((await client.call('list_elements', { ...other, cursor })).outcome).toMatchObject({
        ok: false,
        soft: false,
        problems: [{ code: 'bad_request' }],
      })
    }
  })

  it('search elements in a language, within a category, and show the fields asked for', async () => {
    const { outcome } = await client.call('list_elements', {
      version,
      query: 'camra',
      fields: ['shape', 'title'],
      locales: ['en'],
    })
    expect(outcome).toMatchObject({
      ok: true,
      data: {
        total: 1,
        elements: [
          { id: 'camera', title: [{ locale: 'en', value: 'Title of camera' }], shape: 'circle' },
        ],
      },
    })
    expect(
      (
        await client.call('list_elements', {
          version,
          query: 'title',
          category_id: 'data',
          locale: 'fr',
        })
      ).outcome,
    ).toMatchObject({ data: { total: 2 } })
    expect((await client.call('list_elements', { version, query: '  ' })).outcome).toMatchObject({
      data: { total: 5, elements: [{ id: 'health', category_id: 'purpose' }, {}, {}, {}, {}] },
    })
    expect(
      (await client.call('list_elements', { version, category_id: 'dat' })).outcome,
    ).toMatchObject({
      ok: true,
      data: { total: 0 },
      notes: { warnings: [{ code: 'UNKNOWN_CATEGORY', message: expect.stringContaining('data') }] },
    })
  })

  it('refuse arguments out of range, one problem for each', async () => {
    for (const wrong of [
      { limit: 0 },
      { limit: 201 },
      { limit: 1.5 },
      { fields: ['titel'] },
      { locales: ['not a language'] },
      { locales: [] },
      { extra: 1 },
    ]) {
      expect((await client.call('list_elements', { version, ...wrong })).outcome).toMatchObject({
        ok: false,
        soft: false,
        problems: [{ code: expect.stringMatching(/^(invalid_arguments|bad_request)$/) }],
      })
    }
  })

  it('give one element, or the nearest ids', async () => {
    expect(
      (await client.call('get_element', { version, element_id: 'camera' })).outcome,
    ).toMatchObject({
      ok: true,
      notes,
      data: {
        version,
        element: { id: 'camera', variables: [{ id: 'kinds' }], icon_variants: { length: 8 } },
      },
    })
    expect(
      (await client.call('get_element', { version, element_id: 'cam' })).outcome,
    ).toMatchObject({
      ok: false,
      soft: false,
      notes,
      problems: [
        {
          code: 'element_not_found',
          path: 'element_id',
          hint: expect.stringContaining('Nearest: camera'),
        },
      ],
    })
  })

  it('give several elements, and null for those that are not there, softly', async () => {
    expect(
      (
        await client.call('get_elements', {
          version,
          element_ids: ['form', 'camera', 'form'],
          fields: ['id'],
        })
      ).outcome,
    ).toMatchObject({
      ok: true,
      data: { elements: { form: { id: 'form' }, camera: { id: 'camera' } } },
    })
    const { outcome } = await client.call('get_elements', {
      version,
      element_ids: ['form', 'gone', 'lost'],
      fields: ['id'],
    })
    expect(outcome).toMatchObject({
      ok: false,
      soft: true,
      notes,
      data: { version, elements: { form: { id: 'form' }, gone: null, lost: null } },
      problems: [{ code: 'element_not_found', path: 'element_ids[1]' }, { path: 'element_ids[2]' }],
    })
  })

  it('give at most a hundred elements', async () => {
    const element_ids = Array.from({ length: 101 }, (_, at) => `e${at}`)
    expect((await client.call('get_elements', { version, element_ids })).outcome).toMatchObject({
      ok: false,
      soft: false,
      problems: [{ code: 'element_ids_too_many' }],
    })
    expect(
      (
        await client.call('get_elements', {
          version,
          element_ids: Array.from({ length: 101 }, () => 'form'),
        })
      ).outcome.ok,
    ).toBe(true)
  })

  it('find icons', async () => {
    const url = `${restBase}/schemas/ai%402026-01-02-beta/elements/camera`
    expect(
      (await client.call('get_icon_url', { version, element_id: 'camera' })).outcome,
    ).toMatchObject({
      ok: true,
      notes,
      data: {
        url: `${url}/icon.svg`,
        variant: 'default',
        content_type: 'image/svg+xml',
        valid_variants: { length: 8 },
      },
    })
    expect(
      (await client.call('get_icon_url', { version, element_id: 'camera', variant: 'open.dark' }))
        .outcome,
    ).toMatchObject({ data: { url: `${url}/icon.open.dark.svg` } })
    expect(
      (await client.call('get_icon_url', { version, element_id: 'camera', variant: 'asked' }))
        .outcome,
    ).toMatchObject({
      ok: false,
      soft: false,
      problems: [{ code: 'unknown_variant', hint: expect.stringContaining('personal') }],
    })
  })
})

describe('a beta that changes between two pages', () => {
  it('makes the cursor stale', async () => {
    const catalogue = createCatalogue([tiny])
    const server = createDatachainServer(catalogue)
    const first = await server.call('list_elements', { version, limit: 1 })
    catalogue.put(
      await tinyVersion({
        ...tinyFiles(),
        'meta.yaml': { ...tinyFiles()['meta.yaml'], notes: 'changed' },
      }),
    )
    expect(
      await server.call('list_elements', { version, limit: 1, cursor: first.notes.page?.cursor }),
    ).toMatchObject({ ok: false, problems: [{ code: 'bad_request' }] })
  })
})
