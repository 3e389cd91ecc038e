import { hashContent } from 'toolaccord/archive'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Confidence, rankOf } from '../src/research/records/research-finding.ts'
import { type Envelope, type ServedResearch, serveResearch } from './research-server.ts'

/** Budgets in tokens: two whole findings fit; only short ones do; only ids do. */
const tight = 1_600
const tighter = 1_200
const tightest = 750

let served: ServedResearch
let whole: Envelope
let partial: Envelope

beforeAll(async () => {
  served = await serveResearch()
  const research_id = await startResearch('Why do corals bleach?')
  const given: Confidence[] = ['low', 'confirmed', 'speculation', 'high', 'medium']
  for (const [n, confidence] of given.entries()) await addFinding(research_id, n, confidence)
  whole = await served.call('research_list', { research_id })
  partial = await served.call('research_list', { research_id }, tight)
})

afterAll(() => served.remove())

async function startResearch(question: string): Promise<string> {
  const { data } = await served.call('research_start', { question })
  const text = Array.from({ length: 9 }, (_, n) => `Reef ${n} lost corals in warm water.`).join(' ')
  const sources = [{ kind: 'text', value: text }]
  await served.call('research_add_sources', { research_id: data.research_id, sources })
  return data.research_id
}

const addFinding = (research_id: string, n: number, confidence: Confidence) =>
  served.call('research_add_finding', {
    research_id,
    confidence,
    statement: `Reef ${n} suffered from warm water, as every reef of that sea did. `.repeat(16),
    citations: [{ source_id: 'source-001', quote: `Reef ${n} lost corals in warm water.` }],
  })

const idsOf = ({ data }: Envelope): readonly string[] =>
  data.findings.map(({ id }: { readonly id: string }) => id)

/** Fetches content piece by piece over MCP. */
async function retrieve(args: object): Promise<string> {
  let text = ''
  let start: number | null = 0
  while (start !== null) {
    const { data } = await served.call('retrieve_content', { ...args, start })
    text += data.content
    start = data.next_start
  }
  return text
}

describe('Content Fidelity Field Definitions', () => {
  it('content_fidelity_schema_version: there when fidelity < full, and "1.0"', () => {
    expect(partial.meta.content_fidelity_schema_version).toBe('1.0')
    expect(whole.meta).not.toHaveProperty('content_fidelity_schema_version')
  })

  it('content_fidelity: the level of completeness of the response', () => {
    expect(partial.meta.content_fidelity).toBe('partial')
  })

  it('dropped_content_ids: the findings that were omitted, those of lowest confidence', () => {
    expect(idsOf(partial)).toEqual(['finding-002', 'finding-004'])
    expect(partial.meta.dropped_content_ids).toEqual(['finding-005', 'finding-001', 'finding-003'])
  })

  it('content_archive_hashes: archive ids with the hashes of their content', async () => {
    const hashes = partial.meta.content_archive_hashes ?? {}
    expect(Object.keys(hashes)).toEqual(['answer', 'items'])
    for (const hash of Object.values(hashes)) {
      expect(hash).toMatch(/^sha256:[a-f0-9]{64}$/)
      expect(await hashContent(await retrieve({ hash }))).toBe(hash)
    }
  })
})

describe('Content Fidelity Levels', () => {
  it('full: complete response with all content included', () => {
    expect(idsOf(whole)).toHaveLength(5)
    expect(whole.meta).not.toHaveProperty('dropped_content_ids')
    expect(whole.meta).not.toHaveProperty('content_fidelity')
  })

  it('partial: some content omitted but structure preserved', () => {
    const [first] = partial.data.findings
    expect(first).toEqual(whole.data.findings[0])
    expect({ ...partial.data, findings: [] }).toEqual({ ...whole.data, findings: [] })
  })

  it('partial: what is omitted is never surer than what is left', async () => {
    const left = partial.data.findings.map((one: { confidence: Confidence }) => one.confidence)
    const dropped = whole.data.findings.filter(
      ({ id }: { id: string }) => !idsOf(partial).includes(id),
    )
    const surest = Math.max(
      ...dropped.map((one: { confidence: Confidence }) => rankOf(one.confidence)),
    )
    expect(left.map(rankOf).every((rank: number) => rank >= surest)).toBe(true)
  })

  it('summary: condensed representation of full content', async () => {
    const { data, meta } = await served.call(
      'research_list',
      { research_id: 'research-001' },
      tighter,
    )
    expect(meta.content_fidelity).toBe('summary')
    expect(data.findings).toHaveLength(5)
    expect(data.findings[0]).toEqual({
      id: 'finding-002',
      confidence: 'confirmed',
      statement: expect.stringMatching(/^Reef 1 suffered .{130,}…$/),
    })
  })

  it('reference_only: only identifiers, no content bodies', async () => {
    const { data, meta } = await served.call(
      'research_list',
      { research_id: 'research-001' },
      tightest,
    )
    expect(meta.content_fidelity).toBe('reference_only')
    expect(data).toEqual({
      research_id: 'research-001',
      question: 'Why do corals bleach?',
      findings: [
        { id: 'finding-002', confidence: 'confirmed' },
        { id: 'finding-004', confidence: 'high' },
      ],
      total_findings: 5,
    })
    expect(meta.dropped_content_ids).toEqual(['finding-005', 'finding-001', 'finding-003'])
  })

  it('full in process: whoever calls the server itself gets all of it', async () => {
    const caller = { id: 'ada', scopes: ['foundry:read'] }
    const args = { research_id: 'research-001' }
    const outcome = await served.server.call('research_list', args, { caller, budget: tight })
    expect(outcome).toMatchObject({ ok: true, data: whole.data })
    expect(outcome.notes.fidelity).toBeUndefined()
  })
})

