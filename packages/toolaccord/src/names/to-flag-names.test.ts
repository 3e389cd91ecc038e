import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  isReservedFlag,
  longFlags,
  outputFlags,
  reservedFlags,
  toFlagNames,
} from './to-flag-names.ts'

const short = { hasOutput: false, isLong: false }
const namesOf = (properties: readonly string[], flags = {}, command = short) =>
  Object.fromEntries(toFlagNames({ properties, flags, ...command }))

describe('the flag of an argument', () => {
  it('is its name in kebab-case', () => {
    expect(namesOf(['include_hidden', 'noteId'])).toEqual({
      include_hidden: 'include-hidden',
      noteId: 'note-id',
    })
  })

  it.each(reservedFlags)('has arg- before the name --%s, which every command has', (flag) => {
    const name = flag.replaceAll('-', '_')
    expect(namesOf([name])).toEqual({ [name]: `arg-${flag}` })
  })

  it('has arg- before the flags of a file only if the command writes one', () => {
    expect(namesOf(['force'])).toEqual({ force: 'force' })
    expect(namesOf(['force'], {}, { ...short, hasOutput: true })).toEqual({ force: 'arg-force' })
  })

  it('has arg- before the flag that detaches only if the command may take long', () => {
    expect(namesOf(['detach'])).toEqual({ detach: 'detach' })
    expect(namesOf(['detach'], {}, { ...short, isLong: true })).toEqual({ detach: 'arg-detach' })
  })

  it('is the one that its author chose', () => {
    expect(namesOf(['verbose'], { verbose: 'detailed' })).toEqual({ verbose: 'detailed' })
  })

  it('takes the name of no other argument', () => {
    expect(namesOf(['arg_verbose', 'verbose'])).toEqual({
      arg_verbose: 'arg-verbose',
      verbose: 'arg-arg-verbose',
    })
    expect(namesOf(['json', 'id'], { id: 'arg-json' })).toEqual({
      json: 'arg-arg-json',
      id: 'arg-json',
    })
  })

  it('is never one that the command has, and is one argument alone', () => {
    const taken = [...reservedFlags, ...outputFlags, ...longFlags]
    const name = fc.constantFrom(...taken, 'arg-json', 'arg-arg-json', 'id')
    const names = fc.uniqueArray(name)
    const commands = fc.record({ hasOutput: fc.boolean(), isLong: fc.boolean() })
    fc.assert(
      fc.property(names, commands, (properties, command) => {
        const flags = Object.values(namesOf(properties, {}, command))
        expect(flags.filter((flag) => isReservedFlag(flag, command))).toEqual([])
        expect(new Set(flags).size).toBe(properties.length)
      }),
    )
  })
})
