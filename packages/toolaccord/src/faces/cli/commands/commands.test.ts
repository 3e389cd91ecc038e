import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { ToolListing } from '../../../compile/to-tool-listing.ts'
import { defineParameters } from '../../../define/parameters.ts'
import { defineTool } from '../../../define/tool.ts'
import { withParameters } from '../../../define/with-parameters.ts'
import { reservedFlags } from '../../../names/to-flag-names.ts'
import { ok } from '../../../outcome/outcome.ts'
import type { JsonSchema } from '../../../schema/json-schema.ts'
import { defineServer } from '../../../server.ts'
import {
  choicesOf,
  deriveFlag,
  findCommand,
  placeholderOf,
  toArgumentWord,
  toCommand,
} from './commands.ts'
import { globalFlags } from './flags.ts'

const listing = (
  properties: Record<string, JsonSchema>,
  more: Partial<ToolListing> = {},
): ToolListing => ({
  name: 'do_it',
  mcpName: 'do_it',
  mcpNames: ['do_it'],
  summary: 'Do it.',
  effect: 'read',
  scopes: [],
  formerly: [],
  codes: [],
  openWorld: false,
  interactive: false,
  attaches: false,
  inputSchema: { type: 'object', properties, additionalProperties: false },
  outputSchema: {},
  cli: {},
  ...more,
})

const flagNames = (tool: ToolListing) => toCommand(tool).flags.map(({ name }) => name)

describe('a command', () => {
  it('is found by its own name and by that of its tool', () => {
    const tools = [listing({}), listing({}, { name: 'listAll' })]
    const found = ['do-it', 'do_it', 'list-all', 'listAll', 'Do-It'].map(
      (word) => findCommand(tools, word)?.calledAs,
    )
    expect(found).toEqual(['do_it', 'do_it', 'listAll', 'listAll', undefined])
  })

  it('is found by a former name of its tool, and keeps that name', () => {
    const tools = [listing({}, { formerly: [{ name: 'do_that', since: '1.1', removeIn: '2.0' }] })]
    expect(
      ['do-that', 'do_that', 'do-it'].map((word) => findCommand(tools, word)?.calledAs),
    ).toEqual(['do_that', 'do_that', 'do_it'])
  })

  it('has no flag for the literal of consent, which is given with --yes', () => {
    const properties = { id: { type: 'string' }, explicit_action: { const: 'DELETE_IT' } }
    expect(flagNames(listing(properties, { consent: 'DELETE_IT' }))).toEqual(['id'])
    expect(flagNames(listing(properties))).toEqual(['id', 'explicit-action'])
  })

  it('has a flag for every argument and for the properties of objects', () => {
    const filter = {
      type: 'object',
      properties: {
        min_size: { type: 'integer' },
        inner: { type: 'object', properties: { on: { type: 'boolean' } } },
      },
    }
    expect(flagNames(listing({ maxItems: { type: 'integer' }, filter }))).toEqual([
      'max-items',
      'filter',
      'filter.min-size',
      'filter.inner',
      'filter.inner.on',
    ])
  })

  it('follows references, and stops where they go on for ever', () => {
    const node: JsonSchema = {
      type: 'object',
      properties: { next: { $ref: '#/$defs/node' } },
      additionalProperties: false,
    }
    const tool = listing(
      {},
      {
        inputSchema: {
          type: 'object',
          properties: { node: { $ref: '#/$defs/node' } },
          $defs: { node },
        },
      },
    )
    expect(toCommand(tool).flags.map(({ name, open }) => [name, open])).toEqual([
      ['node', false],
      ['node.next', false],
      ['node.next.next', false],
      ['node.next.next.next', true],
    ])
  })

  it('gives a positional by position alone if every command has a flag of its name', () => {
    const tool = listing(
      { version: { type: 'string' }, id: { type: 'string' } },
      { cli: { positionals: ['version', 'id'] } },
    )
    expect(flagNames(tool)).toEqual(['id'])
    expect(toCommand(tool).positionals.map(({ argument }) => argument)).toEqual(['version', 'id'])
  })

  it('ends for schemas that contain themselves', () => {
    const $defs: Record<string, JsonSchema> = {
      list: { type: 'array', items: { $ref: '#/$defs/list' } },
      json: {
        anyOf: [
          { type: 'string' },
          { type: 'array', items: { $ref: '#/$defs/json' } },
          { type: 'object', additionalProperties: { $ref: '#/$defs/json' } },
        ],
      },
    }
    const tool = listing(
      {},
      {
        inputSchema: {
          type: 'object',
          properties: { list: { $ref: '#/$defs/list' }, data: { $ref: '#/$defs/json' } },
          $defs,
        },
      },
    )
    expect(toCommand(tool).flags.map(({ name, placeholder }) => [name, placeholder])).toEqual([
      ['list', 'JSON'],
      ['data', 'TEXT'],
    ])
  })

  it('takes the rest of the words only for an array at the end', () => {
    const list = { type: 'array', items: { type: 'string' } }
    const tool = listing({ a: list, b: list }, { cli: { positionals: ['a', 'b'] } })
    expect(toCommand(tool).positionals.map(({ takesRest }) => takesRest)).toEqual([false, true])
  })

  it('derives a flag for a property of an open object, from the nearest parent', () => {
    const open = { type: 'object', additionalProperties: { type: 'string' } }
    const command = toCommand(
      listing({
        labels: open,
        set: { type: 'object', properties: { labels: open }, additionalProperties: false },
      }),
    )
    expect(deriveFlag(command, '--labels.a.b')).toMatchObject({
      name: 'labels.a.b',
      argument: 'labels.a.b',
    })
    expect(deriveFlag(command, '--set.labels.x')).toMatchObject({ argument: 'set.labels.x' })
    expect([deriveFlag(command, '--set.x'), deriveFlag(command, '--labelsx')]).toEqual([
      undefined,
      undefined,
    ])
  })
})

