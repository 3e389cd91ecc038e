import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createFileArchive } from './create-file-archive.ts'
import { createFileBlobs } from './create-file-blobs.ts'

const kills = 200
/** Writers at a time, all in one folder. */
const lanes = 4

let scratch = ''
const sha256 = (content: Uint8Array | string) => createHash('sha256').update(content).digest('hex')
const inScratch = (name: string) => join(scratch, name)

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'archive-kill-'))
  const bundle = await rolldown({
    input: join(import.meta.dirname, 'create-file-archive.ts'),
    platform: 'node',
  })
  await bundle.write({ file: inScratch('archive.mjs') })
})

afterAll(() => rm(scratch, { recursive: true, maxRetries: 5 }))

/** Kills a writer soon after its first acknowledgement; returns the hashes it acknowledged. */
function writeAndDie(owner: string): Promise<readonly string[]> {
  const program = join(import.meta.dirname, '../../../test/archive-writer.mjs')
  const child = spawn(
    process.execPath,
    [program, inScratch('archive.mjs'), inScratch('archive'), owner],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  child.stdout.once('data', () => setTimeout(() => child.kill('SIGKILL'), Math.random() * 30))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      if (signal === 'SIGKILL') resolve(said.split('\n').slice(0, -1))
      else reject(new Error(`the writer ended with ${code}`))
    })
  })
}

it(
  `loses nothing acknowledged and serves nothing torn if writers are killed ${kills} times`,
  { timeout: 120_000 },
  async () => {
    const acknowledged: { readonly owner: string; readonly hash: string }[] = []
    await Promise.all(
      Array.from({ length: lanes }, async (_, lane) => {
        for (let count = 0; count < kills / lanes; count++) {
          const owner = `writer ${lane}.${count}`
          for (const hash of await writeAndDie(owner)) acknowledged.push({ owner, hash })
        }
      }),
    )
    expect(acknowledged.length).toBeGreaterThan(kills)

    const folder = inScratch('archive')
    // Two hours on, because a draft that was written to recently may still be in use.
    const archive = createFileArchive({ folder, now: () => Date.now() + 7_200_000 })
    for (const { owner, hash } of acknowledged) {
      const content = (await archive.get(hash, { owner }))?.content ?? ''
      expect(`sha256:${sha256(content)}`).toBe(hash)
    }

    // Every writer acknowledged something before it was killed, so every owner is known here.
    const owners = new Map(acknowledged.map(({ owner }) => [sha256(owner), owner]))
    const listed = new Set<string>()
    for await (const { hash, owner } of createFileBlobs(folder).list()) {
      const writer = owners.get(owner) ?? 'unknown'
      const content = (await archive.get(`sha256:${hash}`, { owner: writer }))?.content ?? ''
      expect({ writer, hash: sha256(content) }).toEqual({
        writer: expect.stringMatching(/^writer \d\.\d+$/),
        hash,
      })
      listed.add(`${writer} sha256:${hash}`)
    }
    expect(acknowledged.filter(({ owner, hash }) => !listed.has(`${owner} ${hash}`))).toEqual([])
    expect((await archive.stats()).quarantined).toBe(0)

    expect((await readdir(join(folder, 'tmp'))).length).toBeGreaterThan(0)
    await archive.sweep()
    expect(await readdir(join(folder, 'tmp'))).toEqual([])
  },
)
