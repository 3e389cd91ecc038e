import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ResolvedDatachain } from '../model/index.ts'
import { renderDatachain } from './render-datachain.ts'
import { readDocument, type Tag } from './testing/read-document.ts'
import { sampleResolved } from './testing/sample-resolved.ts'

/** Properties with a closed set of values; all others can be any string. */
const closed = new Set(['kind', 'shape', 'confidence', 'type'])
const benign = readDocument(renderDatachain(sampleResolved))
const knownTags = new Set(benign.tags.map(({ name }) => name))
const knownAttributes = new Set([
  ...benign.tags.flatMap(({ attributes }) => Object.keys(attributes)),
  'dir',
  'lang',
])

/** The same value with every string changed alike, so that ids still refer to each other. */
function change(
  value: unknown,
  to: (text: string, member: string) => string,
  member = '',
): unknown {
  if (typeof value === 'string') return closed.has(member) ? value : to(value, member)
  if (Array.isArray(value)) return value.map((item) => change(item, to, member))
  if (typeof value !== 'object' || value === null) return value
  const areKeysIds = member === 'element_provenance' || member === 'variable_rationale'
  const entries = Object.entries(value).map(([name, inner]) => {
    const key = areKeysIds ? to(name, '') : name
    return [key, change(inner, to, name)]
  })
  return Object.fromEntries(entries)
}
// The cast holds because only strings change.
const hostile = (to: (text: string, member: string) => string) =>
  change(sampleResolved, to) as ResolvedDatachain

const exceptLocales = (to: (text: string) => string) => (text: string, member: string) =>
  member === 'locale' ? text : to(text)

function expectHarmless(html: string): void {
  const page = readDocument(html)
  expect(page.faults).toEqual([])
  expect(page.tags.filter((tag) => !isHarmless(tag))).toEqual([])
  expect(html).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/)
}

function isHarmless({ name, attributes }: Tag): boolean {
  const areKnown = Object.keys(attributes).every((attribute) => knownAttributes.has(attribute))
  if (!knownTags.has(name) || !areKnown) return false
  const { href = '#a', src = 'data:image/svg+xml,a', fill = '#000000' } = attributes
  return (
    /^(?:#[a-z]+\d*|https?:.*|mailto:.*|tel:.*)$/.test(href) &&
    /^data:image\/svg\+xml,[^\s"'<>&]+$/.test(src) &&
    /^#[\da-f]{6}$/i.test(fill)
  )
}

const attacks = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</title></style></script><svg onload=alert(1)>',
  '<!--',
  '-->',
  ']]>',
  '&lt;script&gt;',
  'javascript:alert(1)',
  '{{span}}{{audiences}}{{constructor}}{{__proto__}}',
  '\u202Egnp.exe\u2066',
  '\u0000\u001B[31m',
  '\uD800',
  '`${alert(1)}`',
  '$&$1$`',
  'w'.repeat(5_000),
  '__proto__',
  'constructor',
]

describe.each(attacks)('a datachain with %j', (attack) => {
  it.each([
    ['after every string', (text: string) => text + attack],
    ['before every string', (text: string) => attack + text],
    ['instead of every string', () => attack],
    ['after every string but languages', exceptLocales((text) => text + attack)],
  ])('%s stays harmless', (_, to) => {
    expectHarmless(renderDatachain(hostile(to)))
    expectHarmless(renderDatachain(hostile(to), { locale: attack }))
  })
})

describe('a datachain with any strings', () => {
  it('stays harmless', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (any) => {
        expectHarmless(renderDatachain(hostile(exceptLocales((text) => `${text}${any}`))))
      }),
      { numRuns: 40 },
    )
  })

  it('still shows them', () => {
    const page = readDocument(renderDatachain(hostile(exceptLocales((text) => `${text}<b>&`))))
    expect(page.find('h1')?.text).toBe('Bus planner<b>&')
    expect(page.find('blockquote')?.text).toContain('We plan night routes.<b>&')
  })
})
