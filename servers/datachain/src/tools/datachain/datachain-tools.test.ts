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
const resolve = async () => {
  const outcome = await createServer().call('resolve_datachain', {
    version,
    datachain: tinyDatachain(),
  })
  if (!outcome.ok) throw new Error(JSON.stringify(outcome))
  return outcome.data as Record<string, unknown>
}
const withoutContext = () => withPlacement(3, { context_type_id: undefined })
const unresolvedTools = ['validate_datachain', 'resolve_datachain', 'render_datachain']

describeFaces('the tools that take a datachain', createServer, (client) => {
  const call = async (tool: string, args: Record<string, unknown>) => {
    const { outcome } = await client.call(tool, args)
    return outcome
  }

  it('find nothing wrong in a valid datachain', async () => {
    const datachain = tinyDatachain()
    expect(await call('validate_datachain', { version, datachain })).toMatchObject({
      ok: true,
      data: { ok: true, warnings: [] },
      notes,
    })
    expect(await call('validate_datachain', { datachain })).toMatchObject({ ok: true, notes })
    expect(await call('validate_datachain', { version: 'ai@latest', datachain })).toMatchObject({
      ok: true,
      notes,
    })
  })

  it('suggest the form of a datachain of that version, if a datachain has another', async () => {
    const datachain = { ...tinyDatachain(), elements: 'none', id: 7 }
    for (const tool of unresolvedTools) {
      const outcome = await call(tool, { version, datachain })
      const steps = [...(outcome.ok ? [] : outcome.problems), outcome.notes].flatMap(
        ({ next = [] }) => next,
      )
      expect(steps).toMatchObject([{ tool: 'get_schema' }])
      expect(JSON.stringify(steps)).toContain(version)
    }
  })

  it('return advice with a success', async () => {
    const fix_hint = expect.stringContaining('personal')
    const warnings = [{ code: 'CONTEXT_TYPE_MISSING', path: 'elements[3]', fix_hint }]
    for (const tool of ['validate_datachain', 'render_datachain']) {
      expect(await call(tool, { version, datachain: withoutContext() })).toMatchObject({
        ok: true,
        data: { warnings },
        notes: { ...notes, warnings: [{ code: 'CONTEXT_TYPE_MISSING' }] },
      })
    }
  })

  it('return a soft failure with every broken rule, and advice', async () => {
    const datachain = {
      ...withoutContext(),
      schema_version: 'ai@2020-02-02',
      linked_instance_ids: ['gate-7'],
    }
    for (const tool of unresolvedTools) {
      expect(await call(tool, { version, datachain })).toMatchObject({
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

  it('return the same soft failure if the form is wrong, one problem for each place', async () => {
    const datachain = {
      ...tinyDatachain(),
      id: 7,
      elements: [{ element_id: 'health', label: 'x' }],
      created_at: 'yesterday',
    }
    for (const tool of unresolvedTools) {
      const outcome = await call(tool, { version, datachain })
      expect(outcome).toMatchObject({ ok: false, soft: true, notes })
      if (outcome.ok) expect.unreachable()
      expect(outcome.problems.map(({ code, path }) => `${code} ${path}`)).toEqual([
        'parse_error id',
        'parse_error created_at',
        'parse_error elements[0].label',
        'INSTANCE_SUBCHAIN_HEAD_UNKNOWN subchain_instances[0].head_refs[0]',
        'INSTANCE_SUBCHAIN_HEAD_UNKNOWN subchain_instances[0].head_refs[1]',
        'element_provenance_unknown_element authoring_provenance.element_provenance.camera-north',
      ])
    }
    const unresolved = { version, datachain: tinyDatachain() }
    expect(await call('validate_resolved', unresolved)).toMatchObject({
      ok: false,
      soft: true,
      problems: [{ code: 'parse_error', path: 'schema_snapshot' }],
    })
  })

  it('return a hard failure if the call is wrong', async () => {
    const hard = (problem: object) => ({ ok: false, soft: false, problems: [problem] })
    const calls = [
      [{ version: 'ai@2020-02-02', datachain: {} }, { code: 'unknown_version' }],
      [{ datachain: {} }, { code: 'bad_request', path: 'version' }],
      [{ version }, { code: 'invalid_arguments', path: 'datachain' }],
      [
        { version, datachain: [1] },
        { code: 'invalid_arguments', path: 'datachain' },
      ],
    ] as const
    for (const tool of [...unresolvedTools, 'validate_resolved']) {
      for (const [args, problem] of calls)
        expect(await call(tool, args)).toMatchObject(hard(problem))
    }
  })

  it('resolve a datachain to one that is valid, and can be rendered', async () => {
    const outcome = await call('resolve_datachain', { version, datachain: tinyDatachain() })
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
    expect(await call('validate_resolved', { version, datachain })).toMatchObject({
      ok: true,
      data: { ok: true, warnings: [] },
    })
    expect(await call('render_datachain', { version, datachain })).toMatchObject({
      ok: true,
      data: { section_count: 3, element_count: 6 },
    })
  })

  it('render a document in a language, by its hash', async () => {
    const args = { version, datachain: tinyDatachain() }
    expect(await call('render_datachain', { ...args, locale: 'fr', inline: true })).toMatchObject({
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
    expect(await call('render_datachain', args)).not.toHaveProperty('data.html')
  })
})

describe('a resolved datachain', () => {
  it('is accepted although it is larger than a datachain may be', async () => {
    const datachain = await resolve()
    const suggested_elements = Array.from({ length: 20 }, (_, at) => ({
      id: `new_${at}`,
      category_id: 'data',
      title: text('New'),
      description: text('x'.repeat(3_000)),
    }))
    const large = { ...datachain, suggested_elements }
    expect(JSON.stringify(large).length).toBeGreaterThan(65_536)
    const outcome = await createServer().call('validate_resolved', { version, datachain: large })
    expect(outcome).toMatchObject({ ok: true })
  })

  it('is shown from its snapshot although the version has changed', async () => {
    const server = createServer()
    const json = JSON.stringify(await resolve())
    const old = json.replaceAll('Title of camera', 'Old title of camera')
    const datachain = JSON.parse(old) as Record<string, unknown>
    expect(await server.call('validate_resolved', { version, datachain })).toMatchObject({
      ok: false,
      soft: true,
      problems: [{ code: 'snapshot_drift' }],
    })
    const html = expect.stringContaining('Old title of camera')
    expect(
      await server.call('render_datachain', { version, datachain, inline: true }),
    ).toMatchObject({ ok: true, data: { html } })
  })
})

describe('the resources', () => {
  const read = async (
    server: ReturnType<typeof createServer>,
    uri: string,
    variables: Record<string, string>,
  ) => {
    const resource = server.resources().find((one) => one.uri === uri)
    // No resource reads the context.
    return resource?.read(variables, {} as never)
  }

  it('return rendered documents by their hash', async () => {
    const uri = 'datachain://documents/{hash}'
    const server = createServer()
    const args = { version, datachain: tinyDatachain(), inline: true }
    const outcome = await server.call('render_datachain', args)
    if (!outcome.ok) expect.unreachable()
    const { html, resource_uri } = outcome.data as { html: string; resource_uri: string }
    const hash = resource_uri.split('/').at(-1) ?? ''
    expect(await read(server, uri, { hash })).toMatchObject({ text: html, contentHash: hash })
    for (const other of ['', '../x', `sha256:${hash}`, hash.toUpperCase()])
      expect(await read(server, uri, { hash: other })).toBeUndefined()
    expect(await read(createServer(), uri, { hash })).toBeUndefined()
  })

  it('return versions by their names', async () => {
    const uri = 'datachain://schemas/{version}'
    expect(await read(createServer(), uri, { version })).toMatchObject({
      text: expect.stringContaining('"camera"'),
    })
    expect(await read(createServer(), uri, { version: 'x' })).toBeUndefined()
  })

  it('return icons by their variants', async () => {
    const uri = 'datachain://icons/{version}/{element_id}/{variant}'
    const camera = { version, element_id: 'camera' }
    expect(await read(createServer(), uri, { ...camera, variant: 'open' })).toMatchObject({
      text: expect.stringContaining('#ffd700'),
    })
    expect(await read(createServer(), uri, { ...camera, variant: '../x' })).toBeUndefined()
  })
})
