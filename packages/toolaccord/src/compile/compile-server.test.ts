import { type } from 'arktype'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { chemigramContract } from '../contracts/chemigram/contract.ts'
import {
  type AnyTool,
  type CommandInit,
  type Route,
  type ToolInit,
  defineTool,
} from '../define/tool.ts'
import { createFlags } from '../flags/create-flags.ts'
import { defineFlags } from '../flags/define-flags.ts'
import { reservedFlags } from '../names/to-flag-names.ts'
import type { CodeFacts } from '../outcome/codebook.ts'
import { ok } from '../outcome/outcome.ts'
import { fromJsonSchema } from '../schema/from-json-schema.ts'
import type { Schema } from '../schema/schema.ts'
import { defineServer } from '../server.ts'
import { DefinitionError } from './definition-error.ts'
import type { ServerInit } from './forms/server-init.ts'

/**
 * What a test changes about a tool that works; the command line is not held to the arguments here.
 */
type Changes = Partial<Omit<ToolInit<string, Schema, Schema, string>, 'rest' | 'cli'>> & {
  readonly rest?: Route
  readonly cli?: CommandInit
}

const works = {
  name: 'get_note',
  summary: 'Read a note.',
  input: z.object({ id: z.string() }),
  output: z.object({}),
  effect: 'read',
  run: () => ok({}),
}

// The cast lets through what the compiler would have refused.
const tool = (changes: Changes = {}): AnyTool =>
  defineTool({ ...works, ...changes } as ToolInit<string, Schema, Schema, string>)

const server = (tools: readonly AnyTool[], more: Partial<ServerInit<readonly AnyTool[]>> = {}) =>
  defineServer({ name: 'notes', version: '1.0.0', tools, ...more })

function faultsOf(
  tools: readonly AnyTool[],
  more: Partial<ServerInit<readonly AnyTool[]>> = {},
): readonly string[] {
  try {
    server(tools, more)
    return []
  } catch (error) {
    if (!(error instanceof DefinitionError)) throw error
    return error.faults
  }
}

/** The faults of a tool, less the words that name it. */
const toolFaults = (changes: Changes) =>
  faultsOf([tool(changes)]).map((fault) => fault.replace(/^tool '[^]*?' /, ''))

const Part = z.object({ a: z.string() }).meta({ id: 'Part of a definition' })

