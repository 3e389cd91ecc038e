import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { runCommand } from '../../../../test/run-command.ts'
import { type ParameterSet, defineParameters } from '../../../define/parameters.ts'
import { defineTool } from '../../../define/tool.ts'
import { withParameters } from '../../../define/with-parameters.ts'
import { ok } from '../../../outcome/outcome.ts'
import { defineServer } from '../../../server.ts'

const anyOutput = z.object({ input: z.unknown() })

const shape = defineTool({
  name: 'shape',
  summary: 'Give back its arguments.',
  input: z.object({
    text: z.string().optional(),
    count: z.int().min(-9).max(9).optional(),
    ratio: z.number().nullable().optional(),
    draft: z.boolean().optional(),
    sort: z.enum(['asc', 'desc']).optional(),
    tags: z.array(z.string()).optional(),
    sizes: z.array(z.int()).optional(),
    filter: z
      .object({
        since: z.string(),
        min_size: z.int(),
        tags: z.array(z.string()),
        deep: z.object({ on: z.boolean() }),
      })
      .partial()
      .optional(),
    labels: z.record(z.string(), z.int()).optional(),
    points: z.array(z.object({ x: z.number() })).optional(),
    any_thing: z.unknown().optional(),
  }),
  output: anyOutput,
  effect: 'read',
  cli: { flags: { sizes: 'size' } },
  run: (input) => ok({ input }),
})

const move = defineTool({
  name: 'move_files',
  summary: 'Give back its positionals.',
  input: z.object({
    target: z.string(),
    level: z.int().optional(),
    files: z.array(z.string()).default([]),
  }),
  output: anyOutput,
  effect: 'write',
  cli: { positionals: ['target', 'level', 'files'], flags: { files: 'file' } },
  run: (input) => ok({ input }),
})

const one = defineParameters({ ev: { range: [-3, 3], default: 0 } })
const two = defineParameters({ temp: { range: [-1, 1], default: 0 }, tint: { range: [-1, 1] } })

const expose = defineTool({
  name: 'expose',
  summary: 'Take one parameter.',
  input: withParameters(z.object({}), one),
  output: anyOutput,
  effect: 'write',
  run: (input) => ok({ input }),
})

const balance = defineTool({
  name: 'balance',
  summary: 'Take two parameters.',
  input: withParameters(z.object({}), two),
  output: anyOutput,
  effect: 'write',
  cli: { flags: { value: 'amount' } },
  run: (input) => ok({ input }),
})

const apply = defineTool({
  name: 'apply_primitive',
  summary: 'Take the parameters of its entry.',
  input: withParameters(
    z.object({ entry: z.enum(['exposure', 'temperature']) }),
    ({ entry }): ParameterSet => (entry === 'exposure' ? one : two),
  ),
  output: anyOutput,
  effect: 'write',
  cli: { positionals: ['entry'] },
  run: (input) => ok({ input }),
})

const server = defineServer({
  name: 'shapes',
  version: '1.0.0',
  tools: [shape, move, expose, balance, apply],
})

/** The input that the tool saw, or the code, message and hint of every problem. */
async function read(...argv: string[]): Promise<unknown> {
  const { out, err } = await runCommand(server, ['--json', '--dialect', 'dtpr', '-q', ...argv])
  const { data, errors } = JSON.parse(out + err)
  if (data?.input !== undefined) return data.input
  return errors.map(({ code, message, fix_hint }: Record<string, string>) => [
    code,
    message,
    fix_hint,
  ])
}

