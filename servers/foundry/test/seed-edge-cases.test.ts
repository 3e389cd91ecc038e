import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { estimateTokens } from 'toolaccord/fidelity'
import { createFaceClient, faces } from 'toolaccord/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Envelope, type ServedResearch, serveResearch } from './research-server.ts'

let served: ServedResearch
let research_id: string

beforeAll(async () => {
  served = await serveResearch({
    minDigestChars: 200,
    summarize: () => Promise.reject(new Error('the model is down')),
  })
  await writeFile(join(served.repository, 'reefs.md'), 'Warm water makes corals bleach.')
  await writeFile(join(served.repository, 'fake.md'), '%PDF-1.7')
})

afterAll(() => served.remove())

const addSources = (...sources: readonly object[]): Promise<Envelope> =>
  served.call('research_add_sources', { research_id, sources })
const reefs = { kind: 'file', value: 'reefs.md' }
const fake = { kind: 'file', value: 'fake.md' }
const long = { kind: 'text', value: 'Warm water makes corals bleach. '.repeat(20) }

describe('Edge Case Semantics', () => {
  it('Empty but successful query: success, empty arrays and counts in data, error null', async () => {
    expect(await served.call('research_list')).toMatchObject({
      success: true,
      data: { questions: [], total_questions: 0 },
      error: null,
    })
    const started = await served.call('research_start', { question: 'Why do corals bleach?' })
    research_id = started.data.research_id
    expect(await served.call('research_list', { research_id })).toMatchObject({
      success: true,
      data: { research_id, findings: [], total_findings: 0 },
      error: null,
    })
    expect(await served.call('research_list', { research_id, show: 'sources' })).toMatchObject({
      success: true,
      data: { sources: [], total_sources: 0 },
      error: null,
    })
  })

  it('Missing resource: no success, structured error info in data, descriptive error', async () => {
    expect(await served.call('research_report', { research_id: 'research-999' })).toMatchObject({
      success: false,
      data: {
        error_code: 'RESEARCH_NOT_FOUND',
        error_type: 'not_found',
        remediation: expect.stringContaining('research_list'),
        details: { field: 'research_id' },
      },
      error: "There is no question 'research-999'.",
    })
    expect(await addSources({ kind: 'file', value: 'missing.md' })).toMatchObject({
      success: false,
      data: { error_code: 'NOT_FOUND', resource_type: 'file', resource_id: 'missing.md' },
      error: "There is no file 'missing.md'.",
    })
  })

  it('Invalid input: no success, structured error info in data, descriptive error', async () => {
    expect(await served.call('research_start', { question: '  ' })).toMatchObject({
      success: false,
      data: { error_code: 'VALIDATION_ERROR', details: { field: 'question' } },
      error: 'The question has 2 characters.',
    })
    const finding = { research_id, statement: 'So.', confidence: 'high' }
    expect(await served.call('research_add_finding', finding)).toMatchObject({
      success: false,
      data: { error_code: 'VALIDATION_ERROR', remediation: expect.stringContaining('Cite') },
    })
    expect(await addSources(fake, { kind: 'url', value: 'http://127.0.0.1/' })).toMatchObject({
      success: false,
      data: {
        error_code: 'UNREADABLE_SOURCE',
        details: { field: 'sources[0].value', others: [{ origin: 'http://127.0.0.1/' }] },
      },
      error: expect.stringContaining("ends with '.md', but its content is a PDF"),
    })
  })

  it('Blocked or partial work: success, the state inside data, meta.warnings', async () => {
    expect(await addSources(reefs, fake)).toMatchObject({
      success: true,
      data: { source_ids: ['source-001'], failed: [{ origin: 'fake.md' }] },
      error: null,
      meta: { warnings: ['1 source could not be added.'] },
    })
  })

  it('Multi-payload operations: each payload under a named key inside data', async () => {
    const quote = 'Warm water makes corals bleach.'
    await served.call('research_add_finding', {
      research_id,
      statement: 'Warmth bleaches corals.',
      confidence: 'high',
      citations: [{ source_id: 'source-001', quote }],
    })
    const { data } = await served.call('research_list', { research_id })
    expect(data).toEqual({
      research_id,
      question: 'Why do corals bleach?',
      findings: [
        {
          id: 'finding-001',
          confidence: 'high',
          statement: 'Warmth bleaches corals.',
          citations: [{ source_id: 'source-001', locator: 'char:0-31', quote, verified: true }],
        },
      ],
      total_findings: 1,
    })
  })
})

