import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDarktable } from '../src/editing/index.ts'
import { greyDng, noDarktable, openDarkroom } from '../src/testing/open-darkroom.ts'

const darkroom = await openDarkroom()
const program = join(import.meta.dirname, '../bin/darkroom.js')
const image_ids = ['one', 'two', 'three', 'four', 'five']
const clients: Client[] = []

beforeAll(async () => {
  await darkroom.clear()
  const { server } = darkroom.create()
  for (const id of [...image_ids, 'broken']) {
    const raw_path = join(darkroom.photos, `${id}.dng`)
    await writeFile(raw_path, greyDng(600, 400))
    expect(await server.call('ingest', { raw_path })).toMatchObject({ ok: true })
  }
}, 60_000)

afterAll(async () => {
  for (const client of clients) await client.close()
  await darkroom.remove()
})

/** Starts the server over stdio, as a host does. */
async function start() {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, 'serve', '--stdio', '--workspace', darkroom.root],
    stderr: 'ignore',
  })
  const client = new Client({ name: 'host', version: '1.0.0' })
  await client.connect(transport)
  clients.push(client)
  return {
    kill: () => process.kill(transport.pid ?? 0, 'SIGKILL'),
    /** Exports all images; a second call under the same key is about the same job. */
    exportAll: (onProgress: (done: number) => void) =>
      client.callTool(
        {
          name: 'export_batch',
          arguments: { image_ids, size: 300 },
          _meta: { 'dev.toolaccord/idempotency-key': 'the-album' },
        },
        { onprogress: ({ progress }) => onProgress(progress), timeout: 120_000 },
      ),
  }
}

describe('a batch of exports', { timeout: 180_000 }, () => {
  it('goes on where it was if the server is killed, and can be fetched afterwards', async () => {
    const first = await start()
    const cut = first.exportAll((done) => {
      if (done >= 2) first.kill()
    })
    await expect(cut).rejects.toThrow()
    const second = await start()
    const seen: number[] = []
    const { structuredContent } = await second.exportAll((done) => seen.push(done))
    expect(structuredContent).toMatchObject({
      success: true,
      data: {
        n_succeeded: 5,
        n_failed: 0,
        results: image_ids.map((image_id) => ({ image_id, output_path: expect.any(String) })),
      },
    })
    expect(Math.min(...seen)).toBeGreaterThanOrEqual(2)
    const files = await Promise.all(
      image_ids.map((id) => readdir(join(darkroom.root, id, 'exports'))),
    )
    const pictures = files.map((names) => names.filter((name) => name.endsWith('.jpg')).length)
    // What was rendered and not noted is rendered again; the first two were noted.
    expect(pictures.slice(0, 2)).toEqual([1, 1])
    expect(Math.max(...pictures)).toBeLessThanOrEqual(2)
    const fetched = await second.exportAll(() => {})
    expect(fetched.structuredContent).toEqual(structuredContent)
  })

  it('has an error for a picture that darktable cannot render, and exports the others', async () => {
    const { server } = darkroom.create({ darktable: createDarktable() })
    await writeFile(join(darkroom.photos, 'broken.dng'), 'not a raw file any more')
    const asked = { image_ids: ['broken', 'one'], size: 64 }
    expect(await server.call('export_batch', asked)).toMatchObject({
      ok: true,
      data: {
        n_succeeded: 1,
        n_failed: 1,
        results: [
          { image_id: 'broken', error: expect.stringContaining('broken.dng') },
          { image_id: 'one', output_path: expect.stringContaining('one_') },
        ],
      },
    })
  })

  it('fails as a whole without darktable, and for an image that is not there', async () => {
    const { server } = darkroom.create({ darktable: noDarktable })
    expect(await server.call('export_batch', { image_ids: ['one', 'two'] })).toMatchObject({
      ok: false,
      problems: [{ code: 'darktable_error', details: { reason: 'missing' } }],
    })
    expect(await server.call('export_batch', { image_ids: ['one', 'none'] })).toMatchObject({
      ok: false,
      problems: [{ code: 'not_found', path: 'image_ids[1]' }],
    })
  })
})