describe('flags from a schema', () => {
  it.each([
    [['--text', '5'], { text: '5' }],
    [['--count', '-3'], { count: -3 }],
    [['--ratio=+0.4'], { ratio: 0.4 }],
    [['--ratio', 'null'], { ratio: null }],
    [['--draft'], { draft: true }],
    [['--no-draft'], { draft: false }],
    [['--sort', 'desc'], { sort: 'desc' }],
    [['--tags', 'a', '--tags=b'], { tags: ['a', 'b'] }],
    [['--tags', '["a","b"]'], { tags: ['a', 'b'] }],
    [['--tags=[]'], { tags: [] }],
    [['--size', '1', '--size', '2'], { sizes: [1, 2] }],
    [['--filter', '{"since":"2026"}'], { filter: { since: '2026' } }],
    [
      ['--filter.since', '2026', '--filter.min-size', '4'],
      { filter: { since: '2026', min_size: 4 } },
    ],
    [
      ['--filter', '{"since":"2026"}', '--filter.min_size=4'],
      { filter: { since: '2026', min_size: 4 } },
    ],
    [['--filter.tags', 'a', '--filter.tags', 'b'], { filter: { tags: ['a', 'b'] } }],
    [['--filter.deep.on'], { filter: { deep: { on: true } } }],
    [['--no-filter.deep.on'], { filter: { deep: { on: false } } }],
    [['--labels.red', '1', '--labels.dark-blue=2'], { labels: { red: 1, 'dark-blue': 2 } }],
    [['--points', '{"x":1}', '--points', '{"x":2}'], { points: [{ x: 1 }, { x: 2 }] }],
    [['--any-thing', '[1,{"a":null}]'], { any_thing: [1, { a: null }] }],
    [['--any-thing.x', '1'], { any_thing: { x: 1 } }],
    [[], {}],
  ])('reads %j', async (argv, input) => {
    expect(await read('shape', ...argv)).toEqual(input)
  })

  it.each([
    [['--size', 'x'], 'sizes[0]'],
    [['--count', '1', '--count', '2'], 'count'],
    [['--filter', '{oops'], 'filter'],
    [['--sort', 'up'], 'sort'],
    [['--draft=maybe'], 'draft'],
  ])('leaves %j to the schema, which names it', async (argv, path) => {
    expect(await read('shape', ...argv)).toEqual([
      [
        expect.any(String),
        expect.stringContaining(`'${path}'`),
        expect.stringContaining('Accepted: '),
      ],
    ])
  })

  it('offers the nearest flag, nested ones included', async () => {
    expect(await read('shape', '--filter.snice', '2026')).toEqual([
      ['VALIDATION_ERROR', 'Unknown flag --filter.snice.', 'Did you mean --filter.since?'],
    ])
  })

  it('reports every wrong flag at once', async () => {
    expect(await read('shape', '--txet', 'a', '--sort')).toEqual([
      ['VALIDATION_ERROR', 'Unknown flag --txet.', 'Did you mean --text?'],
      ['INVALID_FORMAT', '--sort needs a value.', expect.stringContaining('--sort asc|desc')],
    ])
  })

  it('gives any text and number back as it was given', async () => {
    const tags = fc.array(fc.string(), { minLength: 2 })
    const args = fc.record({
      text: fc.string({ unit: 'binary' }),
      count: fc.integer({ min: -9, max: 9 }),
      draft: fc.boolean(),
      tags,
    })
    await fc.assert(
      fc.asyncProperty(args, async (given) => {
        const { text, count, draft, tags } = given
        const argv = [
          `--text=${text}`,
          '--count',
          String(count),
          draft ? '--draft' : '--no-draft',
          ...tags.map((tag) => `--tags=${tag}`),
        ]
        expect(await read('shape', ...argv)).toEqual(given)
      }),
      { numRuns: 50 },
    )
  })
})

describe('positionals', () => {
  it.each([
    [['a'], { target: 'a', files: [] }],
    [['a', '-1', 'x', 'y'], { target: 'a', level: -1, files: ['x', 'y'] }],
    [['--target', 'a', '2', 'x'], { target: 'a', level: 2, files: ['x'] }],
    [['a', '2', 'x', '--file', 'w'], { target: 'a', level: 2, files: ['w', 'x'] }],
    [['a', '1', '--', '--x'], { target: 'a', level: 1, files: ['--x'] }],
  ])('are read from %j', async (argv, input) => {
    expect(await read('move-files', ...argv)).toEqual(input)
    expect(await read('move_files', ...argv)).toEqual(input)
  })

  it('are refused when there are more than places', async () => {
    const hint = 'Quote a value that contains spaces; give other arguments as flags.'
    expect(await read('shape', 'stray')).toEqual([
      ['INVALID_FORMAT', "Unexpected argument 'stray': this command takes no arguments.", hint],
    ])
    expect(await read('apply-primitive', 'exposure', 'b', 'c')).toEqual([
      ['INVALID_FORMAT', "Unexpected argument 'b': this command takes 1 argument.", hint],
    ])
  })
})

