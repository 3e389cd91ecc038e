import { describeFaces } from 'toolaccord/testing'
import { describe, expect, it } from 'vitest'
import { createCatalogue } from '../../catalogue/create-catalogue.ts'
import { createDatachainServer } from '../../create-datachain-server.ts'
import { tinyDatachain, withPlacement } from '../../testing/tiny-datachain.ts'
import { text, tinyVersion } from '../../testing/tiny-version.ts'

const version = 'ai@2026-01-02-beta'
const tiny = await tinyVersion()
const createServer = () => createDatachainServer(createCatalogue([tiny]))
const notes = { version, contentHash: tiny.manifest.content_hash }
const resolved = async () => {
  const outcome = await createServer().call('resolve_datachain', {
    version,
    datachain: tinyDatachain(),
  })
  if (!outcome.ok) throw new Error(JSON.stringify(outcome))
  return outcome.data as Record<string, unknown>
}
const withoutContext = () => withPlacement(3, { context_type_id: undefined })
const thin = ['validate_datachain', 'resolve_datachain', 'render_datachain']

describeFaces('the tools that take a datachain', createServer, (client) => {
  it('find nothing wrong where nothing is', async () => {
    expect(
      (await client.call('validate_datachain', { version, datachain: tinyDatachain() })).outcome,
    ).toMatchObject({ ok: true, data: { ok: true, warnings: [] }, notes })
    expect(
      (await client.call('validate_datachain', { datachain: tinyDatachain() })).outcome,
    ).toMatchObject({ ok: true, notes })
    expect(
      (
        await client.call('validate_datachain', {
          version: 'ai@latest',
          datachain: tinyDatachain(),
        })
      ).outcome,
    ).toMatchObject({ ok: true, notes })
  })

  it('tell advice beside a yes', async () => {
    const warnings = [
      {
        code: 'CONTEXT_TYPE_MISSING',
        path: 'elements[3]',
        fix_hint: expect.stringContaining('personal'),
      },
    ]
    for (const tool of ['validate_datachain', 'render_datachain']) {
      expect(
        (await client.call(tool, { version, datachain: withoutContext() })).outcome,
      ).toMatchObject({
        ok: true,
        data: { warnings },
        notes: { ...notes, warnings: [{ code: 'CONTEXT_TYPE_MISSING' }] },
      })
    }
  })

  it('answer a datachain that breaks rules with a soft failure that names each, and advice beside it', async () => {
    const datachain = {
      ...withoutContext(),
      schema_version: 'ai@2020-02-02',
      linked_instance_ids: ['gate-7'],
    }
    for (const tool of thin) {
      expect((await client.call(tool, { version, datachain })).outcome).toMatchObject({
        ok: false,
        soft: true,
        notes: { ...notes, warnings: [{ code: 'CONTEXT_TYPE_MISSING' }] },
        problems: [
          { code: 'INSTANCE_SCHEMA_VERSION_MISMATCH', path: 'schema_version' },
          { code: 'INSTANCE_LINKED_ID_INVALID', path: 'linked_instance_ids[0]' },
        ],
      })
    }
  })

  it('answer what is no datachain with one soft problem for each place, the same from every tool', async () => {
    const datachain = {
      ...tinyDatachain(),
      id: 7,
      elements: [{ element_id: 'health', label: 'x' }],
      created_at: 'yesterday',
    }
    for (const tool of thin) {
      const { outcome } = await client.call(tool, { version, datachain })
      expect(outcome).toMatchObject({ ok: false, soft: true, notes })
      expect(outcome.ok ? [] : outcome.problems.map(({ code, path }) => `${code} ${path}`)).toEqual(
        ['parse_error id', 'parse_error created_at', 'parse_error elements[0].label'],
      )
    }
    expect(
      (await client.call('validate_resolved', { version, datachain: tinyDatachain() })).outcome,
    ).toMatchObject({
      ok: false,
      soft: true,
      problems: [{ code: 'parse_error', path: 'schema_snapshot' }],
    })
  })

  it('fail hard where the call is wrong', async () => {
    for (const tool of [...thin, 'validate_resolved']) {
      expect(
        (await client.call(tool, { version: 'ai@2020-02-02', datachain: {} })).outcome,
      ).toMatchObject({ ok: false, soft: false, problems: [{ code: 'unknown_version' }] })
      expect((await client.call(tool, { datachain: {} })).outcome).toMatchObject({
        ok: false,
        soft: false,
        problems: [{ code: 'bad_request', path: 'version' }],
      })
      expect((await client.call(tool, { version })).outcome).toMatchObject({
        ok: false,
        soft: false,
        problems: [{ code: 'invalid_arguments', path: 'datachain' }],
      })
      expect((await client.call(tool, { version, datachain: [1] })).outcome).toMatchObject({
        ok: false,
        soft: false,
        problems: [{ code: 'bad_request', path: 'datachain' }],
      })
    }
  })

  it('resolve a datachain to one that is valid, and can be rendered', async () => {
    const { outcome } = await client.call('resolve_datachain', {
      version,
      datachain: tinyDatachain(),
    })
    expect(outcome).toMatchObject({
      ok: true,
      notes,
      data: {
        id: 'gate-7',
        suggested_elements: [],
        schema_snapshot: {
          elements: [
            { id: 'acting' },
            { id: 'camera' },
            { id: 'form' },
            { id: 'health' },
            { id: 'transport' },
          ],
        },
      },
    })
    const datachain = outcome.ok ? outcome.data : undefined
    expect((await client.call('validate_resolved', { version, datachain })).outcome).toMatchObject({
      ok: true,
      data: { ok: true, warnings: [] },
    })
    expect((await client.call('render_datachain', { version, datachain })).outcome).toMatchObject({
      ok: true,
      data: { section_count: 3, element_count: 6 },
    })
  })

  it('render a document in a language, by its hash', async () => {
    const { outcome } = await client.call('render_datachain', {
      version,
      datachain: tinyDatachain(),
      locale: 'fr',
      inline: true,
    })
    expect(outcome).toMatchObject({
      ok: true,
      notes,
      data: {
        resource_uri: expect.stringMatching(/^datachain:\/\/documents\/[0-9a-f]{64}$/),
        url: expect.stringMatching(/^\/api\/v2\/documents\/[0-9a-f]{64}$/),
        section_count: 3,
        element_count: 6,
        warnings: [],
        html: expect.stringContaining('<html lang="fr">'),
      },
    })
    expect(
      (await client.call('render_datachain', { version, datachain: tinyDatachain() })).outcome,
    ).not.toHaveProperty('data.html')
  })
})

