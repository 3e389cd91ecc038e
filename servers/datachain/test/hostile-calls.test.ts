import type { Outcome } from 'toolaccord'
import { beforeAll, describe, expect, test } from 'vitest'
import { createCatalogue } from '../src/catalogue/create-catalogue.ts'
import { createDatachainServer } from '../src/create-datachain-server.ts'
import { tinyDatachain, withPlacement } from '../src/testing/tiny-datachain.ts'
import { text, tinyVersion } from '../src/testing/tiny-version.ts'
import { changeEach, textBy } from './each-place.ts'

const version = 'ai@2026-01-02-beta'
const tools = ['validate_datachain', 'resolve_datachain', 'render_datachain', 'validate_resolved']
let call: (tool: string, args: unknown) => Promise<Outcome>
const logged: string[] = []
beforeAll(async () => {
  const keep = (message: string) => {
    logged.push(message)
  }
  const log = { trace() {}, debug() {}, info() {}, warn: keep, error: keep }
  const server = createDatachainServer(createCatalogue([await tinyVersion()]), { log })
  call = (tool, args) => server.call(tool, args)
})

/** Calls every tool, and expects that no input ends as an internal error. */
async function callAll(datachain: unknown): Promise<readonly Outcome[]> {
  const outcomes = await Promise.all(tools.map((tool) => call(tool, { version, datachain })))
  const problems = outcomes.flatMap((outcome) => (outcome.ok ? [] : outcome.problems))
  expect(problems.map(({ code }) => code)).not.toContain('internal_error')
  expect(logged).toEqual([])
  return outcomes
}

/** Expects that rendering is refused softly, or shows no markup of the datachain. */
async function expectHarmless(datachain: unknown): Promise<void> {
  const outcome = await call('render_datachain', { version, datachain, inline: true })
  if (outcome.ok) expect((outcome.data as { html: string }).html).not.toMatch(/<script|<img src=x/)
  else expect(outcome).toMatchObject({ soft: true })
}

const isPolluted = () => 'polluted' in {}

