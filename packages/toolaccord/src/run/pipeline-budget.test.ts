import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { createMemoryArchive } from '../archive/create-memory-archive.ts'
import { type Contract, type Written, writeWhole } from '../contracts/contract/contract.ts'
import { dtprContract } from '../contracts/dtpr/contract.ts'
import { mcpGuideContract } from '../contracts/mcp-guide/contract.ts'
import { responseV2Contract } from '../contracts/response-v2/contract.ts'
import { defineTool } from '../define/tool.ts'
import { createContentFidelity } from '../fidelity/create-content-fidelity.ts'
import { silentLog } from '../log/log.ts'
import { ok } from '../outcome/outcome.ts'
import { type Server, defineServer } from '../server.ts'
import { hiddenInstruction } from './write-within.ts'

const init = { name: 'a', version: '1', log: silentLog }
const sentence = 'A sentence of an answer that is too long for its budget.'

/** Lists sentences, at once or later, and notes the budget that it was told. */
function listTool(name: string, budget?: number, later = false) {
  const answer = (count: number, told: number | undefined) =>
    ok({ items: Array.from({ length: count }, () => sentence), told })
  return defineTool({
    name,
    summary: 'List sentences.',
    input: z.object({ count: z.int() }),
    output: z.object({ items: z.array(z.string()), told: z.int().optional() }),
    effect: 'read',
    fidelity: budget === undefined ? undefined : { budget },
    run: ({ count }, call) => {
      const answered = answer(count, call.budget)
      return later ? Promise.resolve(answered) : answered
    },
  })
}

const tools = [
  listTool('list'),
  listTool('list_later', undefined, true),
  listTool('list_few', 3_000),
] as const

/** A server that counts one token for each character. */
function countingServer(contract: Contract = responseV2Contract) {
  const fidelity = createContentFidelity({
    archive: createMemoryArchive(),
    budget: 4_000,
    estimate: (text) => text.length,
  })
  return defineServer({ name: 'a', version: '1', contract, tools, fidelity, log: silentLog })
}

/** Everything that a model sees of an answer. */
const textOf = (written: Written) =>
  [written.envelope, hiddenInstruction(written)].filter(Boolean).join('\n')

const write = (server: Server, name: string, count: number, budget?: number) =>
  server.answer(
    name,
    { count },
    { budget },
    {
      write: (outcome) => writeWhole(outcome, server.contract, server.codes),
      reply: (written) => written,
    },
  )

describe('the budget that a tool is told', () => {
  const toldBy = async (server: Server, name: string, budget?: number) => {
    const outcome = await server.call(name, { count: 0 }, { budget })
    return outcome.ok && outcome.data
  }

  it('is that of the caller, else that of the tool, else that of the server', async () => {
    const server = countingServer()
    expect(await toldBy(server, 'list_few', 2_000)).toEqual({ items: [], told: 2_000 })
    expect(await toldBy(server, 'list_few')).toEqual({ items: [], told: 3_000 })
    expect(await toldBy(server, 'list')).toEqual({ items: [], told: 4_000 })
  })

  it('is none if the server does not count tokens, whatever the caller asks for', async () => {
    const server = defineServer({ name: 'a', version: '1', tools: [listTool('list')] })
    expect(await toldBy(server, 'list', 2_000)).toEqual({ items: [] })
  })
})

describe('an answer within a budget', () => {
  it.each([undefined, 4_000])('is there at once if it fits a budget of %s', (budget) => {
    const server = budget === undefined ? defineServer({ ...init, tools }) : countingServer()
    const written = write(server, 'list', 2, budget)
    expect(written).toMatchObject({ outcome: { data: { items: [sentence, sentence] } } })
  })

  it.each(['list', 'list_later'])('is not changed if it fits: %s', async (name) => {
    const { outcome } = await write(countingServer(), name, 2)
    expect(outcome.data).toMatchObject({ items: [sentence, sentence] })
    expect(outcome.notes).not.toHaveProperty('fidelity')
  })

  it.each(['list', 'list_later'])('is made smaller if it does not: %s', async (name) => {
    const written = await write(countingServer(), name, 500)
    expect(written.outcome.notes).toMatchObject({ fidelity: { level: 'partial' } })
    expect(textOf(written).length).toBeLessThanOrEqual(4_000)
  })

  it('is whole, whatever its size, if the server does not count tokens', async () => {
    const { outcome } = await write(defineServer({ ...init, tools }), 'list_later', 500)
    expect(outcome.notes).not.toHaveProperty('fidelity')
  })

  it.each([
    { shape: 'response-v2', contract: responseV2Contract },
    { shape: 'dtpr', contract: dtprContract },
    { shape: 'bare dtpr', contract: dtprContract.bare },
    { shape: 'bare mcp-guide', contract: mcpGuideContract.bare },
  ])('counts how to fetch the rest, in the envelope or beside it: $shape', async ({ contract }) => {
    const server = countingServer(contract)
    for (let budget = 1_500; budget < 1_560; budget++) {
      const written = await write(server, 'list', 100, budget)
      expect(written.outcome).toMatchObject({ ok: true, notes: { fidelity: {} } })
      expect(textOf(written)).toContain('retrieve_content')
      expect(textOf(written).length).toBeLessThanOrEqual(budget)
    }
  })
})
