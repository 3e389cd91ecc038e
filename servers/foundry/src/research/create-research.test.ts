import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseDigest, verifyDigest } from '@toolaccord/digest'
import { afterEach, describe, expect, it } from 'vitest'
import { createResearch } from './create-research.ts'
import type { Confidence } from './records/research-finding.ts'
import type { ResearchOptions } from './research.ts'
import { openResearch, reefText } from './testing/open-research.ts'

const removers: (() => Promise<void>)[] = []
const open = async (options: Partial<ResearchOptions> = {}) => {
  const opened = await openResearch(options)
  removers.push(opened.remove)
  return opened
}

afterEach(async () => {
  for (const remove of removers.splice(0)) await remove()
})

const question = 'Why do corals bleach?'
const text = 'Warm water makes corals bleach. Fish leave a reef that dies.'
const citation = { source_id: 'source-001', locator: 'char:0-31', quote: text.slice(0, 31) }
const statement = 'Warmth bleaches corals.'

/** A question with one source. */
async function openWithSource(options: Partial<ResearchOptions> = {}) {
  const opened = await open(options)
  const { id } = await opened.research.start({ question })
  await opened.research.addSources(id, [{ kind: 'text', value: text }])
  return { ...opened, id }
}

describe('a question', () => {
  it('is kept in a folder of its own and listed, the newest first', async () => {
    const { research, folder, wait } = await open()
    const first = await research.start({ question: ` ${question} `, spec_id: 'reef-001' })
    wait(1)
    const second = await research.start({ question: 'Why do fish leave?' })
    expect(await research.list()).toEqual({
      questions: [
        { question: second, sources: 0, findings: 0 },
        { question: first, sources: 0, findings: 0 },
      ],
      warnings: [],
    })
    expect(JSON.parse(await readFile(join(folder, first.id, 'question.json'), 'utf8'))).toEqual({
      id: 'research-001',
      question,
      spec_id: 'reef-001',
      created_at: '2026-11-16T12:00:00.000Z',
    })
  })

  it('takes another id if one is taken', async () => {
    const { research, folder } = await open()
    await mkdir(join(folder, 'research-001'), { recursive: true })
    expect(await research.start({ question })).toMatchObject({ id: 'research-002' })
    expect(await research.list()).toMatchObject({ questions: { length: 1 } })
  })

  it.each(['', '  ', 'x'.repeat(2_001)])('is refused if it is empty or too long', async (given) => {
    const { research } = await open()
    await expect(research.start({ question: given })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      options: { path: 'question' },
    })
  })

  it.each(['research-999', '../research-001', 'research-001/../x', 'research-', '.tmp', ''])(
    'that is not there is not found: %j',
    async (id) => {
      const { research } = await open()
      await research.start({ question })
      for (const ask of [research.get(id), research.report(id), research.addSources(id, [])])
        await expect(ask).rejects.toMatchObject({ code: 'RESEARCH_NOT_FOUND' })
    },
  )
})

