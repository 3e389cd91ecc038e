import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { defineTool } from '../../../define/tool.ts'
import { toListCost } from '../../../faces/mcp/to-list-cost.ts'
import { isRecord } from '../../../json/json.ts'
import { ok } from '../../../outcome/outcome.ts'
import { defineServer } from '../../../server.ts'
import { describeCost } from './describe-cost.ts'

const tool = (name: string, description: string) =>
  defineTool({
    name,
    summary: 'Do it.',
    description,
    input: z.object({ id: z.string() }),
    output: z.object({ done: z.boolean() }),
    effect: 'read',
    run: () => ok({ done: true }),
  })
const server = defineServer({
  name: 'fixture',
  version: '1.0.0',
  instructions: 'Begin with short.',
  tools: [
    tool('short', 'Now.'),
    tool('a_long_name', 'Later, and only if it is needed. '.repeat(9)),
  ],
  toolSets: { core: ['short'] },
})

describe('the cost of a server', () => {
  it('is a line for each tool, their sum, and a line for each set, aligned', () => {
    const text = describeCost(server, false)
    const [tools = '', sets = ''] = text.split('\n\n')
    const rows = tools.split('\n').map((line) => line.split(/ +/))
    expect(rows.map(([name]) => name)).toEqual(['tool', 'short', 'a_long_name', 'sum'])
    expect(new Set(tools.split('\n').map((line) => line.length)).size).toBe(1)
    for (const column of [1, 2, 3, 4, 5]) {
      const numbers = rows.slice(1).map((row) => Number(row[column]))
      expect(numbers[2]).toBe((numbers[0] ?? 0) + (numbers[1] ?? 0))
    }
    expect(sets.split('\n').map((line) => line.split(/ +/).slice(0, 2))).toEqual([
      ['set', 'tools'],
      ['all', '2'],
      ['core', '1'],
    ])
    expect(text).toContain('never fewer than the tokenizer o200k counts')
  })

  it('says what gates cost if the list is too long, and nothing of them if not', () => {
    const many = Array.from({ length: 200 }, (_, n) => tool(`tool_${n}`, 'So it is. '.repeat(40)))
    const large = defineServer({ name: 'large', version: '1.0.0', tools: many })
    expect(describeCost(server, false)).not.toContain('gates')
    expect(describeCost(large, false)).toMatch(/four gates to these tools: \d+ offered, \d+ listed/)
    expect(JSON.parse(describeCost(large, true))).toMatchObject({
      gates: { offered: expect.any(Number), listed: expect.any(Number) },
    })
  })

  it('is the same as JSON', () => {
    const cost: unknown = JSON.parse(describeCost(server, true))
    const { tools, offered, listed, instructions } = toListCost(server)
    expect(cost).toMatchObject({ tools, offered, listed, instructions })
    expect(isRecord(cost) && cost.sets).toMatchObject({
      all: { tools: 2, offered, listed },
      core: { tools: 1, offered: tools[0]?.offered },
    })
  })

  it('is not less than a tokenizer counts', () => {
    const estimated = toListCost(server)
    const exact = toListCost(server, countTokens)
    expect(estimated.offered).toBeGreaterThanOrEqual(exact.offered)
    expect(estimated.listed).toBeGreaterThanOrEqual(exact.listed)
    expect(estimated.listed).toBeGreaterThan(estimated.offered)
  })
})