describe('hostile input', () => {
  const evil = `"'><script>alert(1)</script><img src=x onerror=alert(2)>{{detail}}\${7*7}`

  test('script in any string is refused, or shown as text', async () => {
    for (const datachain of changeEach(tinyDatachain(), textBy(evil)))
      await expectHarmless(datachain)
    expect(logged).toEqual([])
  })

  test('script in any string of a resolved datachain is refused, or shown as text', async () => {
    const outcome = await call('resolve_datachain', { version, datachain: tinyDatachain() })
    if (!outcome.ok) expect.unreachable()
    const suggested = {
      id: 'new',
      category_id: 'data',
      title: text('New'),
      description: text('New'),
      symbol_id: 'dot',
    }
    const resolved = { ...(outcome.data as object), suggested_elements: [suggested] }
    for (const datachain of changeEach(resolved, textBy(evil))) await expectHarmless(datachain)
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
    const datachains = [
      withPlacement(0, { element_id: id }),
      withPlacement(0, { subchain_instance_id: id }),
      withPlacement(0, { context_type_id: id }),
      withPlacement(0, { variables: [{ id, value: [id] }] }),
      withPlacement(3, { variables: [{ id: 'kinds', value: [id] }] }),
    ]
    for (const datachain of datachains) {
      for (const outcome of await callAll(datachain))
        expect(outcome).toMatchObject({ ok: false, soft: true })
    }
    const calls = [
      ['get_element', { element_id: id }],
      ['get_icon_url', { element_id: 'camera', variant: id }],
      ['get_icon_url', { element_id: id }],
      ['get_elements', { element_ids: [id] }],
    ] as const
    for (const [tool, args] of calls) {
      const outcome = await call(tool, { version, ...args })
      expect(outcome).toMatchObject({ ok: false })
      expect(JSON.stringify(outcome)).not.toContain('internal_error')
    }
    const unknown = await call('get_element', { version: id, element_id: 'camera' })
    expect(unknown).toMatchObject({ ok: false, soft: false })
    expect(isPolluted()).toBe(false)
  })

  test.each(['{"__proto__": {"polluted": 1}}', '{"constructor": {"prototype": {"polluted": 1}}}'])(
    'the keys %s change nothing',
    async (json) => {
      const bad = JSON.parse(json) as object
      await callAll({ ...tinyDatachain(), ...bad })
      const written = JSON.stringify(tinyDatachain()).slice(1, -1)
      await callAll(JSON.parse(`{${written}, ${json.slice(1)}`))
      const authoring_provenance = { kind: 'ai_generated', element_provenance: bad }
      await callAll({ ...tinyDatachain(), authoring_provenance })
      const provenance = `{"kind": "ai_generated", "element_provenance": ${json}}`
      await callAll(JSON.parse(`{"id": "x", "authoring_provenance": ${provenance}}`))
      expect(isPolluted()).toBe(false)
    },
  )

  test('a datachain is read up to 64 KiB', async () => {
    const fill = (bytes: number) => {
      const sources: object[] = []
      const datachain = { ...tinyDatachain(), sources }
      const rest = () => bytes - new TextEncoder().encode(JSON.stringify(datachain)).length
      while (rest() > 6_000)
        sources.push({ type: 'other', title: 'é', citation: 'é'.repeat(2_000) })
      sources.push({ type: 'other', title: 'x', citation: '' })
      const citation = 'y'.repeat(rest())
      sources[sources.length - 1] = { type: 'other', title: 'x', citation }
      return datachain
    }
    const within = await call('validate_datachain', { version, datachain: fill(65_536) })
    expect(within).toMatchObject({ ok: true })
    const over = await call('validate_datachain', { version, datachain: fill(65_537) })
    expect(over).toMatchObject({
      ok: false,
      soft: false,
      problems: [{ code: 'payload_too_large' }],
    })
  })

  test('a datachain that nests too deeply is refused', async () => {
    let deep: unknown = 'end'
    for (let level = 0; level < 5_000; level++) deep = level % 2 === 0 ? [deep] : { elements: deep }
    for (const outcome of await callAll({ ...tinyDatachain(), title: deep }))
      expect(outcome).toMatchObject({ ok: false, soft: false })
  })

  test.each(['\ud800', 'a\udfff'])('half of a surrogate pair is refused: %j', async (half) => {
    const problem = expect.objectContaining({ code: 'parse_error', path: 'title[0].value' })
    for (const outcome of await callAll({ ...tinyDatachain(), title: text(half) }))
      expect(outcome).toMatchObject({
        ok: false,
        soft: true,
        problems: expect.arrayContaining([problem]),
      })
  })

  test('an escape with a backslash before it is not half of a surrogate pair', async () => {
    const datachain = { ...tinyDatachain(), title: text('\\ud800 😀') }
    expect(await call('validate_datachain', { version, datachain })).toMatchObject({ ok: true })
  })

  test('an answer does not grow without end', async () => {
    const elements = Array.from({ length: 500 }, () => ({
      element_id: 'x',
      context_type_id: 'y',
      priority: -1,
      element_instance_id: 'z',
    }))
    const datachain = { ...tinyDatachain(), elements }
    expect(await call('validate_datachain', { version, datachain })).toMatchObject({
      ok: false,
      soft: true,
      problems: { length: 200 },
      notes: { warnings: [{ code: 'MORE_FINDINGS' }] },
    })
    const unread = { ...tinyDatachain(), elements: elements.map(() => ({})) }
    expect(await call('validate_datachain', { version, datachain: unread })).toMatchObject({
      ok: false,
      soft: true,
      problems: { length: 200 },
    })
  })

  test('values of every wrong type are refused', async () => {
    const values = [null, true, 0, '', 'x', [], {}, [null], [[]], [{}], { locale: 'en' }]
    const names = ['element_id', 'priority', 'variables', 'actions', 'sources']
    for (const value of values) {
      for (const name of Object.keys(tinyDatachain()))
        await callAll({ ...tinyDatachain(), [name]: value })
      for (const name of [...names, 'subchain_instance_id'])
        await callAll(withPlacement(0, { [name]: value }))
    }
  })
})
