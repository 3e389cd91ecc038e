import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Action } from '../model/index.ts'
import { toActionHref, toWebHref } from './to-href.ts'

const to = (type: Action['type'], target: string) => toActionHref({ type, target, label: [] })

describe('the link of an action', () => {
  it.each([
    ['url', 'https://example.test/a?b=1', 'https://example.test/a?b=1'],
    ['form', ' http://example.test ', 'http://example.test/'],
    ['url', 'mailto:a@example.test', 'mailto:a@example.test'],
    ['email', 'a@example.test', 'mailto:a@example.test'],
    ['email', 'MAILTO:a@example.test', 'mailto:a@example.test'],
    ['phone', '+32 (2) 555-01.00', 'tel:+3225550100'],
    ['phone', 'tel:+3225550100', 'tel:+3225550100'],
    ['postal', 'https://example.test', undefined],
    ['email', 'https://example.test', undefined],
    ['phone', 'call me', undefined],
    ['url', 'javascript:alert(1)', undefined],
    ['url', 'java\nscript:alert(1)', undefined],
    ['url', '\u0001javascript:alert(1)', undefined],
    ['url', 'data:text/html,<script>', undefined],
    ['url', 'ftp://example.test', undefined],
    ['url', '//example.test', undefined],
    ['url', '', undefined],
  ] as const)('for %s %j is %j', (type, target, href) => {
    expect(to(type, target)).toBe(href)
  })

  it('is always for the web, mail or telephone', () => {
    const scheme = fc.constantFrom(
      'javascript:',
      'JaVaScRiPt:',
      'vbscript:',
      'data:',
      'blob:',
      'file:///',
      'tel:',
      'mailto:',
    )
    const address = fc.tuple(scheme, fc.string()).map((parts) => parts.join(''))
    const target = fc.oneof(fc.string(), fc.webUrl(), fc.emailAddress(), address)
    const type = fc.constantFrom('email', 'url', 'phone', 'form', 'postal')
    fc.assert(
      fc.property(type, target, (type, text) => {
        expect(to(type, text) ?? 'tel:').toMatch(/^(?:https?|mailto|tel):/)
        expect(toWebHref(text) ?? 'http:').toMatch(/^https?:/)
      }),
    )
  })
})

describe('the link of a web address', () => {
  it('is written as URL writes it, however plain it is', () => {
    const letters = (unit: string, maxLength: number) =>
      fc.string({ unit: fc.constantFrom(...unit), maxLength })
    const address = fc
      .tuple(letters('ax0-.', 12), letters('az', 3), letters('/a_~-.%A', 12))
      .map(([host, top, path]) => `https://${host}.${top}/${path}`)
    fc.assert(
      fc.property(address, (text) => {
        const href = URL.canParse(text) ? new URL(text).href : undefined
        expect(toWebHref(text)).toBe(href)
      }),
      { numRuns: 2_000 },
    )
  })
})
