import type { Outcome } from 'toolaccord'
import { beforeAll, describe, expect, test } from 'vitest'
import { createCatalogue } from '../src/catalogue/create-catalogue.ts'
import { createDatachainServer } from '../src/create-datachain-server.ts'
import { tinyDatachain, withPlacement } from '../src/testing/tiny-datachain.ts'
import { text, tinyVersion } from '../src/testing/tiny-version.ts'

const version = 'ai@2026-01-02-beta'
const tools = ['validate_datachain', 'resolve_datachain', 'render_datachain', 'validate_resolved']
let call: (tool: string, args: unknown) => Promise<Outcome>
const logged: string[] = []
beforeAll(async () => {
  const log = {
    trace() {},
    debug() {},
    info() {},
    warn: (message: string) => void logged.push(message),
    error: (message: string) => void logged.push(message),
  }
  const server = createDatachainServer(createCatalogue([await tinyVersion()]), { log })
  call = (tool, args) => server.call(tool, args)
})

/** Whatever comes in, the server knows what to say: nothing ends as a fault of its own. */
async function callAll(datachain: unknown): Promise<readonly Outcome[]> {
  const outcomes = await Promise.all(tools.map((tool) => call(tool, { version, datachain })))
  for (const outcome of outcomes)
    if (!outcome.ok)
      expect(outcome.problems.map(({ code }) => code)).not.toContain('internal_error')
  expect(logged).toEqual([])
  return outcomes
}

/** The value with each of its texts replaced in turn. */
function* replaceTexts(value: unknown, by: string): Generator<unknown> {
  if (typeof value === 'string') yield by
  if (typeof value !== 'object' || value === null) return
  for (const [name, member] of Object.entries(value)) {
    for (const replaced of replaceTexts(member, by))
      yield Array.isArray(value)
        ? value.map((item, at) => (String(at) === name ? replaced : item))
        : { ...value, [name]: replaced }
  }
}

