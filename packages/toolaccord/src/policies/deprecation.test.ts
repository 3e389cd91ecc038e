import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { type AnyTool, defineTool } from '../define/tool.ts'
import { silentLog } from '../log/log.ts'
import { ok } from '../outcome/outcome.ts'
import { defineServer } from '../server.ts'
import { createDeprecation, describeDeprecation } from './deprecation.ts'

const getNote = defineTool({
  name: 'get_note',
  summary: 'Read a note.',
  input: z.strictObject({
    id: z.string().optional().describe('The note'),
    key: z.string().optional(),
    form: z.enum(['short', 'brief']).optional(),
  }),
  output: z.object({}),
  effect: 'read',
  codes: ['gone', 'lost'],
  formerly: [{ name: 'read_note', since: '1.1', removeIn: '2.0' }],
  deprecatedArguments: { key: { since: '1.2', use: 'id' } },
  deprecatedValues: { form: { brief: { use: 'short', removeIn: '3.0' } } },
  run({ id }, call) {
    if (id === 'gone' || id === 'lost') return call.fail(id)
    return ok({})
  },
})
const findNote = defineTool({
  name: 'find_note',
  summary: 'Find a note.',
  output: z.object({}),
  effect: 'read',
  deprecated: { since: '1.0', use: 'get_note', removeIn: '2.0' },
  run: () => ok({}),
})

const codes = {
  gone: { kind: 'not_found' },
  lost: { kind: 'not_found', deprecated: { use: 'gone' } },
} as const
const server = defineServer({
  name: 'notes',
  version: '1',
  codes,
  tools: [getNote, findNote],
  log: silentLog,
  prefix: 'my',
  env: {},
})
const warningsOf = async (name: string, args: unknown = {}, face: 'direct' | 'mcp' = 'direct') => {
  const { notes } = await server.callByName(name, args, { face })
  return (notes.warnings ?? []).map(
    ({ code, severity, message }) => `${code} ${severity}: ${message}`,
  )
}

describe('deprecation', () => {
  it('says nothing about what stays', async () => {
    expect(await warningsOf('get_note', { id: 'n1', form: 'short' })).toEqual([])
    expect((await server.call('get_note', { id: 'n1' })).notes).not.toHaveProperty('deprecation')
    const gone = await server.call('get_note', { id: 'gone' })
    expect(gone).toMatchObject({ problems: [{ code: 'gone' }] })
    expect(gone.notes).not.toHaveProperty('warnings')
  })

  it('says nothing about an argument that is null, because it is not used', async () => {
    expect(await warningsOf('get_note', { id: 'n1', key: null })).toEqual([])
  })

  it.each([['constructor'], [['brief']], [{ brief: 1 }]])(
    'takes only a string for a deprecated value, and only one that is listed: %j',
    async (form) => {
      expect(await warningsOf('get_note', { form })).toEqual([])
    },
  )

  it('warns of a tool that will go, and says what to use', async () => {
    expect(await warningsOf('find_note')).toEqual([
      "DEPRECATED warning: The tool 'find_note' is deprecated since 1.0 and goes in 2.0; " +
        'use get_note.',
    ])
    expect(await server.call('find_note')).toMatchObject({
      ok: true,
      notes: { deprecation: { since: '1.0', use: 'get_note', removeIn: '2.0' } },
    })
  })

  it('answers to a former name, with a warning, with a prefix too', async () => {
    const warning =
      "DEPRECATED warning: The name 'read_note' is deprecated since 1.1 and goes in 2.0; use get_note."
    expect(await warningsOf('read_note')).toEqual([warning])
    expect(await warningsOf('my_read_note', {}, 'mcp')).toEqual([warning])
    expect(await server.callByName('read_note', {})).toMatchObject({
      ok: true,
      notes: { deprecation: { use: 'get_note' } },
    })
  })

  it('warns of arguments, values and codes', async () => {
    expect(await warningsOf('get_note', { key: 'k', form: 'brief' })).toEqual([
      "DEPRECATED warning: The argument 'key' is deprecated since 1.2; use id.",
      "DEPRECATED warning: The value 'brief' of 'form' is deprecated and goes in 3.0; use short.",
    ])
    expect(await warningsOf('get_note', { id: 'lost' })).toEqual([
      "DEPRECATED warning: The code 'lost' is deprecated; use gone.",
    ])
  })

  it('gives programs the facts of a warning', async () => {
    const { notes } = await server.call('get_note', { key: 'k' })
    expect(notes.warnings).toMatchObject([{ context: { since: '1.2', use: 'id' } }])
    const brief = await server.call('get_note', { form: 'brief' })
    expect(brief.notes.warnings).toMatchObject([{ context: { use: 'short', remove_in: '3.0' } }])
    expect(brief.notes.warnings?.[0]?.context).not.toHaveProperty('removeIn')
  })

  it.each<[string, Partial<AnyTool>]>([
    ['it', { deprecated: {} }],
    ['one of its arguments', { deprecatedArguments: { key: {} } }],
    ['a value of an argument', { deprecatedValues: { form: { brief: {} } } }],
    ['a former name of it', { formerly: [{ name: 'read_note' }] }],
    ['one of its codes', { codes: ['gone', 'lost'] }],
  ])('is looked for at a tool if %s is deprecated, and at no other', (_, more) => {
    const { covers } = createDeprecation(codes)
    const plain: AnyTool = { ...findNote, deprecated: undefined, codes: ['gone'] }
    expect(covers?.(plain)).toBe(false)
    expect(covers?.({ ...plain, formerly: [] })).toBe(false)
    expect(covers?.({ ...plain, ...more })).toBe(true)
  })

  it('is in the schema that clients see', () => {
    expect(server.tools()[0]?.inputSchema.properties).toMatchObject({
      id: { description: 'The note' },
      key: { deprecated: true, description: 'It is deprecated since 1.2; use id.' },
    })
  })

  it('refuses a former name that another tool has, and arguments that do not exist', () => {
    const taken = defineTool({
      name: 'read_note',
      summary: 'x',
      output: z.object({}),
      effect: 'read',
      run: () => ok({}),
    })
    expect(() =>
      defineServer({ name: 'notes', version: '1', codes, tools: [getNote, taken], env: {} }),
    ).toThrow("the former name 'read_note' is that of another tool")
    const wrong = { ...getNote, name: 'wrong', formerly: [], deprecatedArguments: { what: {} } }
    expect(() =>
      defineServer({ name: 'notes', version: '1', codes, tools: [wrong], env: {} }),
    ).toThrow("deprecatedArguments: there is no argument 'what'")
  })
})

describe('describeDeprecation', () => {
  it.each([
    [{}, 'is deprecated.'],
    [{ use: 'x' }, 'is deprecated; use x.'],
    [{ since: '1', removeIn: '2', use: 'x' }, 'is deprecated since 1 and goes in 2; use x.'],
  ])('of %j is "%s"', (facts, text) => expect(describeDeprecation(facts)).toBe(text))
})
