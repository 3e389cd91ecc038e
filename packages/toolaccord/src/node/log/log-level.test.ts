import { describe, expect, it } from 'vitest'
import { chooseLevel, logThresholds } from './log-level.ts'

describe('chooseLevel', () => {
  it('takes the environment before the option before info', () => {
    expect([
      chooseLevel('debug', 'error'),
      chooseLevel(undefined, 'error'),
      chooseLevel(undefined, undefined),
    ]).toEqual(['debug', 'error', 'info'])
  })

  it.each(logThresholds)('knows %s in upper and lower case', (level) => {
    expect([
      chooseLevel(level.toUpperCase(), undefined),
      chooseLevel(` ${level} `, undefined),
      chooseLevel(undefined, level),
    ]).toEqual([level, level, level])
  })

  it('takes an empty variable for none', () => {
    expect([chooseLevel('', 'warn'), chooseLevel('  ', 'warn')]).toEqual(['warn', 'warn'])
  })

  it('refuses a wrong level, tells whose it is and which there are', () => {
    expect(() => chooseLevel('loud', 'warn')).toThrow(
      "TOOLACCORD_LOG_LEVEL is 'loud', which is no log level. Use one of trace, debug, info, warn, error, fatal, silent.",
    )
    expect(() => chooseLevel(undefined, 'warning')).toThrow("The option level is 'warning'")
  })
})
