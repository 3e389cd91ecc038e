import { describe, expect, test } from 'vitest'
import { createServer } from './server.ts'

describe('the server', () => {
  test('serves the embedded taxonomy, and lists its tools, prompts and resources', async () => {
    const server = await createServer({})
    expect(await server.call('list_schema_versions', {})).toMatchObject({
      ok: true,
      data: { versions: [{ id: 'ai@2026-11-01', status: 'stable', aliases: ['ai@latest'] }] },
    })
    expect(server.tools().map(({ name }) => name)).toEqual([
      'list_schema_versions',
      'get_schema',
      'list_categories',
      'list_elements',
      'get_element',
      'get_elements',
      'validate_datachain',
      'validate_datachains',
      'resolve_datachain',
      'validate_resolved',
      'render_datachain',
      'get_icon_url',
      'retrieve_content',
      'get_result',
    ])
    expect(server.prompts().map(({ name }) => name)).toEqual([
      'describe_system',
      'audit_coverage',
      'translate_datachain',
      'explain_finding',
    ])
    expect(server.resources().map(({ uri, path }) => [uri, path])).toEqual([
      ['datachain://schemas/{version}', undefined],
      [
        'datachain://icons/{version}/{element_id}',
        '/api/v2/schemas/:version/elements/:element_id/icon.svg',
      ],
      [
        'datachain://icons/{version}/{element_id}/{variant}',
        '/api/v2/schemas/:version/elements/:element_id/icon.:variant.svg',
      ],
      [
        'datachain://symbols/{version}/{symbol_id}',
        '/api/v2/schemas/:version/symbols/:symbol_id.svg',
      ],
      ['datachain://shapes/{shape}', '/api/v2/shapes/:shape.svg'],
      ['datachain://documents/{hash}', '/api/v2/documents/:hash'],
      ['ui://datachain/view.html', undefined],
      ['datachain://example', '/example'],
      ['datachain://example/{locale}', '/example/:locale'],
      ['archive://{hash}', '/archive/:hash/content'],
    ])
  })

  test('writes its arguments into prompts', async () => {
    const server = await createServer({})
    for (const { name, write } of server.prompts()) {
      const args = { system: 'A gate.', datachain: '{}', locale: 'fr', finding: 'snapshot_drift' }
      // No prompt reads the context.
      const [message] = await write(args, {} as never)
      expect({ name, content: message?.content }).toEqual({
        name,
        content: { type: 'text', text: expect.stringMatching(/A gate\.|\{\}/) },
      })
    }
  })

  test('limits resolving to 15 calls a minute', async () => {
    const server = await createServer({})
    const outcomes = []
    for (let count = 0; count < 16; count++)
      outcomes.push(await server.call('resolve_datachain', { version: 'ai@latest', datachain: {} }))
    for (const outcome of outcomes.slice(0, 15))
      expect(outcome).toMatchObject({ ok: false, soft: true })
    expect(outcomes[15]).toMatchObject({
      ok: false,
      soft: false,
      problems: [{ code: 'rate_limited' }],
    })
  })

  test('does not start on data that cannot be served', async () => {
    await expect(createServer({ DATACHAIN_DATA: '/nowhere' })).rejects.toThrow(
      "There is no folder '/nowhere' to read versions from.",
    )
    await expect(createServer({}, { data: '/nowhere' })).rejects.toThrow('/nowhere')
  })
})