describe('a source', () => {
  it('is kept as text if it is short', async () => {
    const { research, id, folder } = await openWithSource()
    const { sources } = await research.get(id)
    expect(sources).toEqual([
      {
        id: 'source-001',
        kind: 'text',
        origin: 'text',
        title: text,
        document_type: 'text/plain',
        content_type: 'text/plain',
        text_hash: expect.stringMatching(/^sha256:/),
        chars: 60,
        fetched_at: '2026-11-16T12:00:00.000Z',
      },
    ])
    const [source] = sources
    expect(source && (await research.contentOf(id, source))).toBe(text)
    const name = `${source?.text_hash.slice('sha256:'.length)}.txt`
    expect(await readdir(join(folder, id, 'texts'))).toEqual([name])
    expect(await readFile(join(folder, id, 'texts', name), 'utf8')).toBe(text)
  })

  it('is condensed for the question if it is long, and the digest holds', async () => {
    const { research } = await open()
    const { id } = await research.start({ question })
    const long = reefText(300)
    const { warnings } = await research.addSources(id, [{ kind: 'text', value: long, title: 'R' }])
    expect(warnings).toEqual([])
    const [source] = (await research.get(id)).sources
    expect(source).toMatchObject({ content_type: 'digest/v1', title: 'R' })
    const read = parseDigest(source?.content ?? '')
    expect(read.ok && (await verifyDigest(read.payload, long)).ok).toBe(true)
  })

  it('that is a digest already is not condensed again', async () => {
    const { research } = await open()
    const { id } = await research.start({ question })
    await research.addSources(id, [{ kind: 'text', value: reefText(300) }])
    const value = (await research.get(id)).sources[0]?.content ?? ''
    const { results } = await research.addSources(id, [{ kind: 'text', value }])
    expect(results).toMatchObject([{ source: { content_type: 'digest/v1', content: value } }])
  })

  it('is summarised by the summariser; without it the summary is taken from the text', async () => {
    const long = [{ kind: 'text', value: reefText(300) }] as const
    const able = await open({ summarize: async () => 'It is the warmth.' })
    const { id } = await able.research.start({ question })
    const added = await able.research.addSources(id, long)
    expect(added.warnings).toEqual([])
    expect((await able.research.get(id)).sources[0]?.content).toContain('It is the warmth.')

    const failing = await open({ summarize: () => Promise.reject(new Error('down')) })
    const other = await failing.research.start({ question })
    expect(await failing.research.addSources(other.id, long)).toMatchObject({
      results: [{ ok: true, fallback: 'failed', source: { content_type: 'digest/v1' } }],
      warnings: [
        {
          code: 'FALLBACK_USED',
          severity: 'info',
          context: { sources: ['source-001'], reasons: ['failed'] },
        },
      ],
    })
  })

  it('that fails does not stop the others, and is named', async () => {
    const { research, repository } = await open()
    await writeFile(join(repository, 'plan.md'), 'A plan.')
    await writeFile(join(repository, 'fake.txt'), '%PDF-1.4')
    const { id } = await research.start({ question })
    const steps: unknown[] = []
    const { results, warnings } = await research.addSources(
      id,
      [
        { kind: 'file', value: 'fake.txt' },
        { kind: 'file', value: 'plan.md' },
        { kind: 'url', value: 'http://ada:secret@localhost/a' },
        { kind: 'pdf', value: Buffer.from('no').toString('base64') },
        { kind: 'html', value: '<p>Part.</p>' },
      ],
      { onProgress: (...step) => steps.push(step) },
    )
    expect(results).toMatchObject([
      { ok: false, index: 0, origin: 'fake.txt', code: 'UNREADABLE_SOURCE' },
      { ok: true, origin: 'plan.md', source: { id: 'source-001', kind: 'file' } },
      { ok: false, origin: 'http://localhost/a', code: 'BLOCKED_HOST' },
      { ok: false, index: 3, origin: 'sources[3]', code: 'UNREADABLE_SOURCE' },
      { ok: true, source: { id: 'source-002', document_type: 'text/html', title: 'Part.' } },
    ])
    expect(warnings).toEqual([
      {
        code: 'PARTIAL_FAILURE',
        severity: 'warning',
        message: '3 sources could not be added.',
        context: {
          failed_sources: ['fake.txt', 'http://localhost/a', 'sources[3]'],
          successful_sources: 2,
          total_sources: 5,
        },
      },
    ])
    expect(steps).toHaveLength(5)
    expect(steps[1]).toEqual([2, 5, 'plan.md'])
  })

  it('that is added again is only newer; with another text it is another source', async () => {
    const { research, repository, wait } = await open()
    const { id } = await research.start({ question })
    const plan = [{ kind: 'file', value: 'plan.md' }] as const
    await writeFile(join(repository, 'plan.md'), 'A plan.')
    await research.addSources(id, plan)
    wait(1)
    expect(await research.addSources(id, plan)).toMatchObject({
      results: [
        { isKnown: true, source: { id: 'source-001', fetched_at: '2026-11-17T12:00:00.000Z' } },
      ],
    })
    await writeFile(join(repository, 'plan.md'), 'A better plan.')
    expect(await research.addSources(id, plan)).toMatchObject({
      results: [{ isKnown: false, source: { id: 'source-002' } }],
    })
  })

  it('that was read long ago is told, unless it cannot be read anew', async () => {
    const { research, repository, id, wait } = await openWithSource()
    await writeFile(join(repository, 'plan.md'), 'A plan.')
    await research.addSources(id, [{ kind: 'file', value: 'plan.md' }])
    wait(30)
    expect((await research.get(id)).warnings).toEqual([])
    wait(2)
    expect((await research.get(id)).warnings).toMatchObject([
      {
        code: 'STALE_CACHE',
        message: expect.stringContaining('32 days'),
        context: {
          cache_age_seconds: 32 * 86_400,
          max_freshness_seconds: 30 * 86_400,
          sources: ['source-002'],
        },
      },
    ])
  })

  it('is one of at most 200', async () => {
    const { research, id, folder } = await openWithSource()
    await writeFile(join(folder, id, 'sources', 'source-200.json'), '{}')
    const { results } = await research.addSources(id, [{ kind: 'text', value: 'More.' }])
    expect(results).toMatchObject([{ ok: false, code: 'VALIDATION_ERROR' }])
  })

  it('is not waited for by a caller who is gone', async () => {
    const { research, id } = await openWithSource()
    const signal = AbortSignal.abort(new Error('gone'))
    const adding = research.addSources(id, [{ kind: 'text', value: 'More.' }], { signal })
    await expect(adding).rejects.toThrow('gone')
  })
})