describe('a tool that cannot work', () => {
  it.each(['', '9lives', 'get note', 'get.note', 'get/note', 'nöte', '_note', 'a\nb'])(
    'has the bad name %j',
    (name) => {
      expect(toolFaults({ name })).toEqual([
        "has a bad name: it must start with a letter and hold only letters, digits, '_' and '-'",
      ])
    },
  )

  it('has a name of more than 64 characters', () => {
    expect(toolFaults({ name: 'n'.repeat(64) })).toEqual([])
    expect(toolFaults({ name: 'n'.repeat(65) })).toEqual([
      'has a name of 65 characters; clients take 64 at most',
    ])
  })

  it('has a flag that the server does not have', () => {
    const flags = createFlags(
      defineFlags({ search: { summary: 'Search.', state: 'beta', owner: 'core', default: true } }),
    )
    expect(faultsOf([tool({ flag: 'search' })], { flags })).toEqual([])
    expect(faultsOf([tool({ flag: 'serch' })], { flags })).toEqual([
      "tool 'get_note' flag: There is no flag 'serch'; did you mean 'search'?",
    ])
    expect(faultsOf([tool({ flag: 'search' })])).toEqual([
      "tool 'get_note' flag: 'search' gates nothing, because the server has no flags; " +
        'give it createFlags(…) as flags',
    ])
  })

  it('has no summary', () => {
    expect(toolFaults({ summary: ' ' })).toEqual([
      'needs a summary: it is what an agent chooses by',
    ])
  })

  it.each<[string, Schema]>([
    ['a union', z.union([z.object({ a: z.string() }), z.object({ b: z.string() })])],
    ['an intersection of named parts', z.intersection(Part, z.object({ b: z.string() }))],
    ['an object that may be null', z.object({}).nullable()],
  ])('has an input that is not one object: %s', (_, input) => {
    expect(toolFaults({ input })).toEqual([
      'input: must be one object schema; clients drop every tool of a server that shows a union here',
    ])
  })

  it.each<[string, Schema]>([
    ['is of type string', z.string()],
    ['is of type array', z.array(z.string())],
    ['has no type', z.any()],
  ])('has an input whose root %s', (found, input) => {
    expect(toolFaults({ input })).toEqual([
      `input: its root ${found}; arguments have names, so use an object schema such as z.object({ … })`,
    ])
  })

  it.each<[string, Schema]>([
    ['of two objects', z.union([z.object({ a: z.string() }), z.object({ b: z.string() })])],
    [
      'told apart by a key',
      z.discriminatedUnion('k', [z.object({ k: z.literal('a') }), z.object({ k: z.literal('b') })]),
    ],
    ['with null', z.object({}).nullable()],
    ['of types', fromJsonSchema({ type: ['string', 'null'] })],
    [
      'behind a reference',
      fromJsonSchema({
        $ref: '#/$defs/U',
        $defs: { U: { anyOf: [{ type: 'object' }, { type: 'null' }] } },
      }),
    ],
  ])('has an output whose root is a union %s', (_, output) => {
    expect(toolFaults({ output })).toEqual([
      'output: its root is a union, which clients refuse; put the union under a key of an object',
    ])
  })

  it('has an output whose root is an intersection', () => {
    const output = z.intersection(Part, z.object({ b: z.string() }))
    expect(toolFaults({ output })).toEqual([
      'output: its root is an intersection, which clients refuse; use one object schema',
    ])
  })

  it('has an output without a type', () => {
    expect(toolFaults({ output: z.any() })).toEqual([
      'output: its root has no type; use an object schema',
    ])
  })

  it.each<[string, unknown, string]>([
    [
      'a date',
      z.object({ at: z.date() }),
      'Date cannot be represented in JSON Schema; JSON has dates as strings, such as z.iso.datetime()',
    ],
    ['a bigint', z.object({ n: z.bigint() }), 'BigInt cannot be represented in JSON Schema'],
    [
      'Valibot as it is',
      v.object({}),
      'a Valibot schema gives JSON Schema through toStandardJsonSchema() of @valibot/to-json-schema; wrap it',
    ],
  ])('has a schema that cannot be shown: %s', (_, schema, message) => {
    // The cast hands over what the compiler would have refused.
    const given = schema as Schema
    expect(toolFaults({ input: given, output: given })).toEqual([
      `input: ${message}`,
      `output: ${message}`,
    ])
  })

  it('declares a code that nobody knows', () => {
    expect(toolFaults({ codes: ['note_gone', 'constructor', 'NOT_FOUND'] })).toEqual(
      ['note_gone', 'constructor'].map(
        (code) =>
          `declares the code '${code}', which neither the server nor its contract has; add it to codes of the server`,
      ),
    )
  })

  it('declares a code that is reserved', () => {
    const fault = (code: string) =>
      `tool 'get_note' declares the code '${code}', which is reserved: it stays in the table, ` +
      'and no tool may answer with it'
    expect(
      faultsOf([tool({ codes: ['synthesizer_error'] })], { contract: chemigramContract }),
    ).toEqual([fault('synthesizer_error')])
    expect(
      faultsOf([tool({ codes: ['mine'] })], {
        codes: { mine: { kind: 'conflict', reserved: true } },
      }),
    ).toEqual([fault('mine')])
  })

  it('may declare a code that is reserved for stubs', () => {
    const stub = tool({ codes: ['not_implemented'] })
    expect(faultsOf([stub], { contract: chemigramContract })).toEqual([])
  })

  it('gives arguments to the command line that it does not have', () => {
    expect(toolFaults({ cli: { positionals: ['id', 'nmae'], flags: { titel: 't' } } })).toEqual([
      "cli.positionals: there is no argument 'nmae'; it has id",
      "cli.flags: there is no argument 'titel'; it has id",
    ])
    expect(toolFaults({ input: undefined, cli: { positionals: ['id'] } })).toEqual([
      "cli.positionals: there is no argument 'id'; it has none",
    ])
  })

  it.each(['vocab', 'get_note', 'Get', 'ge', ''])(
    'is in the group %j, which its name does not begin with',
    (group) => {
      expect(toolFaults({ cli: { group } })).toEqual([
        `cli.group: '${group}' must be the words that its name begins with, in kebab-case, ` +
          "such as 'vocab' for vocab_list",
      ])
      expect(toolFaults({ cli: { group: 'get' } })).toEqual([])
    },
  )

  it('is a command that is also a group of commands', () => {
    expect(faultsOf([tool({ name: 'get' }), tool({ cli: { group: 'get' } })])).toEqual([
      "tool 'get' would be the command 'get', which is a group of commands",
    ])
  })

  it.each(reservedFlags)('renames an argument to the flag --%s of every command', (flag) => {
    const input = z.object({ id: z.string() })
    const message = `cli.flags: 'id' cannot be --${flag}, which every command has; choose another name`
    expect(toolFaults({ input, cli: { flags: { id: flag } } })).toEqual([message])
    expect(toolFaults({ input, cli: { flags: { id: flag }, positionals: ['id'] } })).toEqual([])
  })

  it.each(reservedFlags)('may have an argument that is named like the flag --%s', (flag) => {
    const input = z.object({ [flag.replaceAll('-', '_')]: z.string() })
    expect(toolFaults({ input })).toEqual([])
  })

  it.each(['--tag', 'two words', '', 'a=b', 'ä'])(
    'has an argument that cannot be the flag %j',
    (flag) => {
      const message = `argument 'id' cannot be the flag --${flag}: a flag is made of letters, digits and '-'`
      expect(toolFaults({ cli: { flags: { id: flag } } })).toEqual([message])
    },
  )

  it('has two arguments that would be one flag', () => {
    expect(toolFaults({ input: z.object({ noteId: z.string(), note_id: z.string() }) })).toEqual([
      "arguments 'noteId' and 'note_id' would be the one flag --note-id; rename one with cli: { flags: { … } }",
    ])
    expect(
      toolFaults({
        input: z.object({ tag: z.string(), tags: z.string() }),
        cli: { flags: { tags: 'tag' } },
      }),
    ).toEqual([
      "arguments 'tag' and 'tags' would be the one flag --tag; rename one with cli: { flags: { … } }",
    ])
  })

  it.each([
    [
      { method: 'GET', path: 'notes' },
      [
        "rest.path: 'notes' must be made of plain segments and ':name' segments, such as /notes/:id",
      ],
    ],
    [
      { method: 'GET', path: '/notes/*' },
      [
        "rest.path: '/notes/*' must be made of plain segments and ':name' segments, such as /notes/:id",
      ],
    ],
    [
      { method: 'GET', path: '/notes?all' },
      [
        "rest.path: '/notes?all' must be made of plain segments and ':name' segments, such as /notes/:id",
      ],
    ],
    [{ method: 'GET', path: '/:id/notes/:id' }, ["rest.path: '/:id/notes/:id' takes 'id' twice"]],
    [{ method: 'GET', path: '/api/notes' }, ["rest.path: '/api/notes' belongs to the framework"]],
    [{ method: 'GET', path: '/api/v2/notes' }, []],
    [{ method: 'GET', path: '/healthz' }, ["rest.path: '/healthz' belongs to the framework"]],
    [{ method: 'GET', path: '/readyz' }, ["rest.path: '/readyz' belongs to the framework"]],
    [
      { method: 'GET', path: '/openapi.json' },
      ["rest.path: '/openapi.json' belongs to the framework"],
    ],
    [{ method: 'GET', path: '/notes/:nid' }, ["rest.path: there is no argument 'nid'; it has id"]],
  ] as const)('asks for a route that it cannot have: %j', (rest, faults) => {
    expect(toolFaults({ rest })).toEqual(faults)
  })

  it.each(['write', 'destroy'] as const)('would %s on a GET', (effect) => {
    expect(toolFaults({ effect, rest: { method: 'GET', path: '/notes/:id' } })).toEqual([
      `rest.method: a GET must not ${effect}; use POST, PUT, PATCH or DELETE`,
    ])
  })

  it.each([0, -1, Number.NaN, Infinity, 2_147_483_648])('has the time limit %s', (timeoutMs) => {
    expect(toolFaults({ timeoutMs })).toEqual([
      `timeoutMs: ${timeoutMs} is not a time in milliseconds from 1 to 2147483647`,
    ])
  })
})

