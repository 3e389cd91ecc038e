import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { defineTool } from '../../../define/tool.ts'
import { ok } from '../../../outcome/outcome.ts'
import type { Schema } from '../../../schema/schema.ts'
import { defineServer } from '../../../server.ts'
import { toCommand } from '../commands/commands.ts'
import { toExample } from './to-example.ts'

function example(input: Schema, positionals: readonly string[] = []): string[] {
  // The cast gives names that the schema has but its erased type does not show.
  const cli = { positionals: positionals as never[] }
  const tool = defineTool({
    name: 'do_it',
    summary: 'Do it.',
    input,
    output: z.object({}),
    effect: 'read',
    cli,
    run: () => ok({}),
  })
  return defineServer({ name: 's', version: '1', tools: [tool] })
    .tools()
    .map((tool) => toCommand(tool))
    .map((command) => toExample(command, 's'))
}

const Tree = z.object({
  name: z.string(),
  get children() {
    return z.array(Tree)
  },
})

describe('the example of a command', () => {
  it.each([
    [
      'what is required and nothing else',
      z.object({ id: z.string(), more: z.string().optional() }),
      's do-it --id ID',
    ],
    [
      'one flag where nothing is required',
      z.object({ tag: z.string().optional(), more: z.string().optional() }),
      's do-it --tag TAG',
    ],
    ['nothing where there is nothing', z.object({}), 's do-it'],
    [
      'the author’s own example first',
      z.object({ id: z.string().meta({ examples: ['n 1'] }) }),
      "s do-it --id 'n 1'",
    ],
    ['a choice', z.object({ sort: z.enum(['asc', 'desc']) }), 's do-it --sort asc'],
    [
      'a number in its range',
      z.object({ size: z.int().min(5).max(9), back: z.number().max(-2), far: z.number().min(7) }),
      's do-it --size 5 --back -2 --far 7',
    ],
    [
      'a format',
      z.object({ day: z.iso.date(), mail: z.email() }),
      's do-it --day 2026-01-31 --mail ada@example.org',
    ],
    ['a switch', z.object({ force: z.boolean() }), 's do-it --force'],
    ['one item of a list', z.object({ sizes: z.array(z.int()) }), 's do-it --sizes 1'],
    [
      'an object as JSON',
      z.object({ place: z.object({ x: z.number(), y: z.number().optional(), on: z.boolean() }) }),
      `s do-it --place '{"x":1,"on":true}'`,
    ],
    [
      'a recursive object as JSON that ends',
      z.object({ tree: Tree }),
      `s do-it --tree '{"name":"NAME","children":[]}'`,
    ],
  ])('shows %s', (_, input, line) => {
    expect(example(input)).toEqual([line])
  })

  it('gives positionals by position', () => {
    expect(example(z.object({ id: z.string(), size: z.int() }), ['id'])).toEqual([
      's do-it ID --size 1',
    ])
  })
})
