import { spawn } from 'node:child_process'
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFoundryServer } from '../src/create-foundry-server.ts'
import type { Spec } from '../src/spec/spec.ts'
import type { Folders } from '../src/store/find-folders.ts'

let folder = ''
let folders: Folders
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foundry-killed-'))
  folders = { specs: join(folder, 'specs'), state: join(folder, 'state'), root: folder }
})
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))

const specPath = () => join(folders.specs, 'active', 'plan.json')

/** A program that changes the plan as fast as it can, and says each time what was acknowledged. */
const program = `
  const [module, folders, name] = process.argv.slice(1)
  const { createFoundryServer } = await import(module)
  const { server } = createFoundryServer({ folders: JSON.parse(folders), worker: name })
  process.stdout.write('ready\\n')
  for (let at = 0; ; at++) {
    const noted = await server.callByName('note', { text: name + ' ' + at })
    if (noted.ok) process.stdout.write('note ' + noted.data.entry_id + '\\n')
    const claimed = await server.callByName('next', { claim: true })
    const [task] = claimed.ok ? claimed.data.tasks : []
    if (task === undefined) continue
    const { task_id, lease } = task
    await server.callByName('start', { task_id, lease })
    const done = await server.callByName('complete', { task_id, lease, note: name })
    if (done.ok) process.stdout.write('done ' + task_id + '\\n')
  }
`

interface Writer {
  readonly lines: () => readonly string[]
  kill(): Promise<void>
}

async function startWriter(name: string): Promise<Writer> {
  const module = new URL('../dist/create-foundry-server.js', import.meta.url).href
  const args = ['--input-type=module', '-e', program, module, JSON.stringify(folders), name]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  const ready = new Promise<void>((done) => {
    child.stdout.on('data', (part) => {
      text += String(part)
      if (text.includes('ready')) done()
    })
  })
  const closed = new Promise<void>((done) => child.once('close', () => done()))
  await ready
  return {
    // The last line may have been cut by the kill.
    lines: () => text.split('\n').slice(1, -1),
    async kill() {
      child.kill('SIGKILL')
      await closed
    },
  }
}

/** Waits until one of them has been told that something is kept. */
async function untilAcknowledged(writers: readonly Writer[]): Promise<void> {
  while (writers.every(({ lines }) => lines().length === 0)) await sleep(5)
}

describe('writers that are killed', () => {
  it(
    'tear nothing, lose nothing that was acknowledged, and leave no file',
    { timeout: 300_000 },
    async () => {
      const { server, close } = createFoundryServer({ folders, role: 'maintainer' })
      const tasks = Array.from({ length: 400 }, (_, at) => ({ title: `Task ${at}` }))
      const phases = [
        { title: 'All', tasks: tasks.slice(0, 200) },
        { title: 'More', tasks: tasks.slice(200) },
      ]
      const init = { title: 'Plan', mission: 'Survive.', spec_id: 'plan', active: true, phases }
      expect(await server.callByName('create_spec', init)).toMatchObject({ ok: true })
      const acknowledged: string[] = []
      for (let round = 0; round < 25; round++) {
        const names = [0, 1, 2, 3].map((at) => `writer-${round}-${at}`)
        const writers = await Promise.all(names.map(startWriter))
        await untilAcknowledged(writers)
        await sleep(Math.random() * 200)
        for (const writer of writers) {
          await sleep(Math.random() * 30)
          await writer.kill()
        }
        acknowledged.push(...writers.flatMap(({ lines }) => lines()))
        // The cast names what a whole file is; a torn one does not parse.
        const { journal = [], hierarchy } = JSON.parse(await readFile(specPath(), 'utf8')) as Spec
        const entries = new Set(journal.map(({ metadata }) => metadata?.id))
        const isKept = (line: string) => {
          const [what, id = ''] = line.split(' ')
          return what === 'note' ? entries.has(id) : hierarchy[id]?.status === 'completed'
        }
        expect(acknowledged.filter((line) => !isKept(line))).toEqual([])
      }
      expect(acknowledged.length).toBeGreaterThanOrEqual(25)
      expect(await server.callByName('note', { text: 'Still here.' })).toMatchObject({ ok: true })
      expect(await readdir(join(folders.specs, 'active'))).toEqual(['plan.json'])
      expect(await readdir(join(folders.state, 'locks', 'plan'))).toHaveLength(1)
      await close()
    },
  )
})
