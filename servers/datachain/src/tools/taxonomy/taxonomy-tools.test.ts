import { describeFaces } from 'toolaccord/testing'
import { describe, expect, it } from 'vitest'
import { createCatalogue } from '../../catalogue/create-catalogue.ts'
import { createDatachainServer } from '../../create-datachain-server.ts'
import { tinyFiles, tinyVersion } from '../../testing/tiny-version.ts'
import { restBase } from '../../web/rest-base.ts'

const version = 'ai@2026-01-02-beta'
const tiny = await tinyVersion()
const meta = { ...tinyFiles()['meta.yaml'], version: 'ai@2025-05-05', status: 'stable' }
const stable = await tinyVersion({ ...tinyFiles(), 'meta.yaml': meta }, 'ai/2025-05-05')
const createServer = () => createDatachainServer(createCatalogue([tiny, stable]))
const notes = { version, contentHash: tiny.manifest.content_hash }

describeFaces('the tools of the taxonomy', createServer, (client) => {
  const call = async (tool: string, args: Record<string, unknown>) => {
    const { outcome } = await client.call(tool, args)
    return outcome
  }

  it('list the versions, with the alias of the newest', async () => {
    expect(await call('list_schema_versions', {})).toMatchObject({
      ok: true,
      data: {
        versions: [
          { id: version, status: 'beta', content_hash: notes.contentHash, aliases: [] },
          { id: 'ai@2025-05-05', aliases: ['ai@latest'] },
        ],
      },
    })
    const sensors = await call('list_schema_versions', { datachain_type: 'sensor' })
    expect(sensors).toMatchObject({
      data: { versions: [] },
      notes: {
        warnings: [{ code: 'UNKNOWN_TYPE', message: "There is no type 'sensor'. Types: ai." }],
      },
    })
  })

  it('return a version by its name or its alias', async () => {
    const outcome = await call('get_schema', { version })
    expect(outcome).toMatchObject({
      ok: true,
      notes,
      data: {
        version,
        manifest: { status: 'beta' },
        datachain_type: { id: 'ai' },
        schema_json: { datachain: { type: 'object' } },
      },
    })
    expect(outcome).not.toHaveProperty('data.elements')
    expect(outcome).not.toHaveProperty('data.categories')
    expect(outcome).not.toHaveProperty('data.schema_json.element')
    const full = await call('get_schema', { version: 'ai@latest', include: 'full' })
    expect(full).toMatchObject({
      data: {
        version: 'ai@2025-05-05',
        categories: [{ id: 'purpose' }, { id: 'modes' }, { id: 'data' }],
        elements: { length: 5 },
      },
    })
  })

  it('return the JSON Schemas that are asked for', async () => {
    const schemas = ['resolved_datachain', 'element']
    const outcome = await call('get_schema', { version, schemas })
    const { schema_json } = outcome.data as { schema_json: object }
    expect(Object.keys(schema_json)).toEqual(schemas)
  })

  it('list versions and categories page by page, with a cursor that ends', async () => {
    for (const [tool, args, name] of [
      ['list_schema_versions', {}, 'versions'],
      ['list_categories', { version }, 'categories'],
    ] as const) {
      const first = await call(tool, { ...args, limit: 1 })
      const cursor = first.notes.page?.cursor
      expect([tool, typeof cursor]).toEqual([tool, 'string'])
      const second = await call(tool, { ...args, limit: 1, cursor })
      const idsOf = ({ data }: typeof first) =>
        (data as Record<string, { id: string }[]>)[name]?.map(({ id }) => id)
      expect(idsOf(second)).toHaveLength(1)
      expect(idsOf(second)).not.toEqual(idsOf(first))
      const all = await call(tool, args)
      expect(all.notes.page?.cursor).toBe(null)
    }
  })

  it('warn of a language that the version does not have', async () => {
    const message = `${version} has no texts in 'zz'. Languages: en, fr.`
    for (const [tool, args] of [
      ['list_categories', {}],
      ['list_elements', {}],
      ['get_element', { element_id: 'camera' }],
      ['get_elements', { element_ids: ['camera'] }],
    ] as const) {
      expect(await call(tool, { version, ...args, locales: ['zz'] })).toMatchObject({
        ok: true,
        notes: { warnings: [{ code: 'UNKNOWN_LOCALE', message }] },
      })
      const french = await call(tool, { version, ...args, locales: ['fr'] })
      expect(french.notes.warnings ?? []).toEqual([])
    }
  })

  it('say which version was asked for if other arguments are wrong', async () => {
    expect(await call('list_elements', { version: 'ai@latest', limit: 'x' })).toMatchObject({
      ok: false,
      notes: { version: 'ai@2025-05-05' },
    })
    expect(
      await call('list_elements', { version: 'ai@2020-02-02', limit: 'x' }),
    ).not.toHaveProperty('notes.version')
  })

  it('name the versions that exist, if one does not', async () => {
    const hint = expect.stringContaining(version)
    expect(await call('list_categories', { version: 'ai@2026-01-01' })).toMatchObject({
      ok: false,
      soft: false,
      problems: [{ code: 'unknown_version', path: 'version', hint }],
    })
    for (const name of ['../ai', 'ai', 'ai@2026-02-30', '__proto__'])
      expect(await call('list_categories', { version: name })).toMatchObject({
        ok: false,
        soft: false,
        problems: [{ code: 'bad_request', path: 'version' }],
      })
  })

  it('return categories in their order, in the languages asked for', async () => {
    expect(await call('list_categories', { version, locales: ['fr'] })).toMatchObject({
      ok: true,
      notes,
      data: {
        categories: [{ id: 'purpose', name: [{ locale: 'fr' }] }, { id: 'modes' }, { id: 'data' }],
      },
    })
  })

  it('list elements page by page, each once', async () => {
    const ids: string[] = []
    let cursor: string | undefined
    do {
      const filters = { version, limit: 2 }
      const args = cursor === undefined ? filters : { ...filters, cursor }
      const outcome = await call('list_elements', args)
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
    const filters = { version, limit: 1, query: 'title' }
    const first = await call('list_elements', filters)
    const cursor = first.notes.page?.cursor
    expect(await call('list_elements', { ...filters, cursor })).toMatchObject({ ok: true })
    const others = [
      { ...filters, query: 'says' },
      { ...filters, category_id: 'data' },
      { ...filters, version: 'ai@latest' },
      { ...filters, locale: 'fr' },
    ]
    for (const other of others) {
      expect(await call('list_elements', { ...other, cursor })).toMatchObject({
        ok: false,
        soft: false,
        problems: [{ code: 'bad_request' }],
      })
    }
  })

  it('search elements, and show the fields asked for', async () => {
    const shown = { fields: ['shape', 'title'], locales: ['en'] }
    expect(await call('list_elements', { version, query: 'camra', ...shown })).toMatchObject({
      ok: true,
      data: {
        total: 1,
        elements: [
          { id: 'camera', title: [{ locale: 'en', value: 'Title of camera' }], shape: 'circle' },
        ],
      },
    })
    expect(await call('list_elements', { version, query: '  ' })).toMatchObject({
      data: { total: 5, elements: [{ id: 'health', category_id: 'purpose' }, {}, {}, {}, {}] },
    })
  })

  it('search elements in a language, within a category', async () => {
    const filters = { query: 'title', category_id: 'data', locale: 'fr' }
    expect(await call('list_elements', { version, ...filters })).toMatchObject({
      data: { total: 2 },
    })
    expect(await call('list_elements', { version, category_id: 'dat' })).toMatchObject({
      ok: true,
      data: { total: 0 },
      notes: { warnings: [{ code: 'UNKNOWN_CATEGORY', message: expect.stringContaining('data') }] },
    })
  })

  it('refuse arguments out of range, one problem for each', async () => {
    const wrongs = [
      { limit: 0 },
      { limit: 201 },
      { limit: 1.5 },
      { fields: ['titel'] },
      { locales: ['not a language'] },
      { locales: [] },
      { extra: 1 },
    ]
    for (const wrong of wrongs) {
      expect(await call('list_elements', { version, ...wrong })).toMatchObject({
        ok: false,
        soft: false,
        problems: [{ code: expect.stringMatching(/^(invalid_arguments|bad_request)$/) }],
      })
    }
  })

  it('return one element, or the nearest ids', async () => {
    expect(await call('get_element', { version, element_id: 'camera' })).toMatchObject({
      ok: true,
      notes,
      data: {
        version,
        element: { id: 'camera', variables: [{ id: 'kinds' }], icon_variants: { length: 8 } },
      },
    })
    const message = `Element 'cam' not found in ${version}.`
    const problem = { code: 'element_not_found', path: 'element_id', message }
    expect(await call('get_element', { version, element_id: 'cam' })).toMatchObject({
      ok: false,
      soft: false,
      notes,
      problems: [{ ...problem, hint: 'Nearest: camera.' }],
    })
    const unlike = await call('get_element', { version, element_id: 'missing_element' })
    expect(unlike).toMatchObject({ problems: [{ code: 'element_not_found' }] })
    expect(JSON.stringify(unlike)).not.toContain('Nearest')
  })

  it('return several elements, and null for missing ones in a soft failure', async () => {
    const fields = ['id']
    const known = ['form', 'camera', 'form']
    expect(await call('get_elements', { version, element_ids: known, fields })).toMatchObject({
      ok: true,
      data: { elements: { form: { id: 'form' }, camera: { id: 'camera' } } },
    })
    const some = ['form', 'gone', 'lost']
    expect(await call('get_elements', { version, element_ids: some, fields })).toMatchObject({
      ok: false,
      soft: true,
      notes,
      data: { version, elements: { form: { id: 'form' }, gone: null, lost: null } },
      problems: [{ code: 'element_not_found', path: 'element_ids[1]' }, { path: 'element_ids[2]' }],
    })
  })

  it('return at most a hundred elements', async () => {
    const different = Array.from({ length: 101 }, (_, at) => `e${at}`)
    expect(await call('get_elements', { version, element_ids: different })).toMatchObject({
      ok: false,
      soft: false,
      problems: [{ code: 'element_ids_too_many' }],
    })
    const repeated = Array.from({ length: 101 }, () => 'form')
    expect(await call('get_elements', { version, element_ids: repeated })).toMatchObject({
      ok: true,
    })
  })

  it('find icons', async () => {
    const url = `${restBase}/schemas/ai%402026-01-02-beta/elements/camera`
    const camera = { version, element_id: 'camera' }
    expect(await call('get_icon_url', camera)).toMatchObject({
      ok: true,
      notes,
      data: {
        resource_uri: 'datachain://icons/ai%402026-01-02-beta/camera',
        url: `${url}/icon.svg`,
        variant: 'default',
        content_type: 'image/svg+xml',
        valid_variants: { length: 8 },
      },
    })
    expect(await call('get_icon_url', { ...camera, variant: 'open.dark' })).toMatchObject({
      data: {
        resource_uri: 'datachain://icons/ai%402026-01-02-beta/camera/open.dark',
        url: `${url}/icon.open.dark.svg`,
      },
    })
    expect(await call('get_icon_url', { ...camera, variant: 'asked' })).toMatchObject({
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
    const changed = { ...tinyFiles()['meta.yaml'], notes: 'changed' }
    catalogue.put(await tinyVersion({ ...tinyFiles(), 'meta.yaml': changed }))
    const cursor = first.notes.page?.cursor
    expect(await server.call('list_elements', { version, limit: 1, cursor })).toMatchObject({
      ok: false,
      problems: [{ code: 'bad_request' }],
    })
  })
})