describe('a server that cannot work', () => {
  it('has no name or no version', () => {
    expect(faultsOf([], { name: ' ', version: '' })).toEqual([
      'it needs a name',
      'it needs a version',
    ])
  })

  it('has two tools of one name, named once', () => {
    expect(faultsOf([tool(), tool(), tool()])).toEqual(["two tools are named 'get_note'"])
  })

  it('has two tools that would be one command', () => {
    expect(faultsOf([tool(), tool({ name: 'getNote' }), tool({ name: 'get-note' })])).toEqual([
      "two tools would share the command 'get-note'",
    ])
  })

  it('has two tools on one route, whatever its arguments are called', () => {
    const first = tool({ name: 'a', rest: { method: 'GET', path: '/notes/:id' } })
    expect(
      faultsOf([
        first,
        tool({
          name: 'b',
          input: z.object({ note: z.string() }),
          rest: { method: 'GET', path: '/notes/:note' },
        }),
      ]),
    ).toEqual(['two tools declare the route GET /notes/:'])
    expect(
      faultsOf([first, tool({ name: 'b', rest: { method: 'POST', path: '/notes/:id' } })]),
    ).toEqual([])
  })

  it('changes what a code of its contract means', () => {
    expect(faultsOf([], { codes: { NOT_FOUND: { kind: 'conflict' } } })).toEqual([
      "code 'NOT_FOUND' is of kind not_found in the response-v2 contract and cannot be made conflict",
    ])
    expect(
      faultsOf([], { codes: { NOT_FOUND: { kind: 'not_found', hint: 'Look again.' } } }),
    ).toEqual([])
  })

  it.each<[CodeFacts, string]>([
    [
      { kind: 'conflict', status: 200 },
      "code 'mine' has the HTTP status 200; a failure has one from 400 to 599",
    ],
    [
      { kind: 'conflict', status: 400.5 },
      "code 'mine' has the HTTP status 400.5; a failure has one from 400 to 599",
    ],
    [
      { kind: 'conflict', exit: 0 },
      "code 'mine' has the exit code 0; a failure has one from 1 to 125",
    ],
    [
      { kind: 'conflict', exit: 256 },
      "code 'mine' has the exit code 256; a failure has one from 1 to 125",
    ],
  ])('has a code with a number that is none of a failure: %j', (mine, fault) => {
    expect(faultsOf([], { codes: { mine } })).toEqual([fault])
  })

  it('takes a reserved code of its contract into use', () => {
    expect(
      faultsOf([], {
        contract: chemigramContract,
        codes: { synthesizer_error: { kind: 'internal' } },
      }),
    ).toEqual(["code 'synthesizer_error' is reserved in the chemigram contract and stays so"])
  })

  it.each<[ServerInit<[]>['limits'], string]>([
    [{ timeoutMs: 0 }, 'limits.timeoutMs: 0 is not a time in milliseconds from 1 to 2147483647'],
    [{ depth: 0 }, 'limits.depth: 0 is not a whole number from 1 to 256'],
    [{ depth: 257 }, 'limits.depth: 257 is not a whole number from 1 to 256'],
    [{ depth: 1.5 }, 'limits.depth: 1.5 is not a whole number from 1 to 256'],
    [{ bodyBytes: 0 }, 'limits.bodyBytes: 0 is not a size in bytes'],
    [{ bodyBytes: Number.NaN }, 'limits.bodyBytes: NaN is not a size in bytes'],
  ])('has the limits %j', (limits, fault) => {
    expect(faultsOf([], { limits })).toEqual([fault])
  })

  it('is refused with all its faults in one message', () => {
    const bad = tool({
      name: '1st',
      summary: '',
      codes: ['nowhere'],
      input: z.string(),
      output: z.any(),
      timeoutMs: -1,
    })
    const other = tool({ name: 'b', effect: 'destroy', rest: { method: 'GET', path: '/healthz' } })
    const codes: Record<string, CodeFacts> = { CONFLICT: { kind: 'internal' } }
    expect(() => server([bad, other, other], { version: '', codes, limits: { depth: 0 } }))
      .toThrowErrorMatchingInlineSnapshot(`
        [DefinitionError: Server 'notes' cannot be defined:
          - it needs a version
          - code 'CONFLICT' is of kind conflict in the response-v2 contract and cannot be made internal
          - limits.depth: 0 is not a whole number from 1 to 256
          - two tools are named 'b'
          - two tools declare the route GET /healthz
          - tool '1st' has a bad name: it must start with a letter and hold only letters, digits, '_' and '-'
          - tool '1st' needs a summary: it is what an agent chooses by
          - tool '1st' declares the code 'nowhere', which neither the server nor its contract has; add it to codes of the server
          - tool '1st' input: its root is of type string; arguments have names, so use an object schema such as z.object({ … })
          - tool '1st' output: its root has no type; use an object schema
          - tool '1st' timeoutMs: -1 is not a time in milliseconds from 1 to 2147483647
          - tool 'b' rest.path: '/healthz' belongs to the framework
          - tool 'b' rest.method: a GET must not destroy; use POST, PUT, PATCH or DELETE
          - tool 'b' rest.path: '/healthz' belongs to the framework
          - tool 'b' rest.method: a GET must not destroy; use POST, PUT, PATCH or DELETE]
      `)
  })
})

