import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { silentLog } from '../log/log.ts'
import { ok } from '../outcome/outcome.ts'
import { fromJsonSchema } from '../schema/from-json-schema.ts'
import { defineServer } from '../server.ts'
import { ParameterFlags, type ParameterSet, defineParameters } from './parameters.ts'
import { defineTool } from './tool.ts'
import { withParameters } from './with-parameters.ts'

const ev = defineParameters({ ev: { range: [-3, 3], default: 0, unit: 'EV' } })
const colour = defineParameters({
  temp: { range: [-1, 1], default: 0 },
  tint: { range: [-1, 1], default: 0.5 },
})
const bare = defineParameters({ low: { range: [0, 1] }, high: { range: [0, 1] } })
const presets = new Map<string, ParameterSet>([
  ['exposure', ev],
  ['colour', colour],
  ['levels', bare],
])

const output = z.object({ values: z.record(z.string(), z.number()), mask: z.string().optional() })
const Entry = z.object({ entry: z.string(), mask: z.string().optional() })

const expose = defineTool({
  name: 'expose',
  summary: 'A fixed set of one.',
  input: withParameters(z.object({ image: z.string(), mask: z.string().optional() }), ev),
  output,
  effect: 'write',
  run: ({ value, mask }) => ok({ values: { ...value }, mask }),
})

const tone = defineTool({
  name: 'tone',
  summary: 'A fixed set of several.',
  input: withParameters(z.object({ image: z.string() }), colour),
  output,
  effect: 'write',
  run: ({ value }) => ok({ values: value }),
})

const level = defineTool({
  name: 'level',
  summary: 'A fixed set without defaults.',
  input: withParameters(z.object({}), bare),
  output,
  effect: 'write',
  run: ({ value }) => ok({ values: value }),
})

const apply = defineTool({
  name: 'apply',
  summary: 'A set that another argument chooses.',
  input: withParameters(Entry, async ({ entry }) => presets.get(entry)),
  output,
  effect: 'write',
  codes: ['NOT_FOUND'],
  run({ entry, value, mask }, call) {
    if (!presets.has(entry))
      return call.fail('NOT_FOUND', { path: 'entry', message: `There is no entry '${entry}'.` })
    return ok({ values: value, mask })
  },
})

const server = defineServer({
  name: 'darkroom',
  version: '1',
  tools: [expose, tone, level, apply],
  log: silentLog,
})

/** The values that the tool saw, or the problems that the caller sees. */
async function call(tool: string, args: unknown): Promise<unknown> {
  const outcome = await server.callByName(tool, args)
  return outcome.ok ? outcome.data : outcome.problems.map(({ path, message }) => [path, message])
}

const one = 'Expected one number: ev from -3 to 3 EV (default 0).'
const several =
  'Expected an object: { temp from -1 to 1 (default 0), tint from -1 to 1 (default 0.5) }.'
const flags =
  'Expected --param temp=NUMBER --param tint=NUMBER, each of them if wanted: ' +
  'temp from -1 to 1 (default 0), tint from -1 to 1 (default 0.5).'

describe.each([
  ['a fixed set of one', 'expose', { image: 'i' }],
  ['a chosen set of one', 'apply', { entry: 'exposure' }],
])('a tool with %s', (_, tool, rest) => {
  it.each([
    ['a scalar', 0.7, { ev: 0.7 }],
    ['nothing', undefined, { ev: 0 }],
    ['the scalar flag', new ParameterFlags(0.7, {}), { ev: 0.7 }],
    ['the named flag', new ParameterFlags(undefined, { ev: 0.7 }), { ev: 0.7 }],
    ['flags that agree', new ParameterFlags(0.7, { ev: 0.7 }), { ev: 0.7 }],
  ])('sees values by name for %s', async (_, value, values) => {
    expect(await call(tool, { ...rest, value })).toEqual({ values })
  })

  it.each([
    ['out of range', 5, "Parameter 'ev' is 5, outside its range -3 to 3 EV."],
    ['an object', { ev: 0.7 }, `An object was given for the one parameter 'ev'. ${one}`],
    [
      'a number in a string',
      '0.7',
      'Parameter \'ev\' must be a number, not "0.7". Expected ev from -3 to 3 EV (default 0).',
    ],
    [
      'flags that disagree',
      new ParameterFlags(1, { ev: 2 }),
      `'ev' was given twice, as 1 and as 2. ${one}`,
    ],
    [
      'a flag out of range',
      new ParameterFlags(undefined, { ev: 9 }),
      "Parameter 'ev' is 9, outside its range -3 to 3 EV.",
    ],
    [
      'a flag with another name',
      new ParameterFlags(undefined, { eb: 1 }),
      `Unknown parameter 'eb'. Did you mean 'ev'? ${one}`,
    ],
  ])('refuses %s and says what is expected', async (_, value, message) => {
    expect(await call(tool, { ...rest, value })).toEqual([['value', message]])
  })
})

