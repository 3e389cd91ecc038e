import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createMcpHandler } from 'toolaccord/mcp'
import { createFaceClient } from 'toolaccord/testing'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { createServer } from '../src/server.ts'

const server = await createServer({})
const { call } = createFaceClient(server, 'mcp')
const version = 'ai@2026-11-01'
const file = join(import.meta.dirname, '../data/example.yaml')
const example = parse(readFileSync(file, 'utf8')) as Record<string, unknown>
const written = { id: 'x', schema_version: version, created_at: '2026-01-01T00:00:00Z' }

interface Piece {
  readonly content: string
  readonly next_start: number | null
}

async function fetchAll(hash: unknown): Promise<string> {
  let content = ''
  for (let start: number | null = 0; start !== null;) {
    const { outcome } = await call('retrieve_content', { hash, start })
    const piece = outcome.data as Piece
    content += piece.content
    start = piece.next_start
  }
  return content
}

describe('an answer over MCP', () => {
  it('has the JSON Schema of a datachain by default, in few characters', async () => {
    const { outcome, raw } = await call('get_schema', { version })
    expect(outcome).toMatchObject({ ok: true, data: { schema_json: { datachain: {} } } })
    expect(outcome.notes.fidelity).toBeUndefined()
    expect(JSON.stringify(outcome.data).length).toBeLessThan(8_000)
    expect(raw).not.toContain('more characters]')
  })

  it('has JSON Schemas whole or not at all', async () => {
    const schemas = ['datachain', 'resolved_datachain', 'element', 'category']
    const whole = await call('get_schema', { version, schemas }, { budget: 100_000 })
    const all = (whole.outcome.data as { schema_json: Record<string, unknown> }).schema_json
    for (const budget of [1_500, 3_000, 5_000]) {
      const { outcome } = await call('get_schema', { version, schemas }, { budget })
      const some = (outcome.data as { schema_json: Record<string, unknown> }).schema_json
      for (const name of schemas) {
        const isGone = outcome.notes.fidelity?.droppedIds?.includes(`schema_json.${name}`) === true
        expect([name, some[name]]).toEqual([name, isGone ? undefined : all[name]])
      }
    }
  })

  it('never has a part of a resolved datachain', async () => {
    const args = { datachain: example }
    const whole = await call('resolve_datachain', args, { budget: 100_000 })
    const { outcome } = await call('resolve_datachain', args, { budget: 5_000 })
    expect(outcome).toMatchObject({ ok: false, problems: [{ code: 'payload_too_large' }] })
    const [step] = outcome.ok ? [] : (outcome.problems[0].next ?? outcome.notes.next ?? [])
    expect(JSON.parse(await fetchAll(step?.args?.hash))).toEqual(whole.outcome.data)
  })

  it('never has a part of a rendered document', async () => {
    const args = { datachain: example, inline: true }
    const { outcome } = await call('render_datachain', args, { budget: 2_000 })
    expect(outcome).toMatchObject({ ok: true, notes: { fidelity: { droppedIds: ['html'] } } })
    expect(outcome.data).not.toHaveProperty('html')
  })

  it('has the sentences of the source for its two cases', async () => {
    const elements = [{ element_id: 'missing_element' }]
    const { body } = await call('validate_datachain', { datachain: { ...written, elements } })
    expect(body).toMatchObject({
      ok: false,
      errors: expect.arrayContaining([
        {
          code: 'INSTANCE_ELEMENT_UNKNOWN',
          message: `Element 'missing_element' not found in ${version}.`,
          path: 'elements[0].element_id',
          fix_hint: 'Search for what is meant among the elements of the version.',
        },
        {
          code: 'REQUIRED_CATEGORY_MISSING',
          message: "Category 'purpose' requires at least one element.",
          path: 'elements',
          fix_hint: expect.stringMatching(
            /^Add an element with category_id='purpose'\. There are: /,
          ),
        },
      ]),
      meta: { version, warnings: [] },
    })
  })

  it('has the faults of form and content together', async () => {
    const elements = [{ element_id: 'missing_element', priority: 'high' }]
    const { body } = await call('validate_datachain', { version, datachain: { elements } })
    const { errors } = body as { errors: { code: string; path: string; message: string }[] }
    expect(errors.map(({ code, path }) => `${code} ${path}`)).toEqual(
      expect.arrayContaining([
        'parse_error id',
        'parse_error elements[0].priority',
        'INSTANCE_ELEMENT_UNKNOWN elements[0].element_id',
        'REQUIRED_CATEGORY_MISSING elements',
      ]),
    )
    expect(errors.find(({ path }) => path === 'elements[0].priority')?.message).toBe(
      "'elements[0].priority' must be integer, not a string.",
    )
  })

  it('says that a page is in a language that the version does not have', async () => {
    const { outcome } = await call('render_datachain', { datachain: example, locale: 'de' })
    expect(outcome.notes.warnings).toMatchObject([{ code: 'UNKNOWN_LOCALE' }])
  })

  it('says in the list of tools what a url is good for, where hosts show it', () => {
    const described = server
      .tools()
      .filter(({ outputSchema }) => Object.hasOwn(outputSchema.properties ?? {}, 'url'))
    expect(described.map(({ name }) => name)).toEqual(['render_datachain', 'get_icon_url'])
    for (const { description } of described) expect(description).toMatch(/url is a path .* stdio/)
  })

  it('gives icons that can be read as resources', async () => {
    const { outcome } = await call('list_elements', { version, limit: 1 })
    const element_id = (outcome.data as { elements: { id: string }[] }).elements[0]?.id
    for (const variant of ['default', 'dark']) {
      const icon = await call('get_icon_url', { version: 'ai@latest', element_id, variant })
      const { resource_uri: uri } = icon.outcome.data as { resource_uri: string }
      expect(await readResource(uri)).toContain('<svg')
    }
  })
})

async function readResource(uri: string): Promise<string> {
  const { fetch } = createMcpHandler(server)
  const answer = await fetch(
    new Request('http://localhost/mcp', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri } }),
    }),
  )
  return answer.text()
}