describe('a definition that works', () => {
  const Tree = z.object({
    name: z.string(),
    get children() {
      return z.array(Tree)
    },
  })
  const NamedTree = z
    .object({
      name: z.string(),
      get children() {
        return z.array(NamedTree)
      },
    })
    .meta({ id: 'NamedTree' })

  it.each<[string, Changes]>([
    ['without arguments', { input: undefined }],
    ['with a recursive input and output', { input: Tree, output: Tree }],
    ['with a named recursive input and output', { input: NamedTree, output: NamedTree }],
    [
      'with an ArkType input and output',
      { input: type({ id: 'string' }), output: type({ id: 'string' }) },
    ],
    ['with an open input', { input: z.looseObject({}) }],
    [
      'with an intersection that is one object when shown',
      { input: z.object({ a: z.string() }).and(z.object({ b: z.string() })) },
    ],
    ['with a list as output', { output: z.array(z.string()) }],
    ['with a text as output', { output: z.string() }],
    [
      'with unions below the root',
      {
        input: z.object({ id: z.union([z.string(), z.number()]) }),
        output: z.object({ u: z.string().nullable() }),
      },
    ],
    ['with codes of its contract', { codes: ['NOT_FOUND', 'CONFLICT'] }],
    [
      'with a route and a command',
      { rest: { method: 'GET', path: '/notes/:id/full' }, cli: { positionals: ['id'] } },
    ],
    [
      'with a route that only begins like one of the framework',
      { rest: { method: 'GET', path: '/healthz/:id' } },
    ],
    ['with the longest time limit', { timeoutMs: 2_147_483_647 }],
    ['named in any case', { name: 'Get-note_2' }],
  ])('is not refused: a tool %s', (_, changes) => {
    expect(toolFaults(changes)).toEqual([])
  })

  it('is not refused: a server without tools', () => {
    expect(faultsOf([])).toEqual([])
  })
})

describe('DefinitionError', () => {
  it('is a TypeError that carries its faults', () => {
    const error = new DefinitionError('notes', ['one', 'two'])
    expect(error).toBeInstanceOf(TypeError)
    expect(error.message).toBe("Server 'notes' cannot be defined:\n  - one\n  - two")
    expect([error.name, error.faults]).toEqual(['DefinitionError', ['one', 'two']])
  })
})
