import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { ServerInit } from '../../../compile/server-init.ts'
import { definePrompt } from '../../../define/prompt.ts'
import { defineResource } from '../../../define/resource.ts'
import { type AnyTool, defineTool } from '../../../define/tool.ts'
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
