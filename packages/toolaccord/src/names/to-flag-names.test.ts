import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isReservedFlag, outputFlags, reservedFlags, toFlagNames } from './to-flag-names.ts'

const namesOf = (properties: readonly string[], flags = {}, hasOutput = false) =>
  Object.fromEntries(toFlagNames({ properties, flags, hasOutput }))

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
    expect(namesOf(['force'], {}, true)).toEqual({ force: 'arg-force' })
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
    const name = fc.constantFrom(...reservedFlags, ...outputFlags, 'arg-json', 'arg-arg-json', 'id')
    const names = fc.uniqueArray(name)
    fc.assert(
      fc.property(names, fc.boolean(), (properties, hasOutput) => {
        const flags = Object.values(namesOf(properties, {}, hasOutput))
        expect(flags.filter((flag) => isReservedFlag(flag, hasOutput))).toEqual([])
        expect(new Set(flags).size).toBe(properties.length)
      }),
    )
  })
})
