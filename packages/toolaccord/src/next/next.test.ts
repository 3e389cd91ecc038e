import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { DefinitionError } from '../compile/definition-error.ts'
import { defineTool } from '../define/tool.ts'
import { createFlags } from '../flags/create-flags.ts'
import { defineFlags } from '../flags/define-flags.ts'
import { silentLog } from '../log/log.ts'
import { failure } from '../outcome/failure.ts'
import { type NextStep, ok } from '../outcome/outcome.ts'
import type { Schema } from '../schema/schema.ts'
import { defineServer } from '../server.ts'

const output = z.object({})
const shared = { summary: 'Do it.', output, effect: 'read', run: () => ok({}) } as const

const listNotes = defineTool({
  ...shared,
  name: 'list_notes',
  input: z
    .object({
      tag: z.string(),
      limit: z.int().max(50).optional(),
      sort: z.object({ by: z.enum(['age', 'title']), down: z.boolean().optional() }).optional(),
      cursor: z.string().optional(),
    })
    .refine(({ tag, cursor }) => tag !== '' || cursor !== undefined, 'Give a tag or a cursor.'),
  formerly: [{ name: 'all_notes' }],
})
const deleteNote = defineTool({
  ...shared,
  name: 'delete_note',
  input: z.object({ id: z.string() }),
  effect: 'destroy',
})

/** A schema whose answer is not there at once, or not at all. */
const withValidate = (validate: () => never): Schema => ({
  '~standard': {
    version: 1,
    vendor: 'test',
    validate,
    jsonSchema: {
      input: () => ({ type: 'object', properties: { id: {} } }),
      output: () => ({ type: 'object', properties: { id: {} } }),
    },
  },
})
const slow = defineTool({
  ...shared,
  name: 'slow',
  input: withValidate(() => Promise.reject(new Error('late')) as never),
})
const throwing = defineTool({
  ...shared,
  name: 'throwing',
  input: withValidate(() => {
    throw new Error('not this')
  }),
})
const gated = defineTool({ ...shared, name: 'gated', flag: 'new_notes' })

const flags = createFlags(
  defineFlags({
    new_notes: { summary: 'New.', state: 'beta', owner: 'ada', default: false, allow: ['ada'] },
  }),
)
const tools = [listNotes, deleteNote, slow, throwing, gated]

/** What authors who write JavaScript could put in the place of steps. */
const asSteps = (value: unknown) => value as readonly NextStep[]

function faultsOf(next: unknown): readonly string[] {
  const codes = { gone: { kind: 'not_found', next: asSteps(next) } } as const
  try {
    defineServer({ name: 'notes', version: '1.0.0', flags, codes, tools: tools.slice(0, 2) })
    return []
  } catch (error) {
    if (!(error instanceof DefinitionError)) throw error
    return error.faults.filter((fault) => fault.startsWith("code 'gone' next"))
  }
}

const wrongSteps: readonly (readonly [unknown, string])[] = [
  [{ tool: 'list_note' }, "there is no tool 'list_note'; did you mean 'list_notes'?"],
  [{ tool: 'all_notes' }, "there is no tool 'all_notes'"],
  [{ tool: 'xyzzyplugh' }, "there is no tool 'xyzzyplugh'"],
  [
    { tool: 'list_notes', args: { limt: 5 } },
    "list_notes: Unknown argument 'limt'. Did you mean 'limit'? Accepted: tag, limit, sort, cursor.",
  ],
  [{ tool: 'list_notes', args: { limit: '5' } }, "list_notes: 'limit' must be "],
  [
    { tool: 'list_notes', args: { sort: { down: true } } },
    "list_notes: Missing required argument 'sort.by'. Accepted: 'age' or 'title'.",
  ],
  [
    { tool: 'delete_note', args: { id: 'n1', explicit_action: 'DELETE_NOTE' } },
    "delete_note must not get 'explicit_action' from a step: only the user consents",
  ],
  [{ tool: 'list_notes', args: [] }, 'args of list_notes must be a JSON object'],
  [{ tool: 'list_notes', why: 7 }, 'why of list_notes must be a string'],
  [{ args: {} }, 'a step needs the name of a tool as tool'],
  ['list_notes', 'a step needs the name of a tool as tool'],
]