describe('a resolved datachain', () => {
  it('comes back in though it is larger than a datachain may be', async () => {
    const datachain = await resolved()
    const suggested_elements = Array.from({ length: 20 }, (_, at) => ({
      id: `new_${at}`,
      category_id: 'data',
      title: text('New'),
      description: text('x'.repeat(3_000)),
    }))
    const large = { ...datachain, suggested_elements }
    expect(JSON.stringify(large).length).toBeGreaterThan(65_536)
    expect(
      await createServer().call('validate_resolved', { version, datachain: large }),
    ).toMatchObject({ ok: true })
  })

  it('is shown from what it carries, though the version has moved on', async () => {
    const datachain = JSON.parse(
      JSON.stringify(await resolved()).replaceAll('Title of camera', 'Old title of camera'),
    ) as Record<string, unknown>
    expect(await createServer().call('validate_resolved', { version, datachain })).toMatchObject({
      ok: false,
      soft: true,
      problems: [{ code: 'snapshot_drift' }],
    })
    expect(
      await createServer().call('render_datachain', { version, datachain, inline: true }),
    ).toMatchObject({ ok: true, data: { html: expect.stringContaining('Old title of camera') } })
  })
})

describe('the resources', () => {
  const read = async (
    server: ReturnType<typeof createServer>,
    uri: string,
    variables: Record<string, string>,
  ) => {
    const resource = server.resources().find((one) => one.uri === uri)
    // The context is not looked at by any of them.
    return resource?.read(variables, {} as never)
  }

  it('give what was rendered, a version and an icon; nothing for what is not there', async () => {
    const server = createServer()
    const outcome = await server.call('render_datachain', {
      version,
      datachain: tinyDatachain(),
      inline: true,
    })
    const data = outcome.ok ? (outcome.data as { html: string; resource_uri: string }) : undefined
    const hash = data?.resource_uri.split('/').at(-1) ?? ''
    expect(await read(server, 'datachain://documents/{hash}', { hash })).toMatchObject({
      text: data?.html,
      contentHash: hash,
    })
    for (const other of ['', '../x', `sha256:${hash}`, hash.toUpperCase()])
      expect(await read(server, 'datachain://documents/{hash}', { hash: other })).toBeUndefined()
    expect(await read(createServer(), 'datachain://documents/{hash}', { hash })).toBeUndefined()
    expect(await read(server, 'datachain://schemas/{version}', { version })).toMatchObject({
      text: expect.stringContaining('"camera"'),
    })
    expect(await read(server, 'datachain://schemas/{version}', { version: 'x' })).toBeUndefined()
    expect(
      await read(server, 'datachain://icons/{version}/{element_id}/{variant}', {
        version,
        element_id: 'camera',
        variant: 'open',
      }),
    ).toMatchObject({ text: expect.stringContaining('#ffd700') })
    expect(
      await read(server, 'datachain://icons/{version}/{element_id}/{variant}', {
        version,
        element_id: 'camera',
        variant: '../x',
      }),
    ).toBeUndefined()
  })
})
