import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { ServerInit } from '../../../compile/forms/server-init.ts'
import { definePrompt } from '../../../define/prompt.ts'
import { defineResource } from '../../../define/resource.ts'
import { type AnyTool, defineTool } from '../../../define/tool.ts'
import type { Codebook } from '../../../outcome/codebook.ts'
import { ok } from '../../../outcome/outcome.ts'
import { defineServer } from '../../../server.ts'
import { toServerFacts } from './to-server-facts.ts'

const factsOf = (init: Partial<ServerInit<readonly AnyTool[]>> = {}) =>
  toServerFacts(defineServer({ name: 'fixture', version: '1.0.0', tools: [], ...init }))
const prompt = definePrompt({ name: 'hello', summary: 'Say hello.', write: () => [] })
const resource = defineResource({ uri: 'notes://all', name: 'notes', read: () => ({ text: '' }) })

describe('the facts of a server', () => {
  it('are its name and version, and what else it tells', () => {
    expect(factsOf()).toEqual({
      serverInfo: { name: 'fixture', version: '1.0.0' },
      capabilities: { tools: { listChanged: true } },
    })
    expect(factsOf({ summary: 'A fixture.', instructions: 'Use it.' })).toMatchObject({
      serverInfo: { description: 'A fixture.' },
      instructions: 'Use it.',
    })
  })

  it('promise prompts and resources only where there are some', () => {
    expect(Object.keys(factsOf({ prompts: [prompt] }).capabilities)).toEqual(['tools', 'prompts'])
    expect(Object.keys(factsOf({ resources: [resource] }).capabilities)).toEqual([
      'tools',
      'resources',
    ])
  })

  it('promise completions only where an argument or a variable has some', () => {
    const completing = definePrompt({
      name: 'hello',
      summary: 'Say hello.',
      arguments: { who: { complete: () => [] } },
      write: () => [],
    })
    const template = defineResource({
      uri: 'notes://{id}',
      name: 'note',
      complete: { id: () => [] },
      read: () => undefined,
    })
    expect(factsOf({ prompts: [prompt], resources: [resource] }).capabilities).not.toHaveProperty(
      'completions',
    )
    expect(factsOf({ prompts: [completing] }).capabilities).toHaveProperty('completions', {})
    expect(factsOf({ resources: [template] }).capabilities).toHaveProperty('completions', {})
  })

  it('promise log messages only where a tool talks while it runs', () => {
    const tool = (interactive: boolean) =>
      defineTool({
        name: 'talk',
        summary: 'Talk.',
        output: z.null(),
        effect: 'read',
        interactive,
        run: () => ok(null),
      })
    expect(factsOf({ tools: [tool(false)] }).capabilities).not.toHaveProperty('logging')
    expect(factsOf({ tools: [tool(true)] }).capabilities).toHaveProperty('logging', {})
  })
})

const failing = (name: string, codes: readonly string[]) =>
  defineTool({
    name,
    summary: 'Fail.',
    output: z.null(),
    effect: 'read',
    codes,
    run: () => ok(null),
  })
const many = Array.from({ length: 60 }, (_, index) => `code_${index}`)
const book: Codebook = {
  ...Object.fromEntries(many.map((code) => [code, { kind: 'conflict' } as const])),
  gone: { kind: 'not_found', summary: 'It is not there.', hint: 'List again.' },
  busy: { kind: 'conflict', message: 'It is in use.' },
}

describe('the instructions of a server', () => {
  it('end with the codes that its tools share, those of most tools first', () => {
    const { instructions } = factsOf({
      instructions: 'Begin with list.',
      codes: book,
      tools: [
        failing('a', ['busy', 'gone', 'code_1']),
        failing('b', ['busy', 'gone', 'TIMEOUT']),
        failing('c', ['gone']),
      ],
    })
    expect(instructions).toBe(
      [
        'Begin with list.',
        '',
        'Codes of every tool: MISSING_REQUIRED, INVALID_FORMAT, VALIDATION_ERROR, TIMEOUT, ' +
          'INTERNAL_ERROR.',
        '',
        'Codes of several tools:',
        '- gone: It is not there.',
        '- busy: It is in use.',
      ].join('\n'),
    )
  })

  it('name consent and missing scopes only where a tool needs them', () => {
    const free = failing('free', [])
    const instructions = (tool: AnyTool) => factsOf({ tools: [free, tool] }).instructions
    expect(instructions(failing('other', []))).not.toMatch(/CONSENT|FORBIDDEN/)
    expect(instructions({ ...failing('wipe', []), effect: 'destroy' })).toMatch(/CONSENT_REQUIRED/)
    expect(instructions({ ...failing('read', []), scopes: ['notes:read'] })).toMatch(/FORBIDDEN/)
  })

  it('are at most 2 KB: codes are left out before the words of the author', () => {
    const tools = [failing('a', many), failing('b', many)]
    const bytes = (text = '') => new TextEncoder().encode(text).length
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 3000, size: 'max' }), (own) => {
        const { instructions } = factsOf({ instructions: own, codes: book, tools })
        expect(bytes(instructions)).toBeLessThanOrEqual(2048)
        if (bytes(own) <= 2048) expect(instructions?.startsWith(own)).toBe(true)
        else expect(instructions?.endsWith('…')).toBe(true)
      }),
      { numRuns: 50, endOnFailure: true },
    )
  })
})
