import { describe, expect, it } from 'vitest'
import { coloursOf, noColours } from './colours.ts'

const terminal = { write() {}, isTTY: true }
const pipe = { write() {} }
const isColoured = (...[output, env, flag]: Parameters<typeof coloursOf>) =>
  coloursOf(output, env, flag) !== noColours

describe('colour', () => {
  it('is for terminals only', () => {
    expect(isColoured(terminal, {}, undefined)).toBe(true)
    expect(isColoured(pipe, {}, undefined)).toBe(false)
    expect(isColoured(terminal, { TERM: 'dumb' }, undefined)).toBe(false)
  })

  it('goes with NO_COLOR unless that is empty', () => {
    expect(isColoured(terminal, { NO_COLOR: '1' }, undefined)).toBe(false)
    expect(isColoured(terminal, { NO_COLOR: '' }, undefined)).toBe(true)
    expect(isColoured(terminal, { NO_COLOR: '1', FORCE_COLOR: '1' }, undefined)).toBe(false)
  })

  it('comes with FORCE_COLOR, on a pipe too', () => {
    expect(isColoured(pipe, { FORCE_COLOR: '1' }, undefined)).toBe(true)
    expect(isColoured(terminal, { FORCE_COLOR: '0' }, undefined)).toBe(false)
  })

  it('obeys the flag before anything else', () => {
    expect(isColoured(pipe, { NO_COLOR: '1' }, true)).toBe(true)
    expect(isColoured(terminal, { FORCE_COLOR: '1' }, false)).toBe(false)
  })

  it('ends where the text ends', () => {
    expect(coloursOf(terminal, {}, true).red('no')).toBe('\u001b[31mno\u001b[0m')
    expect(noColours.red('no')).toBe('no')
  })
})
