import { createMemoryArchive } from 'toolaccord/archive'
import { createMcpHandler } from 'toolaccord/mcp'
import { describeFaces } from 'toolaccord/testing'
import { describe, expect, it } from 'vitest'
import { createCatalogue } from '../../catalogue/create-catalogue.ts'
import { createDatachainServer } from '../../create-datachain-server.ts'
import { tinyDatachain, withPlacement } from '../../testing/tiny-datachain.ts'
import { tinyVersion } from '../../testing/tiny-version.ts'

const version = 'ai@2026-01-02-beta'
const tiny = await tinyVersion()
const createServer = () => createDatachainServer(createCatalogue([tiny]))
const withoutContext = () => withPlacement(3, { context_type_id: undefined })
const many = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ ...tinyDatachain(), id: `gate-${index + 100}` }))

describeFaces('validate_datachains', createServer, (client) => {
  const call = async (args: Record<string, unknown>) => {
    const { outcome } = await client.callByName('validate_datachains', args)
    return outcome
  }

  it('has a result for each datachain, in their order', async () => {
    const datachains = [tinyDatachain(), withoutContext()]
    expect(await call({ version, datachains })).toMatchObject({
      ok: true,
      data: {
        valid_count: 2,
        invalid_count: 0,
        results: [
          { index: 0, id: 'gate-7', ok: true, error_count: 0, warning_count: 0, warnings: [] },
          { index: 1, ok: true, warning_count: 1, warnings: [{ code: 'CONTEXT_TYPE_MISSING' }] },
        ],
      },
      notes: { version },
    })
  })

  it('is a soft failure with all results if some are not valid, whatever is wrong', async () => {
    const datachains = [
      { ...withoutContext(), linked_instance_ids: ['gate-7'], schema_version: 'ai@2020-02-02' },
      { ...tinyDatachain(), elements: 'none', id: 7 },
      tinyDatachain(),
      { id: 'nameless' },
      { ...tinyDatachain(), description: 'x'.repeat(70_000) },
    ]
    expect(await call({ datachains })).toMatchObject({
      ok: false,
      soft: true,
      problems: [
        { code: 'unknown_version', path: 'datachains[0]' },
        { code: 'parse_error', path: 'datachains[1].id' },
        { code: 'bad_request', path: 'datachains[3]' },
        { code: 'payload_too_large', path: 'datachains[4]' },
      ],
      data: {
        valid_count: 1,
        invalid_count: 4,
        results: [
          { ok: false, errors: [{ code: 'unknown_version' }] },
          { ok: false, errors: [{ code: 'parse_error', path: 'id' }, {}] },
          { ok: true },
          { id: 'nameless', ok: false, errors: [{ code: 'bad_request' }] },
          { ok: false, errors: [{ code: 'payload_too_large' }] },
        ],
      },
    })
    const [first] = datachains
    expect(await call({ version, datachains: [first] })).toMatchObject({
      problems: [
        {
          code: 'INSTANCE_SCHEMA_VERSION_MISMATCH',
          path: 'datachains[0].schema_version',
          message: expect.stringContaining('It has 2 errors in all.'),
        },
      ],
      data: { results: [{ error_count: 2, warnings: [{ path: 'elements[3]' }] }] },
    })
  })

  it('renders those that are valid if asked to', async () => {
    const datachains = [tinyDatachain(), { id: 'nameless' }]
    const outcome = await call({ datachains, render: true, locale: 'fr' })
    expect(outcome).toMatchObject({
      ok: false,
      soft: true,
      data: {
        results: [
          {
            ok: true,
            resource_uri: expect.stringMatching(/^datachain:\/\/documents\/[0-9a-f]{64}$/),
          },
          { ok: false },
        ],
      },
    })
  })

  it('fails as a whole for a version that is not there, and for no datachain or too many', async () => {
    const datachains = [tinyDatachain()]
    expect(await call({ version: 'ai@2020-02-02', datachains })).toMatchObject({
      ok: false,
      soft: false,
      problems: [{ code: 'unknown_version', path: 'version' }],
    })
    for (const wrong of [[], many(1001).map(({ id }) => ({ id }))]) {
      const outcome = await call({ datachains: wrong })
      expect(outcome).toMatchObject({ ok: false, soft: false, problems: [{ path: 'datachains' }] })
    }
  })
})

describe('a batch of datachains', () => {
  it('gives each the verdict of its own call', async () => {
    const server = createServer()
    const datachains = [tinyDatachain(), withoutContext(), { ...tinyDatachain(), id: '' }]
    const batch = await server.call('validate_datachains', { datachains })
    const alone = await Promise.all(
      datachains.map((datachain) => server.call('validate_datachain', { datachain })),
    )
    expect(batch).toMatchObject({ data: { results: alone.map(({ ok }) => ({ ok })) } })
  })

  it('gives a handle to a caller that does not wait, and the answer later', async () => {
    const server = createServer()
    const handle = await server.callByName(
      'validate_datachains',
      { datachains: many(200), render: true },
      { waitMs: 0 },
    )
    // The cast names what a handle is.
    const { job_id } = handle.data as { job_id: string }
    expect(handle).toMatchObject({ ok: true, notes: { next: [{ tool: 'get_result' }] } })
    expect(await server.callByName('get_result', { job_id })).toMatchObject({
      ok: true,
      data: { valid_count: 200, results: { length: 200 } },
    })
  })

  it('reports every datachain, and lets others be answered meanwhile', async () => {
    const server = createServer()
    const seen: number[] = []
    const order: string[] = []
    const batch = server
      .callByName(
        'validate_datachains',
        { datachains: many(120) },
        { onProgress: ({ done }) => seen.push(done) },
      )
      .then(() => order.push('batch'))
    const small = server.callByName('list_schema_versions', {}).then(() => order.push('small'))
    await Promise.all([batch, small])
    expect(order).toEqual(['small', 'batch'])
    expect(seen.at(-1)).toBe(120)
    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
  })

  it('stays within the budget of a model, keeps invalid ones longest, and the rest can be read', async () => {
    const archive = createMemoryArchive()
    const server = createDatachainServer(createCatalogue([tiny]), { archive })
    const datachains = [...many(600), { id: 'nameless' }]
    const { fetch } = createMcpHandler(server)
    const response = await fetch(
      new Request('http://localhost/mcp', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'validate_datachains', arguments: { datachains } },
        }),
      }),
    )
    const text = await response.text()
    const [body = ''] = text.match(/\{"[^]*\}/) ?? []
    // The cast names the parts that are looked at.
    const { result } = JSON.parse(body) as {
      result: { isError?: boolean; structuredContent: { data: { results: { id: string }[] } } }
    }
    const { data } = result.structuredContent
    expect(data).toMatchObject({ valid_count: 600, invalid_count: 1 })
    expect(data.results.length).toBeLessThan(601)
    expect(data.results.map(({ id }) => id)).toContain('nameless')
    expect(body).toContain('retrieve_content')
  })
})
