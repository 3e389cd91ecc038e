import type { Outcome } from 'toolaccord'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createCatalogue } from '../src/catalogue/create-catalogue.ts'
import { createDatachainServer } from '../src/create-datachain-server.ts'
import { readDocument } from '../src/render/testing/read-document.ts'
import { tinyDatachain } from '../src/testing/tiny-datachain.ts'
import { text, tinyVersion } from '../src/testing/tiny-version.ts'
import { changeEach, memberBy, nested, textBy } from './each-place.ts'

const version = 'ai@2026-01-02-beta'
const tools = ['validate_datachain', 'resolve_datachain', 'validate_resolved', 'render_datachain']
const suggested_elements = [
  { id: 'lidar', category_id: 'modes', title: text('Lidar'), description: text('Measures.') },
]
const logged: string[] = []
let call: (tool: string, datachain: unknown) => Promise<Outcome>
let resolved: object
beforeAll(async () => {
  const keep = (message: string) => void logged.push(message)
  const server = createDatachainServer(createCatalogue([await tinyVersion()]), {
    log: { trace() {}, debug() {}, info() {}, warn: keep, error: keep },
  })
  call = (tool, datachain) =>
    server.call(tool, { version, datachain, ...(tool === 'render_datachain' && { inline: true }) })
  const outcome = await call('resolve_datachain', tinyDatachain())
  resolved = {
    ...(outcome.ok ? (outcome.data as object) : expect.unreachable()),
    suggested_elements,
  }
})

afterEach(() => {
  expect(logged).toEqual([])
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
})

/** A soft no, or a document that a strict reader finds nothing in but what belongs there. */
function expectHarmless(outcome: Outcome): void {
  if (!outcome.ok) return expect(outcome).toMatchObject({ soft: true })
  const { faults, tags } = readDocument((outcome.data as { html: string }).html)
  expect(faults).toEqual([])
  expect(tags.filter(({ name }) => name === 'script' || name === 'iframe')).toEqual([])
  for (const { attributes } of tags) {
    expect(
      Object.keys(attributes).filter((name) => name.startsWith('on') || name === 'style'),
    ).toEqual([])
    expect(attributes['href'] ?? '#').toMatch(/^(?:#|https?:|mailto:|tel:)/)
    expect(attributes['src'] ?? 'data:image/svg+xml,').toMatch(/^data:image\/svg\+xml,/)
  }
}

describe.each([
  `</style></title><script>alert(1)</script><img src=x onerror=alert(1)>`,
  `" onload="alert(1)" x='`,
  'javascript:alert(1)',
  '../../../../etc/passwd',
  'file:///etc/passwd',
])('%j', (attack) => {
  test('is refused or shown as text, wherever it stands in a datachain', async () => {
    for (const datachain of changeEach(tinyDatachain(), textBy(attack)))
      expectHarmless(await call('render_datachain', datachain))
  })

  test('is refused or shown as text, wherever it stands in a resolved one', async () => {
    for (const datachain of changeEach(resolved, textBy(attack)))
      expectHarmless(await call('render_datachain', datachain))
  })
})

describe.each(['__proto__', 'constructor', 'prototype', 'toString'])('a member %s', (name) => {
  test('is refused or left out, wherever it stands', async () => {
    for (const [tool, document] of [
      ...tools.slice(0, 2).map((tool) => [tool, tinyDatachain()] as const),
      ['validate_resolved', resolved],
      ['render_datachain', resolved],
    ] as const) {
      const right = await call(tool, document)
      for (const datachain of changeEach(document, memberBy(name))) {
        const outcome = await call(tool, datachain)
        if (outcome.ok) expect(outcome.data).toEqual(right.data)
        else expect(outcome).toMatchObject({ soft: true })
      }
    }
  })
})

describe('what nests', () => {
  test('as deep as is read is refused for its form, wherever it stands', async () => {
    const deep = nested(16)
    for (const datachain of changeEach(tinyDatachain(), (part) =>
      typeof part === 'object' ? undefined : deep,
    )) {
      for (const tool of tools)
        expect(await call(tool, datachain)).toMatchObject({
          ok: false,
          soft: true,
          problems: expect.arrayContaining([expect.objectContaining({ code: 'parse_error' })]),
        })
    }
  })

  test('deeper is refused before it is read', async () => {
    for (const depth of [33, 1_000, 5_000])
      for (const tool of tools)
        expect(await call(tool, { ...tinyDatachain(), title: nested(depth) })).toMatchObject({
          ok: false,
          soft: false,
        })
  })
})

describe('what is long', () => {
  /** The document with a source whose text brings it to so many bytes of JSON. */
  function fill(document: object, bytes: number): object {
    const sources: object[] = []
    const rest = () => bytes - Buffer.byteLength(JSON.stringify({ ...document, sources }))
    const source = (length: number) => ({ type: 'other', title: 'x', citation: 'y'.repeat(length) })
    while (rest() > 8_000) sources.push(source(4_000))
    sources.push(source(0))
    sources.push({
      ...source(0),
      citation: 'z'.repeat(rest() - JSON.stringify(source(0)).length - 1),
    })
    return { ...document, sources }
  }

  test.each([
    ['validate_datachain', 65_536],
    ['resolve_datachain', 65_536],
    ['render_datachain', 65_536],
  ])('%s reads %i bytes, and not one more', async (tool, most) => {
    expect(Buffer.byteLength(JSON.stringify(fill(tinyDatachain(), most)))).toBe(most)
    expect(await call(tool, fill(tinyDatachain(), most))).toMatchObject({ ok: true })
    expect(await call(tool, fill(tinyDatachain(), most + 1))).toMatchObject({
      ok: false,
      soft: false,
      problems: [{ code: 'payload_too_large' }],
    })
  })

  test.each(['validate_resolved', 'render_datachain'])(
    '%s reads 512 KiB of a resolved datachain, and not one byte more',
    async (tool) => {
      expect(await call(tool, fill(resolved, 524_288))).toMatchObject({ ok: true })
      expect(await call(tool, fill(resolved, 524_289))).toMatchObject({
        ok: false,
        soft: false,
        problems: [{ code: 'payload_too_large' }],
      })
    },
  )
})
