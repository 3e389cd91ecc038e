import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Action } from '../model/index.ts'
import { toActionHref, toWebHref } from './to-href.ts'

const to = (type: Action['type'], target: string) => toActionHref({ type, target, label: [] })

describe('where an action leads', () => {
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
  ] as const)('%s %j gives %j', (type, target, href) => {
    expect(to(type, target)).toBe(href)
  })

  it('is on the web, in the mail, on the phone, or nowhere', () => {
    const target = fc.oneof(
      fc.string(),
      fc.webUrl(),
      fc.emailAddress(),
      fc
        .tuple(
          fc.constantFrom(
            'javascript:',
            'JaVaScRiPt:',
            'vbscript:',
            'data:',
            'blob:',
            'file:///',
            'tel:',
            'mailto:',
          ),
          fc.string(),
        )
        .map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(
        fc.constantFrom('email', 'url', 'phone', 'form', 'postal'),
        target,
        (type, text) => {
          expect(to(type, text) ?? 'tel:').toMatch(/^(?:https?|mailto|tel):/)
          expect(toWebHref(text) ?? 'http:').toMatch(/^https?:/)
        },
      ),
    )
  })
})

describe('an address on the web', () => {
  it('is written as a URL writes it, however plain it is', () => {
    const letters = (unit: string, maxLength: number) =>
      fc.string({ unit: fc.constantFrom(...unit), maxLength })
    fc.assert(
      fc.property(
        letters('ax0-.', 12),
        letters('az', 3),
        letters('/a_~-.%A', 12),
        (host, top, path) => {
          const text = `https://${host}.${top}/${path}`
          expect(toWebHref(text)).toBe(URL.canParse(text) ? new URL(text).href : undefined)
        },
      ),
      { numRuns: 2_000 },
    )
  })
})