describe('Standard Warning Codes', () => {
  const detailsOf = ({ meta }: Envelope) => meta.warning_details ?? []

  it('PARTIAL_FAILURE (warning): some sub-operations failed but overall succeeded', async () => {
    expect(
      detailsOf(await addSources(reefs, fake, { kind: 'url', value: 'http://[::1]/' })),
    ).toEqual([
      {
        code: 'PARTIAL_FAILURE',
        severity: 'warning',
        message: '2 sources could not be added.',
        context: {
          failed_sources: ['fake.md', 'http://[::1]/'],
          successful_sources: 1,
          total_sources: 3,
        },
      },
    ])
  })

  it('FALLBACK_USED (info): primary source unavailable, fallback used', async () => {
    expect(detailsOf(await addSources(long))).toMatchObject([
      {
        code: 'FALLBACK_USED',
        severity: 'info',
        context: { sources: ['source-002'], reasons: ['failed'] },
      },
    ])
  })

  it('STALE_CACHE (warning): cached data may be outdated', async () => {
    served.wait(40)
    const [stale] = detailsOf(await served.call('research_list', { research_id }))
    expect(stale).toMatchObject({
      code: 'STALE_CACHE',
      severity: 'warning',
      context: { cache_age_seconds: 40 * 86_400, max_freshness_seconds: 30 * 86_400 },
    })
    await addSources(reefs)
    expect(detailsOf(await served.call('research_list', { research_id }))).toEqual([])
  })
})

describe('the tools of research', () => {
  it('answer writes in at most 120 tokens', async () => {
    const answers = [
      await served.call('research_start', { question: 'Why do fish leave?', spec_id: 'reef' }),
      await addSources(reefs),
      await served.call('research_add_finding', {
        research_id,
        statement: 'Warmth bleaches corals.',
        confidence: 'high',
        citations: [{ source_id: 'source-001', quote: 'Warm water' }],
      }),
    ]
    for (const answer of answers) {
      expect(answer.success).toBe(true)
      expect(estimateTokens(JSON.stringify(answer), 1_000)).toBeLessThanOrEqual(120)
    }
  })

  it('report progress, one step a source', async () => {
    const steps: unknown[] = []
    const caller = { id: 'ada', scopes: ['foundry:work'] }
    const onProgress = (step: unknown) => steps.push(step)
    const args = { research_id, sources: [reefs, fake] } as const
    await served.server.callByName('research_add_sources', args, { caller, onProgress })
    expect(steps).toEqual([
      { done: 1, total: 2, message: 'reefs.md' },
      { done: 2, total: 2, message: 'fake.md' },
    ])
  })

  it('need foundry:read to read and foundry:work to write', async () => {
    const reader = { caller: { id: 'bob', scopes: ['foundry:read'] } }
    const question = 'Why?'
    const { server } = served
    expect(await server.callByName('research_list', {}, reader)).toMatchObject({ ok: true })
    expect(await server.callByName('research_start', { question }, reader)).toMatchObject({
      ok: false,
      problems: [{ code: 'FORBIDDEN' }],
    })
    const stranger = { caller: { id: 'eve', scopes: [] } }
    expect(await server.callByName('research_list', {}, stranger)).toMatchObject({ ok: false })
  })

  it.each(faces)('give the same answer over %s', async (face) => {
    const client = createFaceClient(served.server, face)
    const caller = { id: 'ada', scopes: ['foundry:read'] }
    const options = { id: 'same', caller: face === 'cli' ? undefined : caller }
    const found = await client.call('research_report', { research_id }, options)
    expect(found.outcome).toMatchObject({
      ok: true,
      data: { total_findings: 2, unverified_citations: 0 },
    })
    const missing = await client.call('research_list', { research_id: 'research-x' }, options)
    expect(missing.outcome).toMatchObject({
      ok: false,
      problems: [{ code: 'RESEARCH_NOT_FOUND', path: 'research_id' }],
    })
    expect(missing.raw).not.toContain(served.folder)
  })
})
