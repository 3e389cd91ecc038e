import { spawn } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readXmp } from '../src/editing/index.ts'
import { ownPacks } from '../src/editing/vocabulary/own-packs.ts'
import { greyDng, openDarkroom } from '../src/testing/open-darkroom.ts'
import { createWorkspaces } from '../src/workspace/create-workspaces.ts'
import { buildWriter } from './build-writer.ts'

const kills = 100
const lanes = 4
const darkroom = await openDarkroom()
let scratch = ''
let program = ''

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'darkroom-processes-'))
  program = await buildWriter(scratch)
  await darkroom.clear()
  const { server } = darkroom.create()
  const laneIds = Array.from({ length: lanes }, (_, lane) => `lane-${lane}`)
  for (const image_id of ['shared', ...laneIds]) {
    await writeFile(join(darkroom.photos, `${image_id}.dng`), greyDng())
    expect(
      await server.call('ingest', { raw_path: join(darkroom.photos, `${image_id}.dng`) }),
    ).toMatchObject({ ok: true })
  }
}, 60_000)

afterAll(() => Promise.all([darkroom.remove(), rm(scratch, { recursive: true, maxRetries: 5 })]))

interface Ended {
  readonly hashes: readonly string[]
  readonly complaint: string
}

/** Runs a writer; if it is to be killed, that happens soon after its first snapshot. */
function write(image: string, seed: number, most: string, isKilled: boolean): Promise<Ended> {
  const child = spawn(
    process.execPath,
    [program, darkroom.root, ownPacks.join(','), image, String(seed), most],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let said = ''
  let complaint = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint += text
  })
  if (isKilled)
    child.stdout.once('data', () => setTimeout(() => child.kill('SIGKILL'), Math.random() * 40))
  return new Promise((resolve) =>
    child.once('close', () => resolve({ hashes: said.split('\n').slice(0, -1), complaint })),
  )
}

const open = (image: string) => createWorkspaces({ roots: [darkroom.root] }).open(image)

it(
  'loses no snapshot when four processes edit one image at once',
  { timeout: 120_000 },
  async () => {
    const ended = await Promise.all([1, 2, 3, 4].map((seed) => write('shared', seed, '25', false)))
    expect(ended.map(({ complaint }) => complaint).join('')).toBe('')
    const entries = (await (await open('shared')).repository.log(200)).filter(
      ({ op, label }) => op === 'snapshot' && label !== 'baseline',
    )
    expect(entries.map(({ hash }) => hash).sort()).toEqual(
      ended.flatMap(({ hashes }) => hashes).sort(),
    )
    // Each snapshot has the one before as its parent, so none overwrote another.
    for (const [index, { parent }] of entries.entries())
      if (index + 1 < entries.length) expect(parent).toBe(entries[index + 1]?.hash)
  },
)

it(
  `loses nothing acknowledged and leaves nothing torn if writers are killed ${kills} times`,
  { timeout: 240_000 },
  async () => {
    const acknowledged = await Promise.all(
      Array.from({ length: lanes }, async (_, lane) => {
        const hashes: string[] = []
        for (let count = 0; count < kills / lanes; count++) {
          const ended = await write(`lane-${lane}`, lane * 100 + count, 'Infinity', true)
          expect(ended.complaint).toBe('')
          hashes.push(...ended.hashes)
        }
        return hashes
      }),
    )
    for (const [lane, hashes] of acknowledged.entries()) {
      expect(hashes.length).toBeGreaterThanOrEqual(kills / lanes)
      const { repository, folder } = await open(`lane-${lane}`)
      for (const hash of hashes)
        expect(readXmp(await repository.read(hash)).entries).toHaveLength(1)
      const last = await repository.edit('after all', (text) => text)
      const logged = await repository.log(100_000)
      expect(hashes.filter((hash) => !logged.some((entry) => entry.hash === hash))).toEqual([])
      expect(logged[0]).toMatchObject({ hash: last.hash, label: 'after all' })
      const edits = logged.filter(({ op }) => op === 'snapshot')
      for (const [index, { parent }] of edits.entries())
        expect(parent).toBe(edits[index + 1]?.hash ?? null)
      expect(await readdir(join(folder, 'tmp'))).toEqual([])
    }
  },
)