describe.each([
  ['a fixed set of several', 'tone', { image: 'i' }],
  ['a chosen set of several', 'apply', { entry: 'colour' }],
])('a tool with %s', (_, tool, rest) => {
  it.each([
    ['an object', { temp: 0.4, tint: -0.1 }, { temp: 0.4, tint: -0.1 }],
    ['an object in a string', '{"temp":0.4}', { temp: 0.4, tint: 0.5 }],
    ['nothing', undefined, { temp: 0, tint: 0.5 }],
    ['named flags', new ParameterFlags(undefined, { tint: -0.1 }), { temp: 0, tint: -0.1 }],
  ])('sees values by name for %s', async (_, value, values) => {
    expect(await call(tool, { ...rest, value })).toEqual({ values })
  })

  it.each([
    ['a scalar', 0.4, 'value', `One value was given for the 2 parameters. ${several}`],
    [
      'the scalar flag',
      new ParameterFlags(0.4, {}),
      'value',
      `One value was given for the 2 parameters. ${flags}`,
    ],
    [
      'an unknown name',
      { tmep: 1 },
      'value.tmep',
      `Unknown parameter 'tmep'. Did you mean 'temp'? ${several}`,
    ],
    [
      'a value out of range',
      { tint: 2 },
      'value.tint',
      "Parameter 'tint' is 2, outside its range -1 to 1.",
    ],
    [
      'a flag out of range',
      new ParameterFlags(undefined, { tint: 2 }),
      'value',
      "Parameter 'tint' is 2, outside its range -1 to 1.",
    ],
  ])('refuses %s and says what is expected', async (_, value, path, message) => {
    expect(await call(tool, { ...rest, value })).toEqual([[path, message]])
  })
})

describe('withParameters', () => {
  it('reports every missing parameter once, where it belongs', async () => {
    const missing = (name: string) => [
      `value.${name}`,
      `Parameter '${name}' has no default and was not given. Expected ${name} from 0 to 1.`,
    ]
    expect(await call('level', {})).toEqual([missing('low'), missing('high')])
    expect(await call('level', { value: { low: 0 } })).toEqual([missing('high')])
  })

  it('asks for the one parameter of a set at the argument itself', async () => {
    const tool = defineTool({
      name: 'one',
      summary: 'One without a default.',
      input: withParameters(z.object({}), defineParameters({ ev: { range: [-3, 3] } })),
      output,
      effect: 'read',
      run: ({ value }) => ok({ values: value }),
    })
    const outcome = await defineServer({ name: 'one', version: '1', tools: [tool] }).call('one', {})
    expect(outcome).toMatchObject({
      ok: false,
      problems: [
        {
          code: 'MISSING_REQUIRED',
          path: 'value',
          message: "Parameter 'ev' has no default and was not given. Expected ev from -3 to 3.",
        },
      ],
    })
  })

  it('tells a missing parameter from a bad one by its code', async () => {
    const codes = async (value: unknown) => {
      const outcome = await server.callByName('level', { value })
      return outcome.ok ? [] : outcome.problems.map(({ code }) => code)
    }
    expect(await codes({ low: 0 })).toEqual(['MISSING_REQUIRED'])
    expect(await codes({ low: 0, high: 2 })).toEqual(['VALIDATION_ERROR'])
  })

  it('reports parameters and other arguments together', async () => {
    expect(await call('expose', { image: 1, value: 5, more: 1 })).toEqual([
      ['more', "Unknown argument 'more'."],
      ['image', "'image' must be string, not a number."],
      ['value', "Parameter 'ev' is 5, outside its range -3 to 3 EV."],
    ])
  })

  it('leaves a choice that is not known to the tool', async () => {
    expect(await call('apply', { entry: 'nowhere', value: 1 })).toEqual([
      ['entry', "There is no entry 'nowhere'."],
    ])
  })

  it('asks for the argument that chooses before it looks at the parameters', async () => {
    expect(await call('apply', { value: 99 })).toEqual([
      ['entry', "Missing required argument 'entry'."],
    ])
  })

  it('leaves other arguments independent of the parameters', async () => {
    expect(await call('expose', { image: 'i', value: 0.7, mask: 'm' })).toEqual({
      values: { ev: 0.7 },
      mask: 'm',
    })
    expect(await call('expose', { image: 'i', mask: 'm' })).toEqual({
      values: { ev: 0 },
      mask: 'm',
    })
  })

  it('shows the argument as the set is, required only when a parameter has no default', () => {
    const shown = Object.fromEntries(
      server.tools().map(({ name, inputSchema }) => [name, inputSchema]),
    )
    expect(shown.expose).toMatchObject({
      properties: {
        value: { type: 'number', minimum: -3, maximum: 3, default: 0, 'x-parameters': true },
      },
      required: ['image'],
      additionalProperties: false,
    })
    expect(shown.tone).toMatchObject({
      properties: { value: { type: 'object', additionalProperties: false } },
      required: ['image'],
    })
    expect(shown.level?.required).toEqual(['value'])
    expect(shown.apply).toMatchObject({
      properties: {
        value: {
          anyOf: [{ type: 'number' }, { type: 'object', additionalProperties: { type: 'number' } }],
        },
      },
      required: ['entry'],
    })
  })

  it('takes any schema, plain JSON Schema included', async () => {
    const tool = defineTool({
      name: 'plain',
      summary: 'A plain schema.',
      input: withParameters(
        fromJsonSchema<{ image: string }>({
          type: 'object',
          properties: { image: { type: 'string' } },
          required: ['image'],
        }),
        ev,
      ),
      output,
      effect: 'read',
      run: ({ value }) => ok({ values: { ...value } }),
    })
    const plain = defineServer({ name: 'plain', version: '1', tools: [tool] })
    expect(await plain.call('plain', { image: 'i', value: 1 })).toMatchObject({
      ok: true,
      data: { values: { ev: 1 } },
    })
    expect(await plain.callByName('plain', { value: 1 })).toMatchObject({
      ok: false,
      problems: [{ path: 'image' }],
    })
  })
})