describe('hostile input', () => {
  const evil = `"'><script>alert(1)</script><img src=x onerror=alert(2)>{{detail}}\${7*7}`

  test('script in any text is refused, or shown as text', async () => {
    for (const datachain of replaceTexts(tinyDatachain(), evil)) {
      const outcome = await call('render_datachain', { version, datachain, inline: true })
      if (!outcome.ok) expect(outcome).toMatchObject({ soft: true })
      else expect((outcome.data as { html: string }).html).not.toMatch(/<script|<img src=x/)
    }
    expect(logged).toEqual([])
  })

  test('script in any text of a resolved datachain is refused, or shown as text', async () => {
    const resolved = await call('resolve_datachain', { version, datachain: tinyDatachain() })
    const suggested_elements = [
      {
        id: 'new',
        category_id: 'data',
        title: text('New'),
        description: text('New'),
        symbol_id: 'dot',
      },
    ]
    for (const datachain of replaceTexts(
      { ...(resolved.ok ? (resolved.data as object) : {}), suggested_elements },
      evil,
    )) {
      const outcome = await call('render_datachain', { version, datachain, inline: true })
      if (outcome.ok)
        expect((outcome.data as { html: string }).html).not.toMatch(/<script|<img src=x/)
      else expect(outcome).toMatchObject({ soft: true })
    }
    expect(logged).toEqual([])
  })

  test.each([
    '../../etc/passwd',
    '..%2f',
    'camera/../form',
    'a\u0000b',
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '',
    ' ',
    'x'.repeat(129),
  ])('the id %j leads nowhere', async (id) => {
    for (const datachain of [
      withPlacement(0, { element_id: id }),
      withPlacement(0, { subchain_instance_id: id }),
      withPlacement(0, { context_type_id: id }),
      withPlacement(0, { variables: [{ id, value: [id] }] }),
      withPlacement(3, { variables: [{ id: 'kinds', value: [id] }] }),
    ]) {
      for (const outcome of await callAll(datachain))
        expect(outcome).toMatchObject({ ok: false, soft: true })
    }
    for (const [tool, args] of [
      ['get_element', { element_id: id }],
      ['get_icon_url', { element_id: 'camera', variant: id }],
      ['get_icon_url', { element_id: id }],
      ['get_elements', { element_ids: [id] }],
    ] as const) {
      const outcome = await call(tool, { version, ...args })
      expect(outcome).toMatchObject({ ok: false })
      expect(JSON.stringify(outcome)).not.toContain('internal_error')
    }
    expect(await call('get_element', { version: id, element_id: 'camera' })).toMatchObject({
      ok: false,
      soft: false,
    })
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  test('a key to the prototype changes nothing', async () => {
    for (const json of [
      '{"__proto__": {"polluted": 1}}',
      '{"constructor": {"prototype": {"polluted": 1}}}',
    ]) {
      const bad = JSON.parse(json) as object
      await callAll({ ...tinyDatachain(), ...bad })
      await callAll(
        JSON.parse(`{${JSON.stringify(tinyDatachain()).slice(1, -1)}, ${json.slice(1)}`),
      )
      await callAll({
        ...tinyDatachain(),
        authoring_provenance: { kind: 'ai_generated', element_provenance: bad },
      })
      await callAll(
        JSON.parse(
          `{"id": "x", "authoring_provenance": {"kind": "ai_generated", "element_provenance": ${json}}}`,
        ),
      )
    }
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  test('a datachain of 64 KiB is read, and one byte more is not', async () => {
    const fill = (bytes: number) => {
      const datachain = { ...tinyDatachain(), sources: [] as object[] }
      const rest = () => bytes - new TextEncoder().encode(JSON.stringify(datachain)).length
      while (rest() > 6_000)
        datachain.sources.push({ type: 'other', title: 'é', citation: 'é'.repeat(2_000) })
      datachain.sources.push({ type: 'other', title: 'x', citation: '' })
      const padding = rest()
      datachain.sources[datachain.sources.length - 1] = {
        type: 'other',
        title: 'x',
        citation: 'y'.repeat(padding),
      }
      return datachain
    }
    expect(await call('validate_datachain', { version, datachain: fill(65_536) })).toMatchObject({
      ok: true,
    })
    expect(await call('validate_datachain', { version, datachain: fill(65_537) })).toMatchObject({
      ok: false,
      soft: false,
      problems: [{ code: 'payload_too_large' }],
    })
  })

  test('what nests too deep is refused', async () => {
    let deep: unknown = 'end'
    for (let level = 0; level < 5_000; level++) deep = level % 2 === 0 ? [deep] : { elements: deep }
    for (const outcome of await callAll({ ...tinyDatachain(), title: deep }))
      expect(outcome).toMatchObject({ ok: false, soft: false })
  })

  test('half of a surrogate pair is refused wherever it stands, and a backslash before such a text is not one', async () => {
    for (const half of ['\ud800', 'a\udfff'])
      for (const outcome of await callAll({ ...tinyDatachain(), title: text(half) }))
        expect(outcome).toMatchObject({
          ok: false,
          soft: true,
          problems: expect.arrayContaining([
            expect.objectContaining({ code: 'parse_error', path: 'title[0].value' }),
          ]),
        })
    expect(
      await call('validate_datachain', {
        version,
        datachain: { ...tinyDatachain(), title: text('\\ud800 😀') },
      }),
    ).toMatchObject({ ok: true })
  })

  test('an answer does not grow without end', async () => {
    const elements = Array.from({ length: 500 }, () => ({
      element_id: 'x',
      context_type_id: 'y',
      priority: -1,
      element_instance_id: 'z',
    }))
    const outcome = await call('validate_datachain', {
      version,
      datachain: { ...tinyDatachain(), elements },
    })
    expect(outcome).toMatchObject({
      ok: false,
      soft: true,
      problems: { length: 200 },
      notes: { warnings: [{ code: 'MORE_FINDINGS' }] },
    })
    const wrong = await call('validate_datachain', {
      version,
      datachain: { ...tinyDatachain(), elements: elements.map(() => ({})) },
    })
    expect(wrong).toMatchObject({ ok: false, soft: true, problems: { length: 200 } })
  })

  test('values of every wrong type are refused', async () => {
    for (const value of [null, true, 0, '', 'x', [], {}, [null], [[]], [{}], { locale: 'en' }]) {
      for (const name of Object.keys(tinyDatachain()))
        await callAll({ ...tinyDatachain(), [name]: value })
      for (const name of [
        'element_id',
        'priority',
        'variables',
        'actions',
        'sources',
        'subchain_instance_id',
      ])
        await callAll(withPlacement(0, { [name]: value }))
    }
  })
})
