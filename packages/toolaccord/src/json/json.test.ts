import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findFormFault, isDeeperThan, isRecord, sameJson, toPath } from './json.ts'

const overTheWire = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

/** `[[[…]]]` or `{a:{a:…}}`, with that many levels. */
const nested = (levels: number, wrap: (inner: unknown) => unknown): unknown => {
  let value: unknown = 'leaf'
  for (let level = 0; level < levels; level++) value = wrap(value)
  return value
}

describe('sameJson', () => {
  it('holds for a value and its copy over the wire', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(sameJson(value, overTheWire(value))).toBe(true)
      }),
    )
  })

  it('holds exactly when the wire forms are deeply equal', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 2 }), fc.jsonValue({ maxDepth: 2 }), (a, b) => {
        expect(sameJson(a, b)).toBe(
          fc.stringify(sorted(overTheWire(a))) === fc.stringify(sorted(overTheWire(b))),
        )
      }),
    )
  })

  it.each([
    ['the order of keys', { a: 1, b: 2 }, { b: 2, a: 1 }],
    ['properties that are undefined', { a: 1, b: undefined }, { a: 1 }],
    ['the sign of zero', { a: 0 }, { a: -0 }],
  ])('does not mind %s', (_, a, b) => {
    expect(sameJson(a, b)).toBe(true)
    expect(sameJson(b, a)).toBe(true)
  })

  it.each([
    ['an empty array and an empty object', [], {}],
    ['null and an empty object', null, {}],
    ['null and an absent property', { a: null }, {}],
    ['a number and its digits', 1, '1'],
    ['arrays of another order', [1, 2], [2, 1]],
    ['an array and its beginning', [1, 2], [1]],
    ['a property and one inherited by every object', { constructor: Object }, {}],
  ])('distinguishes %s', (_, a, b) => {
    expect(sameJson(a, b)).toBe(false)
    expect(sameJson(b, a)).toBe(false)
  })
})

/** The value with the keys of its objects in one order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isRecord(value)) return value
  const keys = Object.keys(value).toSorted()
  return { members: keys.map((key) => [key, sorted(value[key])]) }
}

describe('isRecord', () => {
  it.each([
    [{}, true],
    [{ a: 1 }, true],
    [Object.create(null), true],
    [[], false],
    [null, false],
    [undefined, false],
    ['{}', false],
    [1, false],
  ])('says of %j: %s', (value, expected) => {
    expect(isRecord(value)).toBe(expected)
  })
})

describe('isDeeperThan', () => {
  it.each([
    ['arrays', (inner: unknown) => [inner]],
    ['objects', (inner: unknown) => ({ a: inner })],
    ['arrays beside leaves', (inner: unknown) => [1, inner, 2]],
  ])('counts nested %s exactly', (_, wrap) => {
    expect(isDeeperThan(nested(64, wrap), 64)).toBe(false)
    expect(isDeeperThan(nested(65, wrap), 64)).toBe(true)
  })

  it('counts no level for a leaf and one for an empty container', () => {
    expect([
      isDeeperThan('x', 0),
      isDeeperThan(null, 0),
      isDeeperThan([], 0),
      isDeeperThan({}, 0),
      isDeeperThan([], 1),
    ]).toEqual([false, false, true, true, false])
  })

  it('ends on nesting that would overflow the stack, and on a cycle', () => {
    const cycle: unknown[] = []
    cycle.push(cycle, cycle)
    const deep = nested(200_000, (inner) => [inner])
    expect(isDeeperThan(deep, 64)).toBe(true)
    expect(isDeeperThan(cycle, 64)).toBe(true)
  })
})

describe('toPath', () => {
  it.each([
    [[], ''],
    [['a'], 'a'],
    [['a', 'b'], 'a.b'],
    [['elements', 0, 'id'], 'elements[0].id'],
    [[0], '[0]'],
    [['two words'], '["two words"]'],
    [['a', 'b.c'], 'a["b.c"]'],
    [['a', ''], 'a[""]'],
    [['a', '"'], 'a["\\""]'],
    [['note-id', 'x_1'], 'note-id.x_1'],
    [[Symbol('mark')], '["Symbol(mark)"]'],
  ])('writes %j as %s', (keys, path) => {
    expect(toPath(keys)).toBe(path)
  })

  it('writes different places differently', () => {
    const key = fc.oneof(fc.string(), fc.nat(), fc.constantFrom('a', '0', 'a.b', '[0]', '["a"]'))
    fc.assert(
      fc.property(fc.array(key, { maxLength: 4 }), fc.array(key, { maxLength: 4 }), (a, b) => {
        expect(toPath(a) === toPath(b)).toBe(fc.stringify(a) === fc.stringify(b))
      }),
    )
  })
})

describe('findFormFault', () => {
  it('agrees with isDeeperThan about depth, and with JSON.stringify about numbers', () => {
    const value = fc.jsonValue({ maxDepth: 5 })
    fc.assert(
      fc.property(value, fc.nat(6), (json, limit) => {
        const expected = isDeeperThan(json, limit) ? 'depth' : undefined
        expect(findFormFault(json, limit)).toBe(expected)
        for (const odd of [Infinity, -Infinity, Number.NaN]) {
          expect(findFormFault({ json: [json, odd] }, 9)).toBe('number')
        }
      }),
    )
  })
})
