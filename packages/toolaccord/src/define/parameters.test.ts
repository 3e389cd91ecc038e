import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Parameter,
  ParameterFlags,
  type ParameterSet,
  defineParameters,
} from './parameters.ts'

const exposure = defineParameters({
  ev: { range: [-3, 3], default: 0, unit: 'EV', summary: 'Exposure' },
})
const required = defineParameters({ ev: { range: [-3, 3] } })
const temperature = defineParameters({
  temp: { range: [-1, 1], default: 0 },
  tint: { range: [-1, 1], default: 0.5 },
})
const mixed = defineParameters({ temp: { range: [-1, 1] }, tint: { range: [-1, 1], default: 0.5 } })

const messages = (set: ParameterSet, given: unknown): readonly string[] => {
  const resolved = set.resolve(given)
  return resolved.ok ? [] : resolved.issues.map(({ message }) => message)
}

describe('a set of one parameter', () => {
  it.each([
    ['a scalar', 0.7, { ev: 0.7 }],
    ['its default for nothing', undefined, { ev: 0 }],
    ['the lowest value', -3, { ev: -3 }],
    ['the highest value', 3, { ev: 3 }],
    ['the flag of the scalar', new ParameterFlags(0.7, {}), { ev: 0.7 }],
    ['the flag of the name', new ParameterFlags(undefined, { ev: 0.7 }), { ev: 0.7 }],
    ['both flags when they agree', new ParameterFlags(0.7, { ev: 0.7 }), { ev: 0.7 }],
    ['no flags', new ParameterFlags(undefined, {}), { ev: 0 }],
  ])('takes %s', (_, given, values) => {
    expect(exposure.resolve(given)).toEqual({ ok: true, values })
  })

  it.each([
    [
      'an object',
      { ev: 0.7 },
      [
        "An object was given for the one parameter 'ev'. Expected one number: ev from -3 to 3 EV (default 0).",
      ],
    ],
    [
      'an empty object',
      {},
      [
        "An object was given for the one parameter 'ev'. Expected one number: ev from -3 to 3 EV (default 0).",
      ],
    ],
    ['a value over the range', 3.01, ["Parameter 'ev' is 3.01, outside its range -3 to 3 EV."]],
    ['a value under the range', -4, ["Parameter 'ev' is -4, outside its range -3 to 3 EV."]],
    [
      'a text',
      '0.7',
      ['Parameter \'ev\' must be a number, not "0.7". Expected ev from -3 to 3 EV (default 0).'],
    ],
    [
      'null',
      null,
      ["Parameter 'ev' must be a number, not null. Expected ev from -3 to 3 EV (default 0)."],
    ],
    [
      'a list',
      [0.7],
      ["Parameter 'ev' must be a number, not an array. Expected ev from -3 to 3 EV (default 0)."],
    ],
    [
      'a number that is none',
      Number.NaN,
      ["Parameter 'ev' must be a number, not NaN. Expected ev from -3 to 3 EV (default 0)."],
    ],
    [
      'a number without end',
      Infinity,
      ["Parameter 'ev' must be a number, not Infinity. Expected ev from -3 to 3 EV (default 0)."],
    ],
    [
      'both flags when they disagree',
      new ParameterFlags(0.7, { ev: 0.8 }),
      [
        "'ev' was given twice, as 0.7 and as 0.8. Expected one number: ev from -3 to 3 EV (default 0).",
      ],
    ],
    [
      'the flag of a name it does not have',
      new ParameterFlags(undefined, { temp: 1 }),
      ["Unknown parameter 'temp'. Expected one number: ev from -3 to 3 EV (default 0)."],
    ],
    [
      'a wrong name beside the scalar',
      new ParameterFlags(0.7, { eV: 0.7 }),
      [
        "Unknown parameter 'eV'. Did you mean 'ev'? Expected one number: ev from -3 to 3 EV (default 0).",
      ],
    ],
    [
      'flags out of range',
      new ParameterFlags(undefined, { ev: 9 }),
      ["Parameter 'ev' is 9, outside its range -3 to 3 EV."],
    ],
  ])('refuses %s', (_, given, expected) => {
    expect(messages(exposure, given)).toEqual(expected)
  })

  it('asks for a value when it has no default', () => {
    expect(required.resolve(undefined)).toEqual({
      ok: false,
      issues: [
        {
          message: "Parameter 'ev' has no default and was not given. Expected ev from -3 to 3.",
          parameter: 'ev',
        },
      ],
    })
  })
})