describe('parameters', () => {
  it.each([
    [['expose', '--value', '0.7'], { value: { ev: 0.7 } }],
    [['expose', '--param', 'ev=+0.4'], { value: { ev: 0.4 } }],
    [['expose', '--value', '0.5', '--param', 'ev=0.5'], { value: { ev: 0.5 } }],
    [['expose', '--value=-1', '--value=-1.0'], { value: { ev: -1 } }],
    [['expose'], { value: { ev: 0 } }],
    [
      ['balance', '--param', 'temp=+0.4', '--param', 'tint=-0.1'],
      { value: { temp: 0.4, tint: -0.1 } },
    ],
    [['balance', '--param', 'tint=1'], { value: { temp: 0, tint: 1 } }],
    [['apply-primitive', 'exposure', '--value', '2'], { entry: 'exposure', value: { ev: 2 } }],
    [
      ['apply-primitive', 'temperature', '--param=tint=0.5'],
      { entry: 'temperature', value: { temp: 0, tint: 0.5 } },
    ],
  ])('are read from %j', async (argv, input) => {
    expect(await read(...argv)).toEqual(input)
  })

  it.each([
    [
      ['expose', '--value', '5'],
      'VALIDATION_ERROR',
      "Parameter 'ev' is 5, outside its range -3 to 3",
    ],
    [
      ['expose', '--value', 'much'],
      'VALIDATION_ERROR',
      `Parameter 'ev' must be a number, not "much"`,
    ],
    [
      ['expose', '--value', '1', '--param', 'ev=2'],
      'VALIDATION_ERROR',
      "'ev' was given twice, as 1 and as 2",
    ],
    [
      ['expose', '--value', '1', '--value', '2'],
      'VALIDATION_ERROR',
      '--value was given twice, as 1 and as 2.',
    ],
    [
      ['balance', '--param', 'temp=0', '--param', 'temp=1', '--param', 'tint=0'],
      'VALIDATION_ERROR',
      'temp was given twice, as 0 and as 1.',
    ],
    [['balance', '--amount', '1'], 'VALIDATION_ERROR', 'One value was given for'],
    [
      ['balance', '--param', 'tnit=1', '--param', 'tint=0'],
      'VALIDATION_ERROR',
      "Unknown parameter 'tnit'. Did you mean 'tint'?",
    ],
    [
      ['balance', '--param', 't=1', '--param', 'tint=0'],
      'VALIDATION_ERROR',
      "Unknown parameter 't'.",
    ],
    [
      ['balance', '--param', 'tint'],
      'INVALID_FORMAT',
      "--param 'tint' does not name a parameter and its value.",
      expect.stringContaining('NAME=NUMBER'),
    ],
    [
      ['balance', '--param', '=1'],
      'INVALID_FORMAT',
      "--param '=1' does not name a parameter and its value.",
      expect.stringContaining('NAME=NUMBER'),
    ],
    [
      ['balance', '--param', '__proto__=1', '--param', 'tint=0'],
      'VALIDATION_ERROR',
      "Unknown parameter '__proto__'.",
    ],
  ])('are refused in %j', async (argv, code, message, hint: unknown = undefined) => {
    expect(await read(...argv)).toEqual([[code, expect.stringContaining(message), hint]])
  })

  it('have no --param on a command without them', async () => {
    expect(await read('shape', '--param', 'a=1')).toEqual([
      ['VALIDATION_ERROR', 'Unknown flag --param.', expect.any(String)],
    ])
  })
})