describe('Content Fidelity Example', () => {
  it('is what a response with dropped findings is', () => {
    expect(partial).toMatchObject({
      success: true,
      data: {
        research_id: 'research-001',
        findings: [{ id: 'finding-002' }, { id: 'finding-004' }],
        total_findings: 5,
      },
      error: null,
      meta: {
        version: 'response-v2',
        content_fidelity_schema_version: '1.0',
        content_fidelity: 'partial',
        dropped_content_ids: { length: 3 },
        warnings: ['3 of 5 items left out to fit 1,600 tokens.'],
      },
    })
  })

  it('has a warning with its details', () => {
    expect(partial.meta.warning_details).toEqual([
      {
        code: 'CONTENT_TRUNCATED',
        severity: 'info',
        message: '3 of 5 items left out to fit 1,600 tokens.',
        context: {
          dropped_count: 3,
          total_count: 5,
          reason: 'token_limit_exceeded',
          budget: 1_600,
        },
      },
    ])
  })
})

describe('Content Retrieval Pattern', () => {
  it('1. dropped_content_ids has the ids of what is missing, and of nothing else', () => {
    const all = [...idsOf(partial), ...(partial.meta.dropped_content_ids ?? [])]
    expect(all).toEqual(idsOf(whole))
  })

  it('2. content_archive_hashes lead to archives that are there', async () => {
    const { answer: hash } = partial.meta.content_archive_hashes ?? {}
    expect(JSON.parse(await retrieve({ hash }))).toEqual(whole.data)
  })

  it('3. retrieve_content gives back dropped findings by hash and ids', async () => {
    const { items: hash } = partial.meta.content_archive_hashes ?? {}
    const ids = partial.meta.dropped_content_ids ?? []
    const items = JSON.parse(await retrieve({ hash, ids })) as readonly { readonly item: unknown }[]
    expect(items.map(({ item }) => item)).toEqual(whole.data.findings.slice(2))
  })

  it('3. retrieve_content gives them to nobody else', async () => {
    const { answer: hash } = partial.meta.content_archive_hashes ?? {}
    const caller = { id: 'bob', scopes: ['foundry:read'] }
    const outcome = await served.server.callByName('retrieve_content', { hash }, { caller })
    expect(outcome).toMatchObject({ ok: false, problems: [{ code: 'NOT_FOUND' }] })
  })
})

describe('sources', () => {
  it('are in an answer with all of their content, or without it', async () => {
    const research_id = 'research-001'
    const args = { research_id, show: 'sources' }
    const { data } = await served.call('research_list', args)
    expect(data.sources[0].content).toContain('Reef 8 lost corals')
    const { data: long } = await served.call('research_start', { question: 'Long?' })
    const value = 'Reefs lose corals in warm water. '.repeat(290)
    const sources = [{ kind: 'text', value }]
    await served.call('research_add_sources', { research_id: long.research_id, sources })
    const shown = { research_id: long.research_id, show: 'sources' }
    const short = await served.call('research_list', shown, tight)
    expect(short.meta.content_fidelity).toBe('summary')
    expect(short.data.sources[0]).not.toHaveProperty('content')
    const { answer: hash } = short.meta.content_archive_hashes ?? {}
    expect(JSON.parse(await retrieve({ hash })).sources[0].content).toBe(value.trim())
  })
})
