import { describe, expect, it } from 'vitest'
import { type Flag, createFlagSet, isSwitch } from './flag.ts'

describe('a set of flags', () => {
  const quiet: Flag = { name: 'quiet', short: 'q', summary: '' }
  const tag: Flag = { name: 'tag', placeholder: 'TEXT', summary: '' }

  it('finds a flag by its long and its short form, each with its own dashes', () => {
    const { find } = createFlagSet([quiet, tag])
    expect([find('--quiet'), find('-q'), find('--tag')]).toEqual([quiet, quiet, tag])
    expect([find('-quiet'), find('--q'), find('-t'), find('quiet')]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })

  it('asks for a derived flag only when it has none', () => {
    const derived: Flag = { name: 'derived', summary: '' }
    const { find } = createFlagSet([tag], () => derived)
    expect([find('--tag'), find('--else')]).toEqual([tag, derived])
  })

  it('tells a switch by its having no value', () => {
    expect([quiet, tag].map(isSwitch)).toEqual([true, false])
  })
})
