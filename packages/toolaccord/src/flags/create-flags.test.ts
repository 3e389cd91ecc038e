import { describe, expect, it } from 'vitest'
import { type Logger, silentLog } from '../log/log.ts'
import type { FlagSources } from './collect-switches.ts'
import { createFlags } from './create-flags.ts'
import { defineFlags } from './define-flags.ts'
import type { FlagInit } from './flag.ts'

const plain: FlagInit<never> = {
  summary: 'Searches better.',
  state: 'beta',
  owner: 'ada',
  default: false,
}
const definitions = defineFlags({
  search: plain,
  export: {
    ...plain,
    summary: 'Exports all.',
    state: 'experimental',
    expires: '2026-06-30',
    needs: ['search'],
    default: true,
  },
})
const on = { server: { search: true } }
const off = { server: { search: false } }
const day = (text: string) => () => Date.parse(text)

function recorder(): { readonly log: Logger; readonly lines: unknown[][] } {
  const lines: unknown[][] = []
  const warn: Logger['warn'] = (...line) => {
    lines.push(line)
  }
  return { lines, log: { ...silentLog, warn } }
}

describe('overrides', () => {
  it('of the environment replace those of the file, which replace those of the code', () => {
    const isOn = (sources: FlagSources<'search'>) =>
      createFlags(definitions, sources).isOn('search')
    const env = { TOOLACCORD_FLAGS: 'search=off' }
    expect(isOn({ overrides: off, file: on, env })).toBe(false)
    expect(isOn({ overrides: off, file: on, env: {} })).toBe(true)
    expect(isOn({ overrides: on })).toBe(true)
  })

  it('of a client win over those of the server, whatever they come from', () => {
    const flags = createFlags(definitions, {
      overrides: { clients: { inspector: { search: true } } },
      env: { TOOLACCORD_FLAGS: 'search=off' },
    })
    expect(flags.isOn('search', { client: { name: 'inspector' } })).toBe(true)
    expect(flags.isOn('search', { client: { name: 'other' } })).toBe(false)
  })

  it('of code that name no flag are refused', () => {
    // @ts-expect-error: the name has a typing mistake.
    expect(() => createFlags(definitions, { overrides: { server: { serch: true } } })).toThrow(
      "overrides: there is no flag 'serch'; did you mean 'search'?",
    )
  })

  // Servers may share both.
  it('of the file and the environment that name no flag are logged and left out', () => {
    const { log, lines } = recorder()
    const flags = createFlags(definitions, {
      file: { server: { serch: true } },
      env: { TOOLACCORD_FLAGS: 'other@x=on,search=on' },
      log,
    })
    expect(flags.isOn('search')).toBe(true)
    expect(lines).toEqual([
      ["the flag file names a flag that does not exist; did you mean 'search'?", { flag: 'serch' }],
      ['TOOLACCORD_FLAGS names a flag that does not exist', { flag: 'other' }],
    ])
  })

  it('that cannot be read are refused', () => {
    expect(() => createFlags(definitions, { env: { TOOLACCORD_FLAGS: 'search=maybe' } })).toThrow(
      "TOOLACCORD_FLAGS: 'search=maybe' cannot be read",
    )
    // The cast lets JSON in that nobody has checked.
    expect(() => createFlags(definitions, { file: { server: [] } as never })).toThrow(
      'The flag file: server must be',
    )
  })
})

describe('a flag', () => {
  it('is asked by the id that was proved, else by the name of the client', () => {
    const flags = createFlags(defineFlags({ search: { ...plain, allow: ['ada', 'anonymous'] } }))
    expect(flags.isOn('search', { caller: { id: 'ada' }, client: { name: 'other' } })).toBe(true)
    expect(flags.isOn('search', { caller: { id: 'other' }, client: { name: 'ada' } })).toBe(false)
    expect(flags.isOn('search', { client: { name: 'ada' } })).toBe(true)
    expect(flags.isOn('search')).toBe(true)
  })

  it.each(['serch', 'constructor', '__proto__'])(
    'that does not exist (%s) is a mistake',
    (name) => {
      // The cast lets a test ask for a name that the compiler would have refused.
      expect(() => createFlags(definitions).isOn(name as 'search')).toThrow(TypeError)
      expect(() => createFlags(definitions).isOn('serch' as 'search')).toThrow(
        "There is no flag 'serch'; did you mean 'search'?",
      )
    },
  )

  it('holds through its last day, then still works and warns once', () => {
    const { log, lines } = recorder()
    let now = Date.parse('2026-06-30T23:59:59.999Z')
    const flags = createFlags(definitions, { overrides: on, now: () => now, log })
    expect([flags.isOn('export'), flags.isExpired('export'), lines.length]).toEqual([
      true,
      false,
      0,
    ])
    now += 1
    expect([
      flags.isOn('export'),
      flags.isOn('export'),
      flags.isExpired('export'),
      flags.isExpired('search'),
    ]).toEqual([true, true, true, false])
    expect(lines).toEqual([
      [
        'flag export has expired: remove it, or give it a later date',
        { flag: 'export', expires: '2026-06-30', owner: 'ada' },
      ],
    ])
  })

  it('is not lost with its log', () => {
    const warn = () => {
      throw new Error('disk full')
    }
    const log = { ...silentLog, warn }
    const flags = createFlags(definitions, { overrides: on, now: day('2027-01-01'), log })
    expect(flags.isOn('export')).toBe(true)
  })
})

describe('the list of flags', () => {
  it('has each with its state for a subject', () => {
    const flags = createFlags(definitions, {
      overrides: { clients: { ada: { search: true } } },
      now: day('2026-01-01'),
    })
    const listed = (on: boolean) => [
      { name: 'search', state: 'beta', on, summary: 'Searches better.', owner: 'ada' },
      {
        name: 'export',
        state: 'experimental',
        on,
        summary: 'Exports all.',
        owner: 'ada',
        expires: '2026-06-30',
      },
    ]
    expect(flags.list({ caller: { id: 'ada' } })).toEqual(listed(true))
    expect(flags.list()).toEqual(listed(false))
  })
})

describe('a gated tool', () => {
  const gated = { name: 'search_notes', flag: 'search' }

  it.each([
    ['hide', off, false],
    ['hide', on, true],
    ['refuse', off, true],
    [undefined, off, true],
  ] as const)('with %s and %o is listed: %s', (mode, overrides, isListed) => {
    expect(createFlags(definitions, { gated: mode, overrides }).isListed(gated)).toBe(isListed)
  })

  it('is hidden even when it is on for some clients, because the list is the same for all', () => {
    const flags = createFlags(definitions, {
      gated: 'hide',
      overrides: { clients: { ada: { search: true } } },
    })
    expect(flags.isListed(gated)).toBe(false)
    expect(flags.isOn('search', { caller: { id: 'ada' } })).toBe(true)
  })

  it('must name a flag', () => {
    const flags = createFlags(definitions, { gated: 'hide' })
    expect(() => flags.isListed({ name: 'search_notes', flag: 'serch' })).toThrow(
      "did you mean 'search'?",
    )
    expect(flags.isListed({ name: 'search_notes' })).toBe(true)
  })
})