describe('a set of several parameters', () => {
  it.each([
    ['all of them', { temp: 0.4, tint: -0.1 }, { temp: 0.4, tint: -0.1 }],
    ['the defaults of those left out', { temp: 0.4 }, { temp: 0.4, tint: 0.5 }],
    [
      'the default of one given as undefined',
      { temp: 0.4, tint: undefined },
      { temp: 0.4, tint: 0.5 },
    ],
    ['all defaults for an empty object', {}, { temp: 0, tint: 0.5 }],
    ['all defaults for nothing', undefined, { temp: 0, tint: 0.5 }],
    ['zero, which is a value', { tint: 0 }, { temp: 0, tint: 0 }],
    ['flags', new ParameterFlags(undefined, { tint: -0.1, temp: 0.4 }), { temp: 0.4, tint: -0.1 }],
  ])('takes %s', (_, given, values) => {
    expect(temperature.resolve(given)).toEqual({ ok: true, values })
  })

  const expected =
    'Expected an object: { temp from -1 to 1 (default 0), tint from -1 to 1 (default 0.5) }.'
  const flags =
    'Expected --param temp=NUMBER --param tint=NUMBER, each of them if wanted: ' +
    'temp from -1 to 1 (default 0), tint from -1 to 1 (default 0.5).'

  it.each([
    ['a scalar', 0.4, [`One value was given for the 2 parameters. ${expected}`]],
    [
      'the flag of the scalar',
      new ParameterFlags(0.4, {}),
      [`One value was given for the 2 parameters. ${flags}`],
    ],
    [
      'the flag of the scalar beside names',
      new ParameterFlags(0.4, { temp: 0.4, tint: 0.4 }),
      [`One value was given for the 2 parameters. ${flags}`],
    ],
    [
      'an unknown name',
      { tmep: 1 },
      [`Unknown parameter 'tmep'. Did you mean 'temp'? ${expected}`],
    ],
    [
      'an unknown name like nothing',
      { contrast: 1 },
      [`Unknown parameter 'contrast'. ${expected}`],
    ],
    [
      'one out of range',
      { temp: 0, tint: 2 },
      ["Parameter 'tint' is 2, outside its range -1 to 1."],
    ],
    [
      'null for one',
      { temp: null },
      ["Parameter 'temp' must be a number, not null. Expected temp from -1 to 1 (default 0)."],
    ],
    [
      'an object for one',
      { temp: {} },
      ["Parameter 'temp' must be a number, not an object. Expected temp from -1 to 1 (default 0)."],
    ],
  ])('refuses %s', (_, given, expected) => {
    expect(messages(temperature, given)).toEqual(expected)
  })

  it('names every fault at once, each with its parameter', () => {
    expect(temperature.resolve({ temp: 5, tint: 'x', hue: 1 })).toMatchObject({
      ok: false,
      issues: [{ parameter: 'hue' }, { parameter: 'temp' }, { parameter: 'tint' }],
    })
  })

  it('asks for those without a default', () => {
    expect(messages(mixed, { tint: 0 })).toEqual([
      "Parameter 'temp' has no default and was not given. Expected temp from -1 to 1.",
    ])
    expect(messages(mixed, undefined)).toHaveLength(1)
  })

  it('does not echo a name or a value of any length', () => {
    const long = 'x'.repeat(100_000)
    expect(messages(temperature, { temp: long, [long]: 1 }).join('').length).toBeLessThan(500)
  })

  it('treats names that every object inherits like any other', () => {
    const odd = defineParameters({
      constructor: { range: [0, 1], default: 0.5 },
      toString: { range: [0, 1], default: 0.5 },
    })
    expect(odd.resolve({})).toEqual({ ok: true, values: { constructor: 0.5, toString: 0.5 } })
    expect(messages(temperature, JSON.parse('{"__proto__":1}'))).toEqual([
      `Unknown parameter '__proto__'. ${expected}`,
    ])
  })
})

describe('a set of no parameters', () => {
  const none = defineParameters({})

  it('takes nothing and refuses anything', () => {
    expect(none.resolve(undefined)).toEqual({ ok: true, values: {} })
    expect(none.resolve(new ParameterFlags(undefined, {}))).toEqual({ ok: true, values: {} })
    expect(messages(none, 1)).toEqual(['It takes no parameters. Expected no value.'])
    expect(messages(none, { ev: 1 })).toEqual(['It takes no parameters. Expected no value.'])
    expect(messages(none, new ParameterFlags(1, {}))).toEqual([
      'It takes no parameters. Expected no value.',
    ])
  })
})

