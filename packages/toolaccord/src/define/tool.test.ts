import { describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { ok } from '../outcome/outcome.ts'
import { toJsonSchema } from '../schema/schema.ts'
import { defineTool } from './tool.ts'

const output = z.object({ done: z.boolean() })

describe('defineTool', () => {
  it('gives the definition back, frozen all the way down', () => {
    const run = () => ok({ done: true })
    const tool = defineTool({
      name: 'finish',
      title: 'Finish',
      summary: 'Finish it.',
      description: 'At last.',
      input: z.object({ id: z.string(), tags: z.array(z.string()) }),
      output,
      effect: 'write',
      codes: ['NOT_FOUND'],
      rest: { method: 'POST', path: '/finish/:id' },
      cli: { positionals: ['id'], flags: { tags: 'tag' } },
      timeoutMs: 50,
      run,
    })
    expect(tool).toMatchObject({
      name: 'finish',
      title: 'Finish',
      summary: 'Finish it.',
      description: 'At last.',
      effect: 'write',
      codes: ['NOT_FOUND'],
      timeoutMs: 50,
      run,
    })
    const parts: Record<string, unknown> = {
      tool,
      codes: tool.codes,
      rest: tool.rest,
      cli: tool.cli,
      positionals: tool.cli.positionals,
      flags: tool.cli.flags,
    }
    expect(
      Object.entries(parts)
        .filter(([, part]) => !Object.isFrozen(part))
        .map(([name]) => name),
    ).toEqual([])
  })

  it('is not reached by later changes to what it was made from', () => {
    const init = {
      name: 'finish',
      summary: 'Finish it.',
      input: z.object({ id: z.string() }),
      output,
      effect: 'write' as const,
      codes: ['NOT_FOUND'],
      rest: { method: 'POST' as const, path: '/finish/:id' },
      cli: { positionals: ['id' as const], flags: { id: 'note' } },
      run: () => ok({ done: true }),
    }
    const tool = defineTool(init)
    init.codes.push('CONFLICT')
    init.rest.path = '/elsewhere'
    init.cli.positionals.pop()
    init.cli.flags.id = 'other'
    expect([tool.codes, tool.rest?.path, tool.cli]).toEqual([
      ['NOT_FOUND'],
      '/finish/:id',
      { positionals: ['id'], flags: { id: 'note' } },
    ])
  })

  it('neither runs, converts nor registers anything', () => {
    const run = vi.fn(() => ok({ done: true }))
    const convert = vi.fn(() => ({ type: 'object' }))
    const input = {
      '~standard': {
        version: 1 as const,
        vendor: 'test',
        validate: (value: unknown) => ({ value }),
        jsonSchema: { input: convert, output: convert },
      },
    }
    const [first, second] = [0, 1].map(() =>
      defineTool({
        name: 'same',
        summary: 'The same name, twice.',
        input,
        output,
        effect: 'read',
        run,
      }),
    )
    expect(first).not.toBe(second)
    expect([run.mock.calls, convert.mock.calls]).toEqual([[], []])
  })

  it('takes no arguments when it has no input, and no codes when it declares none', () => {
    const tool = defineTool({
      name: 'ping',
      summary: 'Ping.',
      output,
      effect: 'read',
      run: () => ok({ done: true }),
    })
    expect(toJsonSchema(tool.input, 'input')).toEqual({
      type: 'object',
      properties: {},
      additionalProperties: false,
    })
    expect([tool.codes, tool.cli]).toEqual([[], {}])
  })
})
