import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { type Effect, type ToolInit, defineTool } from '../../../define/tool.ts'
import type { Codebook } from '../../../outcome/codebook.ts'
import { ok } from '../../../outcome/outcome.ts'
import type { Schema } from '../../../schema/schema.ts'
import { defineServer } from '../../../server.ts'
import { toToolDefinition } from './to-tool-definition.ts'

interface Given extends Partial<
  Pick<
    ToolInit<string, Schema, Schema, string>,
    'title' | 'summary' | 'description' | 'input' | 'codes' | 'openWorld'
  >
> {
  readonly effect?: Effect
}

function define(given: Given, codes: Codebook = {}) {
  const tool = defineTool({
    name: 'tool',
    summary: 'Do it.',
    output: z.object({ done: z.boolean() }),
    effect: 'read',
    run: () => ok({ done: true }),
    ...given,
  })
  const server = defineServer({ name: 'fixture', version: '1.0.0', codes, tools: [tool] })
  const [listing] = server.tools()
  if (listing === undefined) throw new Error('the server has no tool')
  return toToolDefinition(server, listing)
}

const ping = defineTool({
  name: 'ping',
  summary: 'Answer.',
  output: z.null(),
  effect: 'read',
  run: () => ok(null),
})

const bytes = (text: string) => new TextEncoder().encode(text).length

describe('a description', () => {
  it('tells the summary, the description, what hosts strip, and its codes, in this order', () => {
    const { description } = define(
      {
        description: 'It is done at once.',
        input: z.object({
          id: z.string().describe('As list gives it'),
          count: z.int().min(1).max(9).default(1),
          tags: z.array(z.string()).optional(),
        }),
        codes: ['gone', 'busy', 'odd'],
      },
      {
        gone: { kind: 'not_found', summary: 'It is not there any more.', hint: 'List again.' },
        busy: { kind: 'conflict', message: 'It is in use.' },
        odd: { kind: 'conflict', hint: 'Try again.' },
      },
    )
    expect(description).toBe(
      [
        'Do it.',
        '',
        'It is done at once.',
        '',
        'Arguments: count from 1 to 9, default 1.',
        '',
        'Fails with:',
        '- gone: It is not there any more.',
        '- busy: It is in use.',
        '- odd',
      ].join('\n'),
    )
  })

  it('leaves codes to the instructions if the framework or another tool has them too', () => {
    const tool = (name: string, codes: readonly string[]) =>
      defineTool({
        name,
        summary: 'Do it.',
        output: z.null(),
        effect: 'read',
        codes,
        run: () => ok(null),
      })
    const server = defineServer({
      name: 'fixture',
      version: '1.0.0',
      codes: { gone: { kind: 'not_found' }, busy: { kind: 'conflict' } },
      tools: [tool('one', ['gone', 'busy', 'TIMEOUT']), tool('two', ['gone'])],
    })
    const texts = server.tools().map((listing) => toToolDefinition(server, listing).description)
    expect(texts).toEqual(['Do it.\n\nFails with:\n- busy', 'Do it.'])
  })

  it('is the summary alone where there is nothing else to tell', () => {
    expect(define({}).description).toBe('Do it.')
  })

  it.each(['Choose one of:', 'Arguments:', ':'])(
    'keeps a summary that ends with a colon: %s',
    (summary) => {
      expect(define({ summary }).description).toBe(summary)
    },
  )

  it('keeps a description that ends with a colon', () => {
    expect(define({ description: 'As follows:' }).description).toBe('Do it.\n\nAs follows:')
  })

  it('is at most 2 KB, and begins with its summary, however much there is to tell', () => {
    const long = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 900, size: 'max' })
      .filter((text) => text.trim() !== '')
    const parts = fc.record({
      summary: fc.oneof(
        long,
        fc.tuple(long, fc.constantFrom(1, 4, 20)).map(([text, times]) => text.repeat(times)),
      ),
      description: fc.option(long, { nil: undefined }),
      arguments: fc.array(long, { maxLength: 12, size: 'max' }),
      codes: fc.array(long, { maxLength: 12, size: 'max' }),
    })
    fc.assert(
      fc.property(parts, ({ summary, description, arguments: args, codes }) => {
        const book = Object.fromEntries(
          codes.map((message, index) => [`code_${index}`, { kind: 'conflict', message } as const]),
        )
        const input = z.object(
          Object.fromEntries(
            args.map((text, index) => [`argument_${index}`, z.string().default(text)]),
          ),
        )
        const told = define(
          { summary, description, input, codes: Object.keys(book) },
          book,
        ).description
        expect(bytes(told)).toBeLessThanOrEqual(2048)
        if (bytes(summary) <= 2048) expect(told.startsWith(summary)).toBe(true)
        else
          expect(
            told.endsWith('…') && summary.startsWith(told.slice(0, -1)) && bytes(told) > 2040,
          ).toBe(true)
        expect(told).not.toMatch(/\n\n(Arguments|Fails with):$/)
      }),
      // Texts this long would be shrunk for minutes.
      { numRuns: 100, endOnFailure: true },
    )
  })

  it.each([2046, 2047, 2048])(
    'keeps a summary of %d bytes whole, however long the description is',
    (size) => {
      const summary = 's'.repeat(size)
      expect(define({ summary, description: 'd'.repeat(900) }).description).toBe(summary)
    },
  )

  it('keeps what a decoder would take for a mark of the byte order', () => {
    expect(define({ summary: `\ufeff${'s'.repeat(3000)}` }).description.startsWith('\ufeffs')).toBe(
      true,
    )
  })

  it('takes as many lines as fit, up to the last byte', () => {
    const head = 'Do it.\n\nFails with:\n- aa\n- b: '
    const fitting = 'ü'.repeat((2048 - bytes(head)) / 2)
    const told = (summary: string) =>
      define({ codes: ['aa', 'b'] }, { aa: { kind: 'conflict' }, b: { kind: 'conflict', summary } })
        .description
    expect(bytes(told(fitting))).toBe(2048)
    expect(told(`${fitting}x`)).toBe('Do it.\n\nFails with:\n- aa')
  })

  it('leaves out arguments that do not fit, but not the codes', () => {
    const input = z.object({ a: z.string().default('a'.repeat(3000)) })
    const { description } = define(
      { input, codes: ['busy'] },
      { busy: { kind: 'conflict', message: 'It is in use.' } },
    )
    expect(description).toBe('Do it.\n\nFails with:\n- busy: It is in use.')
  })
})

