import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { type AnyTool, type ToolInit, defineTool } from '../../define/tool.ts'
import { ok } from '../../outcome/outcome.ts'
import type { Schema } from '../../schema/schema.ts'
import { defineServer } from '../../server.ts'
import { DefinitionError } from '../definition-error.ts'
import type { ServerInit } from './server-init.ts'

const works = {
  name: 'get_note',
  summary: 'Read a note.',
  output: z.object({}),
  effect: 'read',
  run: () => ok({}),
}

// The casts let through what JavaScript would.
const tool = (changes: object): AnyTool =>
  defineTool({ ...works, ...changes } as unknown as ToolInit<string, Schema, Schema, string>)
const faultsOf = (changes: object): readonly string[] => {
  try {
    defineServer({ name: 'notes', version: '1.0.0', tools: [], ...changes } as ServerInit<
      readonly AnyTool[]
    >)
    return []
  } catch (error) {
    if (!(error instanceof DefinitionError)) throw error
    return error.faults
  }
}

const logFaults = ['trace', 'debug', 'warn', 'error'].map(
  (level) => `log.${level}: must be a function, not undefined`,
)

describe('what a compiler would have refused', () => {
  it('is told of a tool that is not there', () => {
    const faults = faultsOf({ tools: [tool({}), undefined] })
    expect(faults).toEqual([
      'tools[1] is undefined, not a tool; look for a name that is not exported, or for modules that import each other',
    ])
  })

  it('is told of values that are not tools', () => {
    expect(faultsOf({ tools: [{ ...works }] })).toEqual([
      "tools[0] ('get_note') is not a tool; make it with defineTool",
    ])
    expect(faultsOf({ tools: [() => tool({})] })).toEqual([
      'tools[0] is a function, not a tool; call it',
    ])
    expect(faultsOf({ tools: ['get_note'] })).toEqual([
      'tools[0] is a string, not a tool; make it with defineTool',
    ])
    expect(faultsOf({ tools: tool({}) })).toEqual(['tools: must be an array, not an object'])
  })

  it('is told of members that a tool does not have, with the one that was probably meant', () => {
    expect(faultsOf({ tools: [tool({ outptu: z.object({}) })] })).toEqual([
      "tool 'get_note' has no property 'outptu'; did you mean 'output'?",
    ])
    expect(faultsOf({ tools: [tool({ handler: () => {} })] })[0]).toMatch(
      /^tool 'get_note' has no property 'handler'; it has name, title, summary, /,
    )
  })

  it('is told of every wrong member at once, beside the faults of other tools', () => {
    const faults = faultsOf({
      tools: [
        tool({ effect: 'wirte', run: undefined, output: undefined, input: { id: z.string() } }),
        tool({ name: 'a b' }),
      ],
    })
    expect(faults).toEqual([
      "tool 'get_note' input: is not a Standard Schema; use an object schema such as z.object({ … }), " +
        'or fromJsonSchema of toolaccord/json-schema',
      "tool 'get_note' output: is missing; give the schema of the data, such as z.object({ … })",
      "tool 'get_note' effect: must be 'read', 'write' or 'destroy', not 'wirte'",
      "tool 'get_note' run: must be a function, not undefined",
      "tool 'a b' has a bad name: it must start with a letter and hold only letters, digits, '_' and '-'",
    ])
  })

  it('is told of a tool without a name or a summary', () => {
    expect(faultsOf({ tools: [tool({ name: undefined, summary: undefined })] })).toEqual([
      'tools[0] name: must be a string, not undefined',
      'tools[0] summary: must be a string, not undefined',
    ])
  })

  it.each<[object, string]>([
    [
      { rest: { method: 'FETCH', path: '/notes' } },
      "rest.method: must be 'GET', 'POST', 'PUT', 'PATCH' or 'DELETE', not 'FETCH'",
    ],
    [
      { rest: { method: 'GET', path: '/notes', boddy: 'id' } },
      "rest: has no property 'boddy'; did you mean 'body'?",
    ],
    [
      { cli: { positional: ['id'] } },
      "cli: has no property 'positional'; did you mean 'positionals'?",
    ],
    [{ cli: 'notes' }, 'cli: must be an object, not a string'],
    [{ codes: 'gone' }, 'codes: must be an array, not a string'],
    [{ fidelity: { item: [] } }, "fidelity: has no property 'item'; did you mean 'items'?"],
    [
      { fidelity: { items: [{ path: 'a', id: 'b', priorty: 1 }] } },
      "fidelity.items[0]: has no property 'priorty'; did you mean 'priority'?",
    ],
    [{ timeoutMs: '5' }, 'timeoutMs: must be a number, not a string'],
    [{ scopes: 'notes:write' }, 'scopes: must be an array, not a string'],
    [{ scopes: ['a', 5] }, 'scopes[1]: must be a string, not a number'],
    [{ deprecated: true }, 'deprecated: must be an object, not a boolean'],
    [{ consent: true }, 'consent: must be a string or false, not a boolean'],
  ])('is told of the property of a tool: %j', (changes, fault) => {
    expect(faultsOf({ tools: [tool(changes)] })).toEqual([`tool 'get_note' ${fault}`])
  })

  it.each<[object, readonly string[]]>([
    [{ limits: { timeout: 5 } }, ["limits: has no property 'timeout'; did you mean 'timeoutMs'?"]],
    [
      { prompts: [{ name: 'p' }] },
      [
        'prompts[0].summary: must be a string, not undefined',
        'prompts[0].write: must be a function, not undefined',
      ],
    ],
    [
      { resources: [{ uri: 'x' }] },
      [
        'resources[0].name: must be a string, not undefined',
        'resources[0].read: must be a function, not undefined',
      ],
    ],
    [
      { prompts: [undefined] },
      [
        'prompts[0] is undefined, not a prompt; look for a name that is not exported, or for modules that import each other',
      ],
    ],
    [{ codes: { gone: 'not_found' } }, ['codes.gone: must be an object, not a string']],
    [{ flags: { search: true } }, ['flags: must be what createFlags(…) makes, not an object']],
    [
      { fidelity: { budget: 5 } },
      ['fidelity: must be what createFidelity(…) makes, not an object'],
    ],
    [{ consent: { unattended: 'wipe' } }, ['consent.unattended: must be an array, not a string']],
    [{ log: { info: () => {} } }, logFaults],
    [{ newId: 'r1' }, ['newId: must be a function, not a string']],
  ])('is told of the option of a server: %j', (changes, faults) => {
    expect(faultsOf(changes)).toEqual(faults)
  })

  it('is told together with what only a server can know', () => {
    const bad = tool({
      effect: 'wipe',
      rest: { method: 'GET', path: 'notes', body: 5 },
      cli: { positionals: ['nope'], flag: {} },
      codes: ['nope'],
    })
    expect(faultsOf({ tools: [bad, tool({})], toolSets: { core: ['get_nte'] } })).toEqual([
      "two tools are named 'get_note'",
      "toolSets.core: there is no tool 'get_nte'; did you mean 'get_note'?",
      "tool 'get_note' effect: must be 'read', 'write' or 'destroy', not 'wipe'",
      "tool 'get_note' rest.body: must be a string, not a number",
      "tool 'get_note' cli: has no property 'flag'; did you mean 'flags'?",
      "tool 'get_note' declares the code 'nope', which neither the server nor its contract has; " +
        'add it to codes of the server',
      "tool 'get_note' cli.positionals: there is no argument 'nope'; it has none",
      "tool 'get_note' rest.path: 'notes' must be made of plain segments and ':name' segments, " +
        'such as /notes/:id',
    ])
  })

  it('is told of an empty tool by its place', () => {
    const [first] = faultsOf({ tools: [tool({}), defineTool({} as never)] })
    expect(first).toBe('tools[1] name: must be a string, not undefined')
  })

  it('is told of tools that are added later', () => {
    const server = defineServer({ name: 'notes', version: '1.0.0', tools: [] })
    expect(() => server.withTools([tool({ scopes: 'notes:write' })])).toThrow(
      "tool 'get_note' scopes: must be an array, not a string",
    )
  })

  it('is told of options that a server does not have', () => {
    expect(faultsOf({ polices: [] })).toEqual([
      "it has no option 'polices'; did you mean 'policies'?",
    ])
  })

  it('is told of a contract by its name, and of a policy that was not made', () => {
    expect(faultsOf({ contract: 'dtpr' })).toEqual([
      'contract: must be a contract, not a string; import one from toolaccord/contracts',
    ])
    expect(faultsOf({ policies: [() => ({})] })).toEqual([
      'policies[0] is a function, not a policy; call it',
    ])
  })

  it('is told of a code of no kind', () => {
    expect(faultsOf({ codes: { gone: { kind: 'missing' } } })[0]).toMatch(
      /^code 'gone' has the kind 'missing'; a kind is one of validation, /,
    )
  })

  it('is told of a name or version that is not a string', () => {
    expect(faultsOf({ name: undefined, version: 1 })).toEqual([
      'name: must be a string, not undefined',
      'version: must be a string, not a number',
    ])
  })
})