describe('the next steps of a code', () => {
  it.each([
    { tool: 'list_notes' },
    { tool: 'list_notes', args: {} },
    { tool: 'list_notes', args: { limit: 5 }, why: 'to see some' },
    { tool: 'list_notes', args: { tag: '' } },
    { tool: 'list_notes', args: { sort: { by: 'age' } } },
    { tool: 'delete_note', args: { id: 'n1' } },
  ])('may be %j', (step) => {
    expect(faultsOf([step])).toEqual([])
  })

  it.each(wrongSteps)('cannot be %j', (step, fault) => {
    expect(faultsOf([{ tool: 'list_notes' }, step])).toEqual([
      expect.stringContaining(`code 'gone' next[1]: ${fault}`),
    ])
  })

  it('are an array', () => {
    expect(faultsOf({ tool: 'list_notes' })).toEqual([
      "code 'gone' next: must be an array of steps",
    ])
  })
})

/** Calls a tool that suggests steps; returns what is left of them, and the log. */
async function suggest(steps: unknown, caller?: string, isSuggested = false) {
  const warnings: unknown[] = []
  const suggesting = defineTool({
    ...shared,
    name: 'suggesting',
    run(_, call) {
      if (isSuggested) call.suggest({ tool: 'slow' })
      return ok({}, { next: asSteps(steps) })
    },
  })
  const server = defineServer({
    name: 'notes',
    version: '1.0.0',
    flags,
    log: { ...silentLog, warn: (message, fields) => warnings.push({ message, ...fields }) },
    tools: [...tools, suggesting],
  })
  const options = {
    id: 'r1',
    caller: caller === undefined ? undefined : { id: caller, scopes: [] },
  }
  const outcome = await server.call('suggesting', {}, options)
  expect(outcome).toMatchObject({ ok: true, data: {}, notes: { requestId: 'r1' } })
  return { left: outcome.notes.next, warnings }
}

const message = 'tool suggesting suggests a next step that is left out'

describe('the next steps of an answer', () => {
  it.each(wrongSteps)('are left out and logged if they are %j', async (step, fault) => {
    expect(await suggest([step, { tool: 'list_notes' }])).toEqual({
      left: [{ tool: 'list_notes' }],
      warnings: [{ message, id: 'r1', faults: [expect.stringContaining(fault)] }],
    })
  })

  it('are gone if none is left, and if they are not an array', async () => {
    expect((await suggest([{ tool: 'none' }])).left).toBeUndefined()
    expect((await suggest({ tool: 'list_notes' })).left).toBeUndefined()
    expect((await suggest('list_notes')).left).toBeUndefined()
  })

  it.each(['list_notes', { tool: 'none' }, 7])(
    'keep those that the call suggests beside %j',
    async (steps) => {
      expect((await suggest(steps, undefined, true)).left).toEqual([{ tool: 'slow' }])
    },
  )

  it('say nothing of how a face shows them', async () => {
    const step = { tool: 'list_notes', command: 'rm -rf /', href: '//evil.example', method: 'GET' }
    expect(await suggest([step])).toEqual({ left: [{ tool: 'list_notes' }], warnings: [] })
  })

  it('are not judged by a schema that takes its time, and refused by one that throws', async () => {
    const { left, warnings } = await suggest([
      { tool: 'slow', args: { id: 1 } },
      { tool: 'throwing', args: { id: 1 } },
    ])
    expect(left).toEqual([{ tool: 'slow', args: { id: 1 } }])
    expect(warnings).toEqual([{ message, id: 'r1', thrown: new Error('not this') }])
  })

  it('are left out silently if a flag keeps the caller from the tool', async () => {
    expect(await suggest([{ tool: 'gated' }], 'bob')).toEqual({ left: undefined, warnings: [] })
    expect((await suggest([{ tool: 'gated' }], 'ada')).left).toEqual([{ tool: 'gated' }])
  })

  it('are checked if a policy gives them', async () => {
    const server = defineServer({
      name: 'notes',
      version: '1.0.0',
      log: silentLog,
      codes: { gone: { kind: 'not_found', next: [{ tool: 'list_notes' }] } },
      policies: [
        {
          name: 'closed',
          around: ({ tool }) =>
            tool.name === 'list_notes'
              ? failure('gone')
              : failure('gone', { next: [{ tool: 'no' }] }),
        },
      ],
      tools: [listNotes, deleteNote],
    })
    expect(await server.call('list_notes', { tag: 'a' })).toMatchObject({
      problems: [{ next: [{ tool: 'list_notes' }] }],
    })
    const refused = await server.call('delete_note', { id: 'n1' })
    expect(refused.ok || refused.problems[0]).not.toHaveProperty('next')
  })
})
