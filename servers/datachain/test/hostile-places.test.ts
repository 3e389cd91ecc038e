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
  const keep = (message: string) => {
    logged.push(message)
  }
  const server = createDatachainServer(createCatalogue([await tinyVersion()]), {
    log: { trace() {}, debug() {}, info() {}, warn: keep, error: keep },
  })
  call = (tool, datachain) => {
    if (tool === 'render_datachain') return server.call(tool, { version, datachain, inline: true })
    return server.call(tool, { version, datachain })
  }
  const outcome = await call('resolve_datachain', tinyDatachain())
  if (!outcome.ok) expect.unreachable()
  resolved = { ...(outcome.data as object), suggested_elements }
})

afterEach(() => {
  expect(logged).toEqual([])
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
})

/** Expects a soft failure, or a document without anything that could act. */
function expectHarmless(outcome: Outcome): void {
  if (!outcome.ok) return expect(outcome).toMatchObject({ soft: true })
  const { faults, tags } = readDocument((outcome.data as { html: string }).html)
  expect(faults).toEqual([])
  expect(tags.filter(({ name }) => name === 'script' || name === 'iframe')).toEqual([])
  for (const { attributes } of tags) {
    const names = Object.keys(attributes)
    expect(names.filter((name) => name.startsWith('on') || name === 'style')).toEqual([])
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
  test('is refused or shown as text, anywhere in a datachain', async () => {
    for (const datachain of changeEach(tinyDatachain(), textBy(attack)))
      expectHarmless(await call('render_datachain', datachain))
  })

  test('is refused or shown as text, anywhere in a resolved datachain', async () => {
    for (const datachain of changeEach(resolved, textBy(attack)))
      expectHarmless(await call('render_datachain', datachain))
  })
})

describe.each(['__proto__', 'constructor', 'prototype', 'toString'])('a property %s', (name) => {
  test('is refused or left out, wherever it is', async () => {
    const documents = [
      ['validate_datachain', tinyDatachain()],
      ['resolve_datachain', tinyDatachain()],
      ['validate_resolved', resolved],
      ['render_datachain', resolved],
    ] as const
    for (const [tool, document] of documents) {
      const right = await call(tool, document)
      for (const datachain of changeEach(document, memberBy(name))) {
        const outcome = await call(tool, datachain)
        if (outcome.ok) expect(outcome.data).toEqual(right.data)
        else expect(outcome).toMatchObject({ soft: true })
      }
    }
  })
})

describe('nesting', () => {
  test('within the limit is refused for its form, wherever it is', async () => {
    const deep = nested(16)
    const deepen = (part: unknown) => (typeof part === 'object' ? undefined : deep)
    for (const datachain of changeEach(tinyDatachain(), deepen)) {
      for (const tool of tools)
        expect(await call(tool, datachain)).toMatchObject({
          ok: false,
          soft: true,
          problems: expect.arrayContaining([expect.objectContaining({ code: 'parse_error' })]),
        })
    }
  })

  test('over the limit is refused before it is parsed', async () => {
    for (const depth of [33, 1_000, 5_000]) {
      const datachain = { ...tinyDatachain(), title: nested(depth) }
      for (const tool of tools)
        expect(await call(tool, datachain)).toMatchObject({ ok: false, soft: false })
    }
  })
})

describe('a long document', () => {
  /** Adds sources until the document has a number of bytes of JSON. */
  function fill(document: object, bytes: number): object {
    const sources: object[] = []
    const rest = () => bytes - Buffer.byteLength(JSON.stringify({ ...document, sources }))
    const source = (length: number) => ({ type: 'other', title: 'x', citation: 'y'.repeat(length) })
    while (rest() > 8_000) sources.push(source(4_000))
    sources.push(source(0))
    const length = rest() - JSON.stringify(source(0)).length - 1
    sources.push(source(length))
    return { ...document, sources }
  }

  test.each([
    ['validate_datachain', 65_536],
    ['resolve_datachain', 65_536],
    ['render_datachain', 65_536],
  ])('is read by %s up to %i bytes', async (tool, most) => {
    expect(Buffer.byteLength(JSON.stringify(fill(tinyDatachain(), most)))).toBe(most)
    expect(await call(tool, fill(tinyDatachain(), most))).toMatchObject({ ok: true })
    expect(await call(tool, fill(tinyDatachain(), most + 1))).toMatchObject({
      ok: false,
      soft: false,
      problems: [{ code: 'payload_too_large' }],
    })
  })

  test.each(['validate_resolved', 'render_datachain'])(
    'is read by %s up to 512 KiB if it is resolved',
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
