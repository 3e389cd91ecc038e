import { describe, expect, it } from 'vitest'
import { chooseLogLevel, logThresholds } from './log-level.ts'

describe('chooseLogLevel', () => {
  it('takes the environment before the option', () => {
    expect([chooseLogLevel('debug', 'error'), chooseLogLevel(undefined, 'error')]).toEqual([
      'debug',
      'error',
    ])
  })

  it.each(logThresholds)('knows %s in upper and lower case', (level) => {
    expect([
      chooseLogLevel(level.toUpperCase(), 'info'),
      chooseLogLevel(` ${level} `, 'info'),
      chooseLogLevel(undefined, level),
    ]).toEqual([level, level, level])
  })

  it('takes an empty variable for none', () => {
    expect([chooseLogLevel('', 'warn'), chooseLogLevel('  ', 'warn')]).toEqual(['warn', 'warn'])
  })

  it('refuses a wrong level, and says where it comes from and which there are', () => {
    expect(() => chooseLogLevel('loud', 'warn')).toThrow(
      "TOOLACCORD_LOG_LEVEL is 'loud', which is not a log level. " +
        'Use one of trace, debug, info, warn, error, fatal, silent.',
    )
    expect(() => chooseLogLevel(undefined, 'warning')).toThrow("The option level is 'warning'")
  })
})
