import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type FlagSwitch, readFlagOverrides, readFlagVariable } from './flag-overrides.ts'

const read = (overrides: unknown) => readFlagOverrides(overrides, 'overrides')

describe('overrides as an object', () => {
  it('become switches', () => {
    const server = { a: true, b: undefined }
    const clients = { inspector: { a: false } }
    expect(read({ server, clients })).toEqual([
      { flag: 'a', client: undefined, on: true },
      { flag: 'a', client: 'inspector', on: false },
    ])
  })

  it('may name a client like a property of every object', () => {
    const overrides: unknown = JSON.parse(
      '{ "clients": { "__proto__": { "a": true }, "constructor": { "a": true } } }',
    )
    expect(read(overrides).map(({ client }) => client)).toEqual(['__proto__', 'constructor'])
  })

  it.each<[string, unknown, string]>([
    ['an array', [], 'overrides: must be one object with the properties server and clients.'],
    ['nothing', null, 'overrides: must be one object with the properties server and clients.'],
    [
      'an unknown property',
      { client: {} },
      "overrides: 'client' is unknown, only server and clients are known.",
    ],
    [
      'a string for a boolean',
      { server: { a: 'on' } },
      "overrides: 'a' of server must be true or false.",
    ],
    [
      'no object for a client',
      { clients: { inspector: true } },
      "overrides: client 'inspector' must be an object of flag names and booleans.",
    ],
    [
      'an array of clients',
      { clients: [] },
      'overrides: clients must be an object of client names.',
    ],
    [
      'two faults',
      { server: 1, clients: { c: { a: 1 } } },
      'overrides: server must be an object of flag names and booleans; ' +
        "'a' of client 'c' must be true or false.",
    ],
  ])('are refused with %s', (_, overrides, message) => {
    expect(() => read(overrides)).toThrow(new TypeError(message))
  })
})

describe('overrides as a string', () => {
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
    expect(readFlagVariable(text, 'TOOLACCORD_FLAGS')).toEqual(switches)
  })

  it('are refused with every part that cannot be read', () => {
    expect(() => readFlagVariable('a,b=yes,c=on,@x=on,d@=on', 'TOOLACCORD_FLAGS')).toThrow(
      new TypeError(
        "TOOLACCORD_FLAGS: 'a', 'b=yes', '@x=on', 'd@=on' cannot be read; " +
          'write flag=on, flag=off or flag@client=on, with commas between.',
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
        const text = switches.map(write).join()
        expect(readFlagVariable(text, 'TOOLACCORD_FLAGS')).toEqual(switches)
      }),
    )
  })
})

function write({ flag, client, on }: FlagSwitch): string {
  const name = client === undefined ? flag : `${flag}@${client}`
  return on ? `${name}=on` : `${name}=off`
}
