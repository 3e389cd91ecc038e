import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { escapeLine, escapeLines, shellQuote, toJsonLine } from './escape.ts'

const anyText = fc.string({ unit: 'binary', maxLength: 60 })

describe('text for a terminal', () => {
  it('shows control characters instead of obeying them', () => {
    expect(escapeLine('a\u001b[31mred\u0007\r\n\tb\u009bc')).toBe(
      String.raw`a\u001b[31mred\u0007\r\n\tb\u009bc`,
    )
  })

  it('shows characters that turn the direction of text', () => {
    expect(escapeLine('user\u202etxt.exe')).toBe(String.raw`user\u202etxt.exe`)
  })

  it('holds no control character, whatever it was made from', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(escapeLine(text)).not.toMatch(/\p{Cc}/u)
        expect(escapeLines(text).join('')).not.toMatch(/[^\P{Cc}\t]/u)
      }),
    )
  })

  it('leaves every other character alone', () => {
    expect(escapeLine('Grüße, 世界 – “ok” 👍🏽')).toBe('Grüße, 世界 – “ok” 👍🏽')
  })

  it('keeps lines and tabs where lines are wanted', () => {
    expect(escapeLines('a\r\n\tb\n\u001bc')).toEqual(['a', '\tb', String.raw`\u001bc`])
  })

  it('is still the same JSON', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const line = toJsonLine({ text })
        expect(JSON.parse(line)).toEqual({ text })
        expect(line.slice(0, -1)).not.toMatch(/\p{Cc}/u)
      }),
    )
  })
})

describe('quoting for a shell', () => {
  it('leaves plain words as they are', () => {
    expect(['list-notes', '--limit=5', 'a/b.c:d', '-1'].map(shellQuote)).toEqual([
      'list-notes',
      '--limit=5',
      'a/b.c:d',
      '-1',
    ])
  })

  it('gives words that bash reads back', () => {
    const word = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'))
    fc.assert(
      fc.property(fc.array(word, { minLength: 1 }), (words) => {
        const printed = execFileSync(
          'bash',
          ['-c', `printf '%s\\0' ${words.map(shellQuote).join(' ')}`],
          { encoding: 'utf8' },
        )
        expect(printed.split('\0').slice(0, -1)).toEqual(words)
      }),
      { numRuns: 30, examples: [[["it's", '$(id)', '`id`', '', '=x', '~', '*', 'a b\nc', '\\']]] },
    )
  })
})