describe('a definition', () => {
  it.each([
    ['read', true, false, true],
    ['write', false, false, false],
    ['destroy', false, true, false],
  ] as const)(
    'has every hint spelt out for a tool that may %s',
    (effect, readOnlyHint, destructiveHint, idempotentHint) => {
      expect(define({ effect }).annotations).toEqual({
        readOnlyHint,
        destructiveHint,
        idempotentHint,
        openWorldHint: false,
      })
      expect(define({ effect, openWorld: true }).annotations).toEqual({
        readOnlyHint,
        destructiveHint,
        idempotentHint,
        openWorldHint: true,
      })
    },
  )

  it('shows the input that runs and the envelope that is sent', () => {
    const { inputSchema, outputSchema } = define({ input: z.object({ id: z.string() }) })
    expect(inputSchema).toMatchObject({
      type: 'object',
      properties: { id: { type: 'string' } },
      required: ['id'],
      additionalProperties: false,
    })
    expect(outputSchema).toMatchObject({ type: 'object' })
    expect(outputSchema).not.toHaveProperty('anyOf')
    expect(outputSchema).not.toHaveProperty('oneOf')
  })

  it('lists the lean schema of the envelope', () => {
    const { outputSchema } = define({})
    expect(Object.keys(outputSchema?.properties ?? {})).toEqual([
      'success',
      'data',
      'error',
      'meta',
    ])
    expect(outputSchema?.properties?.meta).toEqual({ type: 'object' })
  })

  it('has no output schema if the option says so', () => {
    const server = defineServer({ name: 'fixture', version: '1.0.0', tools: [ping] })
    const [listing] = server.tools()
    if (listing === undefined) throw new Error('the server has no tool')
    expect(toToolDefinition(server, listing, { outputSchemas: false })).not.toHaveProperty(
      'outputSchema',
    )
  })

  it('has a title only where the tool has one', () => {
    expect(define({ title: 'The tool' }).title).toBe('The tool')
    expect(Object.keys(define({}))).toEqual([
      'name',
      'description',
      'inputSchema',
      'outputSchema',
      'annotations',
    ])
  })
})