describe('defineParameters', () => {
  it.each<[string, Record<string, Parameter>, RegExp]>([
    ['an empty range', { ev: { range: [3, -3] } }, /'ev' has the empty range 3 to -3/],
    [
      'a range that is not a range',
      { ev: { range: [Number.NaN, 1] } },
      /'ev' has the empty range NaN to 1/,
    ],
    [
      'a default outside its range',
      { ev: { range: [-3, 3], default: 5 } },
      /'ev' has the default 5 outside -3 to 3/,
    ],
    [
      'a default that is not a number',
      { ev: { range: [-3, 3], default: Number.NaN } },
      /'ev' has the default NaN/,
    ],
    [
      'a range without end, which JSON Schema cannot show',
      { ev: { range: [0, Infinity] } },
      /'ev' has the range 0 to Infinity/,
    ],
  ])('refuses %s', (_, parameters, message) => {
    expect(() => defineParameters(parameters)).toThrow(message)
  })

  it('names all faults in one message', () => {
    expect(() =>
      defineParameters({ a: { range: [1, 0] }, b: { range: [0, 1], default: 2 } }),
    ).toThrow(
      "These parameters cannot work: 'a' has the empty range 1 to 0; 'b' has the default 2 outside 0 to 1.",
    )
  })

  it('gives a frozen set that later changes do not reach', () => {
    const parameters = { ev: { range: [-3, 3] as [number, number], default: 0 } }
    const set = defineParameters(parameters)
    expect([Object.isFrozen(set), Object.isFrozen(set.parameters)]).toEqual([true, true])
    parameters.ev = { range: [-9, 9], default: 9 }
    expect(set.resolve(undefined)).toEqual({ ok: true, values: { ev: 0 } })
    expect(set.parameters.ev.default).toBe(0)
  })

  it('shows a number for one and an object for several', () => {
    expect(exposure.jsonSchema).toEqual({
      type: 'number',
      minimum: -3,
      maximum: 3,
      default: 0,
      description: 'Exposure, in EV',
    })
    expect(mixed.jsonSchema).toEqual({
      type: 'object',
      properties: {
        temp: { type: 'number', minimum: -1, maximum: 1, description: 'temp' },
        tint: { type: 'number', minimum: -1, maximum: 1, default: 0.5, description: 'tint' },
      },
      required: ['temp'],
      additionalProperties: false,
    })
  })
})

const finite = fc.double({ noNaN: true, noDefaultInfinity: true })
const name = fc.stringMatching(/^[a-z]{1,6}$/)

const parameter: fc.Arbitrary<Parameter> = fc
  .tuple(finite, finite, fc.boolean())
  .map(([a, b, hasDefault]) => {
    const range = [Math.min(a, b), Math.max(a, b)] as const
    return hasDefault ? { range, default: range[0] } : { range }
  })

const setAndValues = fc
  .dictionary(name, parameter, { minKeys: 1, maxKeys: 4, noNullPrototype: true })
  .chain((parameters) => {
    const values = Object.fromEntries(
      Object.entries(parameters).map(
        ([
          name,
          {
            range: [min, max],
          },
        ]) => [name, fc.double({ min, max, noNaN: true })],
      ),
    )
    return fc.tuple(
      fc.constant(defineParameters(parameters)),
      fc.record(values, { noNullPrototype: true }),
    )
  })

describe('the canonical map', () => {
  it('is the same from every form that is accepted', () => {
    fc.assert(
      fc.property(setAndValues, ([set, values]) => {
        const all = Object.values(values)
        const direct = all.length === 1 ? all[0] : values
        const forms = [
          direct,
          new ParameterFlags(undefined, values),
          ...(all.length === 1
            ? [new ParameterFlags(all[0], {}), new ParameterFlags(all[0], values)]
            : []),
        ]
        for (const form of forms) expect(set.resolve(form)).toEqual({ ok: true, values })
      }),
    )
  })

  it('has every parameter and nothing else, in the order of the definition, frozen', () => {
    fc.assert(
      fc.property(setAndValues, ([set, values]) => {
        const resolved = set.resolve(
          new ParameterFlags(undefined, Object.fromEntries(Object.entries(values).toReversed())),
        )
        expect(resolved.ok && Object.keys(resolved.values)).toEqual(Object.keys(set.parameters))
        expect(resolved.ok && Object.isFrozen(resolved.values)).toBe(true)
      }),
    )
  })

  it('is refused exactly where the JSON Schema of the set refuses', () => {
    const ajv = new Ajv2020({ strict: false })
    const loose = fc.oneof(
      fc.double(),
      fc.jsonValue(),
      fc.dictionary(fc.stringMatching(/^[a-b]{1,2}$/), fc.double({ min: -2, max: 2, noNaN: true })),
    )
    for (const set of [exposure, required, temperature, mixed]) {
      const isShown = ajv.compile(set.jsonSchema)
      fc.assert(
        fc.property(
          fc.oneof(
            loose,
            fc.record(
              { temp: fc.double({ min: -2, max: 2, noNaN: true }), tint: loose },
              { requiredKeys: [] },
            ),
          ),
          (given) => {
            expect(set.resolve(given).ok).toBe(isShown(given))
          },
        ),
      )
    }
  })
})
