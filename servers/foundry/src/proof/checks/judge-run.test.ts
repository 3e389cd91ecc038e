import { describe, expect, it } from 'vitest'
import { type JudgedRun, judgeRun } from './judge-run.ts'
import { matchesExpected } from './matches-expected.ts'

const ended: JudgedRun = { ended: 'exited', exitCode: 0, signal: null, output: '12 tests passed\n' }
const verdictOf = (run: Partial<JudgedRun>, expected?: unknown) =>
  judgeRun({ ...ended, ...run }, { metadata: { expected } }).verdict

describe('a run', () => {
  it('passed if its exit code is 0 and its output has what is expected', () => {
    expect(verdictOf({})).toBe('passed')
    expect(verdictOf({}, 'tests passed')).toBe('passed')
    expect(verdictOf({}, String.raw`/^\d+ TESTS/i`)).toBe('passed')
    expect(verdictOf({}, '  ')).toBe('passed')
    expect(verdictOf({}, 42)).toBe('passed')
  })

  it('failed if one of both is not so', () => {
    expect(verdictOf({ exitCode: 1 })).toBe('failed')
    expect(verdictOf({ exitCode: 1 }, 'tests passed')).toBe('failed')
    expect(verdictOf({}, '13 tests')).toBe('failed')
    expect(verdictOf({}, '/^passed/')).toBe('failed')
  })

  it('says so if what is expected may be in the part that is cut', () => {
    const output = 'head\n[5000 bytes cut here]\ntail'
    const { reason } = judgeRun({ ...ended, output }, { metadata: { expected: 'middle' } })
    expect(reason).toContain('its middle is cut')
  })

  it('is not compared with the sentences that another program writes into every spec', () => {
    expect(verdictOf({}, 'All tests pass')).toBe('passed')
    expect(verdictOf({ exitCode: 1 }, 'All tests pass')).toBe('failed')
  })

  it('did not pass if it did not end by itself, whatever it printed', () => {
    const stopped = { exitCode: null, signal: 'SIGTERM' }
    expect(verdictOf({ ...stopped, ended: 'timeout' }, 'passed')).toBe('timeout')
    for (const how of ['killed', 'aborted', 'too_much_output', 'not_started'] as const) {
      expect(verdictOf({ ...stopped, ended: how }, 'passed')).toBe('error')
    }
  })

  it('is an error if the pattern cannot be used, and the pattern is named', () => {
    expect(verdictOf({}, '/(/')).toBe('error')
    expect(verdictOf({}, `/${'a'.repeat(501)}/`)).toBe('error')
    expect(judgeRun(ended, { metadata: { expected: '/(/' } }).reason).toContain('"/(/"')
  })
})

describe('a pattern', () => {
  it('that would take years is given up', () => {
    expect(matchesExpected(`${'a'.repeat(60)}b`, '/^(a+)+$/')).toBe('unreadable')
  })

  it('is not needed for a path', () => {
    expect(matchesExpected('made /usr/lib', '/usr/lib')).toBe('yes')
    expect(matchesExpected('made', '/usr/lib')).toBe('no')
  })

  it('reaches nothing of the process', () => {
    expect(matchesExpected('x', '/x/.constructor')).toBe('no')
  })
})