describe('the flags of every command', () => {
  it('are all reserved, so that no argument can take one', () => {
    expect(
      globalFlags.map(({ name }): string => name).filter((name) => !reservedFlags.includes(name)),
    ).toEqual([])
  })
})

describe('the placeholder of a value', () => {
  it.each<[JsonSchema, string]>([
    [{ type: 'string' }, 'TEXT'],
    [{ type: ['integer', 'null'] }, 'NUMBER'],
    [{ type: 'object' }, 'JSON'],
    [{ type: 'array', items: { type: 'number' } }, 'NUMBER'],
    [{ type: 'array' }, 'JSON'],
    [{ type: 'array', items: { type: 'array', items: { type: 'string' } } }, 'JSON'],
    [{}, 'VALUE'],
    [{ enum: ['a', 'b'] }, 'a|b'],
    [{ enum: ['a long choice', 'another long choice', 'and one more'] }, 'TEXT'],
  ])('of %j is %s', (schema, placeholder) => {
    expect(placeholderOf(schema, {})).toBe(placeholder)
  })

  it.each<[JsonSchema, string[]]>([
    [{ enum: ['a', 1, null] }, ['a', '1']],
    [{ const: 'a' }, ['a']],
    [{ anyOf: [{ const: 'a' }, { enum: ['b', 'c'] }, { type: 'null' }] }, ['a', 'b', 'c']],
    [{ anyOf: [{ const: 'a' }, { type: 'string' }] }, []],
    [{ type: 'array', items: { enum: ['a'] } }, ['a']],
    [{ type: 'string' }, []],
  ])('of %j is chosen from %j', (schema, choices) => {
    expect(choicesOf(schema, {})).toEqual(choices)
  })
})

const apply = defineTool({
  name: 'apply',
  summary: 'Apply.',
  input: withParameters(
    z.object({
      image_id: z.string(),
      primitive_name: z.string(),
      maskSpec: z.object({ form: z.string() }).optional(),
      tags: z.array(z.string()).optional(),
    }),
    defineParameters({ ev: { range: [-3, 3] } }),
  ),
  output: z.object({}),
  effect: 'write',
  cli: { positionals: ['image_id'], flags: { primitive_name: 'entry', tags: 'tag' } },
  run: () => ok({}),
})
const [applyListing] = defineServer({ name: 's', version: '1', tools: [apply] }).tools()

describe('a path into the arguments', () => {
  const command = toCommand(applyListing ?? expect.fail('there is no listing'))

  it.each([
    ['image_id', '<image_id>'],
    ['primitive_name', '--entry'],
    ['maskSpec.form', '--mask-spec.form'],
    ['tags[1]', '--tag[1]'],
    ['value', '--value'],
    ['value.ev', '--param ev'],
    ['rows[2].name', 'rows[2].name'],
    ['', ''],
  ])('%j is spelt %j on the command line', (path, word) => {
    expect(toArgumentWord(command, path)).toBe(word)
  })
})
