import { defineServer, defineTool, ok } from 'toolaccord'
import { createMemoryArchive } from 'toolaccord/archive'
import { type Contract, chemigram, dtpr, mcpGuide, responseV2 } from 'toolaccord/contracts'
import { createFidelity } from 'toolaccord/fidelity'
import { createFaceClient } from 'toolaccord/testing'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'

const document = {
  title: 'How it is done',
  steps: Array.from({ length: 300 }, (_, n) => `Step ${n} is to be taken after step ${n - 1}.`),
}
const readManual = defineTool({
  name: 'read_manual',
  summary: 'Read the manual.',
  effect: 'read',
  output: z.object({ pages: z.int(), manual: z.looseObject({}).optional() }),
  fidelity: { whole: ['manual'] },
  run: () => ok({ pages: 12, manual: document }),
})
const exportManual = defineTool({
  name: 'export_manual',
  summary: 'Get the manual to store it.',
  effect: 'read',
  output: z.looseObject({ title: z.string() }),
  fidelity: { whole: [''] },
  run: () => ok(document),
})
const serve = (contract: Contract) =>
  defineServer({
    name: 'manuals',
    version: '1.0.0',
    contract,
    tools: [readManual, exportManual],
    fidelity: createFidelity({ archive: createMemoryArchive() }),
  })

describe.each([chemigram, responseV2, mcpGuide, dtpr])('in the $name contract', (contract) => {
  it('a whole part is left out, named, and fetched by its path', async () => {
    const { call, callByName } = createFaceClient(serve(contract), 'mcp')
    const { outcome, raw } = await call('read_manual', {}, { budget: 1_000 })
    expect(outcome.data).toEqual({ pages: 12 })
    const { droppedIds, archiveHashes } = outcome.notes.fidelity ?? {}
    expect(droppedIds).toEqual(['manual'])
    expect(outcome.notes.warnings?.[0]?.message).toBe(
      '1 part left out as a whole to fit 1,000 tokens.',
    )
    expect(raw).toContain('with ids from dropped_content_ids, for just these')
    const fetched = await callByName('retrieve_content', {
      hash: archiveHashes?.items,
      ids: ['manual'],
    })
    const { content } = fetched.outcome.data as { readonly content: string }
    expect(JSON.parse(content)).toEqual([{ id: 'manual', item: document }])
  })

  it('a whole part is there if it fits', async () => {
    const { outcome } = await createFaceClient(serve(contract), 'mcp').call('read_manual')
    expect(outcome).toMatchObject({ ok: true, data: { pages: 12, manual: document } })
  })

  it('an answer that is whole is refused with the hash to fetch it', async () => {
    const { call, callByName } = createFaceClient(serve(contract), 'mcp')
    const { outcome } = await call('export_manual', {}, { budget: 1_000 })
    expect(outcome.ok).toBe(false)
    const [problem] = outcome.ok ? [] : outcome.problems
    const { hash } = (problem?.next?.[0] ?? outcome.notes.next?.[0])?.args ?? {}
    const fetched = await callByName('retrieve_content', { hash })
    const { content } = fetched.outcome.data as { readonly content: string }
    expect(JSON.parse(content)).toEqual(document)
  })
})
