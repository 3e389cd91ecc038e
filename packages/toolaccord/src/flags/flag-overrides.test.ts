import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type FlagSwitch, parseSwitches, toSwitches } from './flag-overrides.ts'

describe('overrides as an object', () => {
  it('become switches', () => {
    expect(
      toSwitches(
        { server: { a: true, b: undefined }, clients: { inspector: { a: false } } },
        'overrides',
      ),
    ).toEqual([
      { flag: 'a', client: undefined, on: true },
      { flag: 'a', client: 'inspector', on: false },
    ])
  })

  it('may name a client like a member of every object', () => {
    const overrides: unknown = JSON.parse(
      '{ "clients": { "__proto__": { "a": true }, "constructor": { "a": true } } }',
    )
    expect(toSwitches(overrides, 'overrides').map(({ client }) => client)).toEqual([
      '__proto__',
      'constructor',
    ])
  })

  it.each<[string, unknown, string]>([
    ['a list', [], 'overrides: must be one object with the members server and clients.'],
    ['nothing', null, 'overrides: must be one object with the members server and clients.'],
    [
      'an unknown member',
      { client: {} },
      "overrides: 'client' is unknown, only server and clients are known.",
    ],
    [
      'a text for a boolean',
      { server: { a: 'on' } },
      "overrides: 'a' of server must be true or false.",
    ],
    [
      'no object for a client',
      { clients: { inspector: true } },
      "overrides: client 'inspector' must be an object of flag names and booleans.",
    ],
    ['a list of clients', { clients: [] }, 'overrides: clients must be an object of client names.'],
    [
      'two faults',
      { server: 1, clients: { c: { a: 1 } } },
      "overrides: server must be an object of flag names and booleans; 'a' of client 'c' must be true or false.",
    ],
  ])('are refused with %s', (_, overrides, message) => {
    expect(() => toSwitches(overrides, 'overrides')).toThrow(new TypeError(message))
  })
})

describe('overrides as a text', () => {
  it.each<[string, readonly FlagSwitch[]]>([
    ['', []],
    [' , ', []],
    ['a=on', [{ flag: 'a', client: undefined, on: true }]],
    [
      'a=on, b=off',
      [
        { flag: 'a', client: undefined, on: true },
        { flag: 'b', client: undefined, on: false },
      ],
    ],
    ['a@claude-code=on', [{ flag: 'a', client: 'claude-code', on: true }]],
    ['a@ada@example.org=off', [{ flag: 'a', client: 'ada@example.org', on: false }]],
    ['a@x=on=off', [{ flag: 'a', client: 'x=on', on: false }]],
  ])('%j is read', (text, switches) => {
    expect(parseSwitches(text, 'TOOLACCORD_FLAGS')).toEqual(switches)
  })

  it('are refused with every part that cannot be read', () => {
    expect(() => parseSwitches('a,b=yes,c=on,@x=on,d@=on', 'TOOLACCORD_FLAGS')).toThrow(
      new TypeError(
        "TOOLACCORD_FLAGS: 'a', 'b=yes', '@x=on', 'd@=on' cannot be read; write flag=on, flag=off or flag@client=on, with commas between.",
      ),
    )
  })

  it('come back as they were written, for any client without a comma', () => {
    const client = fc.string({ minLength: 1 }).map((text) => text.replaceAll(/[,\s]/g, '_'))
    const one = fc.record({
      flag: fc.stringMatching(/^[a-z][a-z0-9_]{0,9}$/),
      client: fc.option(client, { nil: undefined }),
      on: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(one), (switches) => {
        const text = switches
          .map(
            ({ flag, client, on }) =>
              `${flag}${client === undefined ? '' : `@${client}`}=${on ? 'on' : 'off'}`,
          )
          .join()
        expect(parseSwitches(text, 'TOOLACCORD_FLAGS')).toEqual(switches)
      }),
    )
  })
})