describe('a finding', () => {
  const finding = { statement, confidence: 'high', citations: [citation] } as const

  it('is kept with its citations', async () => {
    const { research, id } = await openWithSource()
    expect(await research.addFinding(id, finding)).toMatchObject({ id: 'finding-001', statement })
    const { findings } = await research.findings(id)
    expect(findings).toMatchObject([{ citations: [{ ...citation, verified: true }] }])
  })

  it('gets the locator of a quote that is there once', async () => {
    const { research, id } = await openWithSource()
    const citations = [{ source_id: 'source-001', quote: 'Fish leave' }]
    const added = await research.addFinding(id, { ...finding, citations })
    expect(added.citations).toEqual([{ ...citations[0], locator: 'char:32-42' }])
  })

  it('is refused if it cites what a source does not say there', async () => {
    const { research, id } = await openWithSource()
    const citations = [citation, { ...citation, locator: 'char:32-42' }]
    await expect(research.addFinding(id, { ...finding, citations })).rejects.toMatchObject({
      code: 'CITATION_NOT_VERIFIED',
      message: 'source-001 does not say that at char:32-42. It says there: "Fish leave"',
      options: {
        path: 'citations[1]',
        hint: 'The quote is at char:0-31. Cite one of these.',
        details: { there: 'Fish leave', found_at: ['char:0-31'] },
      },
    })
    expect((await research.findings(id)).findings).toEqual([])
  })

  it('is refused if its source is unknown or its text was changed', async () => {
    const { research, id, folder } = await openWithSource()
    const unknown = { ...finding, citations: [{ ...citation, source_id: '../source-001' }] }
    await expect(research.addFinding(id, unknown)).rejects.toMatchObject({
      code: 'RESEARCH_NOT_FOUND',
      options: { path: 'citations[0].source_id' },
    })
    await research.addFinding(id, finding)
    const [name = ''] = await readdir(join(folder, id, 'texts'))
    await writeFile(join(folder, id, 'texts', name), 'Cold water makes corals bleach.')
    await expect(research.addFinding(id, finding)).rejects.toMatchObject({
      code: 'CITATION_NOT_VERIFIED',
      message: 'The text of source-001 is lost or was changed.',
    })
    expect(await research.report(id)).toMatchObject({ unverified: 1 })
    await research.addSources(id, [{ kind: 'text', value: text }])
    expect(await research.report(id)).toMatchObject({ unverified: 0 })
  })

  it('that is sure needs a citation', async () => {
    const { research, id } = await openWithSource()
    const bare = { statement, citations: [] }
    await research.addFinding(id, { ...bare, confidence: 'low' })
    for (const confidence of ['medium', 'high', 'confirmed'] as const)
      await expect(research.addFinding(id, { ...bare, confidence })).rejects.toMatchObject({
        code: 'VALIDATION_ERROR',
        options: { path: 'citations' },
      })
  })

  it('comes before those that are less sure, and before younger ones', async () => {
    const { research, id, wait } = await openWithSource()
    const given: Confidence[] = ['low', 'high', 'speculation', 'confirmed', 'high', 'medium']
    for (const confidence of given) {
      await research.addFinding(id, { ...finding, confidence })
      wait(1)
    }
    const { findings } = await research.findings(id)
    expect(findings.map(({ confidence }) => confidence)).toEqual(
      'confirmed high high medium low speculation'.split(' '),
    )
    expect(findings.slice(1, 3).map((one) => one.id)).toEqual(['finding-002', 'finding-005'])
  })

  it('is never lost if several writers add at the same time', async () => {
    const { research, id, folder } = await openWithSource()
    const other = createResearch({ folder, now: () => new Date(), newId: () => 'other' })
    const adding = Array.from({ length: 40 }, (_, n) =>
      (n % 2 === 0 ? research : other).addFinding(id, { ...finding, statement: `Finding ${n}.` }),
    )
    const ids = (await Promise.all(adding)).map((one) => one.id)
    expect(new Set(ids).size).toBe(40)
    const { findings } = await research.findings(id)
    expect(new Set(findings.map((one) => one.statement)).size).toBe(40)
    expect(await readdir(join(folder, '.tmp'))).toEqual([])
  })
})

