import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { defineTool } from '../../../define/tool.ts'
import { ok } from '../../../outcome/outcome.ts'
import { defineServer } from '../../../server.ts'
import { createArgumentFilter, hostArgumentsOf } from './create-argument-filter.ts'

const define = (name: string, input: z.ZodObject) =>
  defineTool({
    name,
    formerly: [{ name: `old_${name}` }],
    summary: 'Answer.',
    input,
    output: z.object({}),
    effect: 'read',
    run: () => ok({}),
  })
const server = defineServer({
  name: 'fixture',
  version: '1.0.0',
  tools: [
    define('get', z.object({ id: z.string() })),
    define('queue', z.object({ wait_for_previous: z.boolean() })),
  ],
})
const filterArguments = createArgumentFilter(server, hostArgumentsOf())

describe('the arguments that hosts add', () => {
  it('are those of all profiles, each once', () => {
    const seen = { versions: '1.0.0', date: '2026-11-16', source: 'a test' }
    const own = { client: 'mine', addsArguments: ['wait_for_previous', 'turn'], seen }
    expect(hostArgumentsOf([own])).toEqual(['wait_for_previous', 'turn', 'toolCallId'])
  })
})

describe('the filter of arguments that hosts add', () => {
  it('takes one out and says so', () => {
    const filtered = filterArguments('get', { id: 'n1', wait_for_previous: true })
    expect(filtered?.args).toEqual({ id: 'n1' })
    expect(filtered?.note(ok({})).notes.warnings).toEqual([
      {
        code: 'ARGUMENT_IGNORED',
        severity: 'info',
        message: "Ignored: 'wait_for_previous', added by the host.",
      },
    ])
  })

  it('takes several out with one warning, beside the warnings of the tool', () => {
    const filtered = filterArguments('get', { toolCallId: 'c', wait_for_previous: false })
    const own = { code: 'OLD', severity: 'warning', message: 'Old.' } as const
    expect(filtered?.note(ok({}, { warnings: [own] })).notes.warnings).toMatchObject([
      own,
      { message: "Ignored: 'wait_for_previous', 'toolCallId', added by the host." },
    ])
  })

  it.each(['queue', 'old_queue'])('leaves the one that %s has itself', (tool) => {
    expect(filterArguments(tool, { wait_for_previous: true })).toBeUndefined()
    const filtered = filterArguments(tool, { wait_for_previous: true, toolCallId: 'c' })
    expect(filtered?.args).toEqual({ wait_for_previous: true })
  })

  it.each([undefined, null, 'wait_for_previous', ['wait_for_previous'], { id: 'n1' }])(
    'has nothing to do with %j',
    (args) => {
      expect(filterArguments('get', args)).toBeUndefined()
    },
  )

  it('changes nothing but what the table names', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue(), (args, value) => {
        const given = { ...args, wait_for_previous: value }
        expect(filterArguments('get', given)?.args).toEqual({ ...args })
      }),
    )
  })
})
