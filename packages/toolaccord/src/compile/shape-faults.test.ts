import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { type AnyTool, type ToolInit, defineTool } from '../define/tool.ts'
import { ok } from '../outcome/outcome.ts'
import type { Schema } from '../schema/schema.ts'
import { defineServer } from '../server.ts'
import { DefinitionError } from './definition-error.ts'
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
    expect(faultsOf({ tools: tool({}) })).toEqual(['tools is an object; it must be an array'])
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
      "tool 'undefined' name: must be a string, not undefined",
      "tool 'undefined' summary: must be a string, not undefined",
    ])
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