describe('files that were edited by hand', () => {
  it('are named, and nothing else is lost', async () => {
    const { research, id, folder } = await openWithSource()
    const finding = { statement, confidence: 'high', citations: [citation] } as const
    for (let n = 0; n < 4; n++) await research.addFinding(id, finding)
    const path = (name: string) => join(folder, id, 'findings', name)
    await writeFile(path('finding-001.json'), '<<<<<<< ours\n{}\n=======\n{}\n>>>>>>> theirs\n')
    await writeFile(path('finding-002.json'), '{"id": "finding-002"}')
    await writeFile(path('finding-003.json'), await readFile(path('finding-004.json'), 'utf8'))
    const { findings, warnings } = await research.findings(id)
    expect(findings.map((one) => one.id)).toEqual(['finding-004'])
    expect(warnings).toMatchObject([
      {
        code: 'PARTIAL_FAILURE',
        context: {
          failed_files: [
            { file: 'finding-001.json', message: 'has merge markers in it' },
            { file: 'finding-002.json', message: expect.stringContaining('statement') },
            { file: 'finding-003.json', message: 'has the id of another file' },
          ],
        },
      },
    ])
    expect(await research.addFinding(id, finding)).toMatchObject({ id: 'finding-005' })
  })

  it('keep a question from being read, but not the others', async () => {
    const { research, folder } = await open()
    const { id } = await research.start({ question })
    await research.start({ question: 'Another?' })
    await writeFile(join(folder, id, 'question.json'), '{')
    await expect(research.get(id)).rejects.toMatchObject({ code: 'STORAGE_FAILED' })
    expect(await research.list()).toMatchObject({
      questions: [{ question: { question: 'Another?' } }],
      warnings: [{ code: 'PARTIAL_FAILURE' }],
    })
  })
})

describe('a folder that cannot be written', () => {
  it('is told if a file is in its place', async () => {
    const { research, folder } = await open()
    const { id } = await research.start({ question })
    await writeFile(join(folder, id, 'findings'), 'a file')
    const finding = { statement, confidence: 'low', citations: [] } as const
    await expect(research.addFinding(id, finding)).rejects.toMatchObject({ code: 'STORAGE_FAILED' })
  })

  it('is told without its path', async () => {
    const { research, folder } = await open()
    await mkdir(join(folder, '..'), { recursive: true })
    await writeFile(folder, 'a file')
    await expect(research.start({ question })).rejects.toMatchObject({
      code: 'STORAGE_FAILED',
      message: 'A file of the research could not be read or written.',
      options: { details: { reason: 'EEXIST' } },
    })
  })
})
