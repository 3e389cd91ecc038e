import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { openDarkroom } from '../testing/open-darkroom.ts'

const darkroom = await openDarkroom()
const image_id = 'grey'
const folder = join(darkroom.root, image_id, 'sessions')
beforeEach(() => darkroom.clear())
afterAll(() => darkroom.remove())

async function begin(warn: (message: string) => void = () => {}) {
  const opened = darkroom.create({ log: { trace() {}, debug() {}, info() {}, warn, error() {} } })
  await opened.server.call('ingest', { raw_path: join(darkroom.photos, 'grey.dng') })
  return opened
}

const readLines = async () =>
  (await readFile(join(folder, 'test.jsonl'), 'utf8'))
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line))

describe('a transcript', () => {
  it('ends with the number of its lines, and goes on in the next process', async () => {
    const first = await begin()
    await first.server.call('get_state', { image_id })
    await first.close()
    expect((await readLines()).at(-1)).toEqual({
      kind: 'footer',
      ended_at: expect.any(String),
      entry_count: 4,
    })
    const second = darkroom.create()
    await second.server.call('log', { image_id })
    expect((await readLines()).slice(-2)).toMatchObject([
      { kind: 'tool_call', tool: 'log', args: { image_id } },
      { kind: 'tool_result', tool: 'log', success: true },
    ])
  })

  it.each([undefined, 'night'])('begins with the call of ingest, as %s', async (id = 'grey') => {
    const { server } = darkroom.create()
    const given = { raw_path: join(darkroom.photos, 'grey.dng') }
    const args = id === 'grey' ? given : { ...given, image_id: id }
    await server.call('ingest', args)
    await server.call('get_state', { image_id: 'none' })
    const text = await readFile(join(darkroom.root, id, 'sessions', 'test.jsonl'), 'utf8')
    const lines = text.trim().split('\n')
    expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
      { kind: 'header', image_id: id },
      { kind: 'tool_call', tool: 'ingest', args },
      { kind: 'tool_result', tool: 'ingest', success: true },
    ])
  })

  it('that cannot be written fails no call, and causes one warning each time', async () => {
    const warned: string[] = []
    const { server } = await begin((message) => {
      warned.push(message)
    })
    const callTwice = async () => {
      for (const tool of ['get_state', 'log'])
        expect(await server.call(tool, { image_id })).toMatchObject({ ok: true })
      return warned.length
    }
    const block = async () => {
      await rm(folder, { recursive: true })
      await writeFile(folder, 'in the way')
    }
    await block()
    expect(await callTwice()).toBe(1)
    await rm(folder)
    await mkdir(folder)
    expect(await callTwice()).toBe(1)
    await block()
    expect(await callTwice()).toBe(2)
  })

  it('leaves long arguments out', async () => {
    const { server } = await begin()
    await server.call('propose_notes_update', { image_id, content: 'x'.repeat(19_000) })
    expect(await readLines()).toContainEqual(
      expect.objectContaining({
        kind: 'tool_call',
        tool: 'propose_notes_update',
        args: { left_out_bytes: expect.any(Number) },
      }),
    )
  })
})
