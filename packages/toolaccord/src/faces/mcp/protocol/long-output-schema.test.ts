import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { writeWhole } from '../../../contracts/contract/contract.ts'
import { type Contract, chemigram, dtpr, mcpGuide, responseV2 } from '../../../contracts/index.ts'
import { defineTool } from '../../../define/tool.ts'
import type { Job } from '../../../jobs/job.ts'
import { toPending } from '../../../jobs/to-pending.ts'
import { silentLog } from '../../../log/log.ts'
import { type Outcome, ok } from '../../../outcome/outcome.ts'
import { fromJsonSchema } from '../../../schema/from-json-schema.ts'
import type { Schema } from '../../../schema/schema.ts'
import { defineServer } from '../../../server.ts'
import { toToolDefinition } from './to-tool-definition.ts'

const contracts: Readonly<Record<string, Contract>> = { chemigram, dtpr, mcpGuide, responseV2 }

interface Tree {
  name: string
  children: Tree[]
}
const Tree: z.ZodType<Tree> = z.object({
  name: z.string(),
  get children() {
    return z.array(Tree)
  },
})

const leaf = { name: 'leaf', children: [] }
const outputs: Readonly<Record<string, readonly [Schema, unknown]>> = {
  'an object': [z.object({ developed: z.int() }), { developed: 3 }],
  'an object with a property of the handle': [
    z.object({ state: z.enum(['sharp', 'blurred']), total: z.string() }),
    { state: 'sharp', total: 'nine' },
  ],
  'an open object': [z.record(z.string(), z.number()), { a: 1 }],
  'a tree': [Tree, { name: 'root', children: [leaf] }],
  'an object whose keys have a pattern': [
    fromJsonSchema({
      type: 'object',
      propertyNames: { pattern: '^[a-c]$' },
      additionalProperties: { type: 'number' },
      maxProperties: 2,
    }),
    { a: 1 },
  ],
}

const job: Job = {
  order: {
    id: 'j1',
    server: 'lab',
    version: '1',
    tool: 'develop',
    args: {},
    owner: 'anyone',
    scopes: [],
    context: { id: 'r1' },
    maxMs: 1,
    keepMs: 1,
    isRepeatable: false,
    retries: 0,
    priority: 'normal',
  },
  state: 'running',
  attempts: 1,
  deaths: 0,
  progress: { done: 1, total: 3, message: 'First of three.' },
  createdAt: 0,
  changedAt: 0,
}

function createServer(contract: Contract, output: Schema) {
  const develop = defineTool({
    name: 'develop',
    summary: 'Develop a film.',
    output,
    effect: 'write',
    long: true,
    run: () => ok(null),
  })
  const tools = [develop]
  return defineServer({ name: 'lab', version: '1', tools, contract, log: silentLog, env: {} })
}

const cases = Object.entries(contracts).flatMap(([name, contract]) =>
  Object.entries(outputs).map(([what, [output, data]]) => ({ name, what, contract, output, data })),
)

describe('the listed schema of a long tool', () => {
  it.each(cases)('$name: holds for $what, the handle and a failure', (given) => {
    const server = createServer(given.contract, given.output)
    const outcomes = [ok(given.data), toPending(job), server.refuse('cancelled')]
    for (const tool of server.tools()) {
      const { outputSchema } = toToolDefinition(server, tool)
      const check = new AjvJsonSchemaValidator().getValidator(outputSchema as object)
      const wrong = outcomes.flatMap((outcome: Outcome) => {
        const { envelope } = writeWhole(outcome, server.contract, server.codes)
        const { valid, errorMessage } = check(JSON.parse(envelope))
        return valid ? [] : [`${tool.name}: ${envelope}: ${errorMessage}`]
      })
      expect(wrong).toEqual([])
    }
  })

  it('must be one of an object, because a handle is one', () => {
    expect(() => createServer(chemigram, z.array(z.string()))).toThrow(
      'output: a long tool may answer with a handle, so its root must be an object schema',
    )
  })

  it.each(Object.entries(contracts))('%s: the handle says how to go on', (_, contract) => {
    const server = createServer(contract, z.object({}))
    const { envelope } = writeWhole(toPending(job), server.contract, server.codes)
    expect(envelope).toContain('"job_id":"j1"')
    expect(envelope).toContain('This is not the answer yet.')
    expect(envelope).toContain('"tool":"get_result"')
  })
})
