import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { openResearch } from '../src/research/testing/open-research.ts'

const opened = await openResearch()
const built = join(import.meta.dirname, '../dist/research/create-research.js')

afterAll(() => opened.remove())

/** A program that adds findings and prints each id when it is told that the finding is kept. */
const program = `
const [module, folder, id, name, count] = process.argv.slice(1)
const { createResearch } = await import(module)
const research = createResearch({ folder, now: () => new Date(), newId: () => name })
for (let n = 0; n < Number(count); n++) {
  const statement = name + ' ' + n
  await research.addFinding(id, { statement, confidence: 'low', citations: [] })
  process.stdout.write(statement + '\\n')
}
`

function startWriter(id: string, name: string, count: number) {
  const args = [pathToFileURL(built).href, opened.folder, id, name, String(count)]
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString()
  })
  return { child, kept: () => printed.split('\n').slice(0, -1) }
}

const hasEnded = (child: ChildProcess) => once(child, 'close')

it('findings of several processes are all kept, whole, even if one is killed', async () => {
  const { id } = await opened.research.start({ question: 'Who writes?' })
  const writers = ['ada', 'bob'].map((name) => startWriter(id, name, 40))
  const victim = startWriter(id, 'eve', 400)
  const ended = [...writers, victim].map(({ child }) => hasEnded(child))
  await once(victim.child.stdout, 'data')
  victim.child.kill('SIGKILL')
  await Promise.all(ended)

  const { findings, warnings } = await opened.research.findings(id)
  const statements = findings.map(({ statement }) => statement)
  const acknowledged = [...writers, victim].flatMap(({ kept }) => kept())
  expect(acknowledged.length).toBeGreaterThan(80)
  expect(statements).toEqual(expect.arrayContaining(acknowledged))
  expect(new Set(statements).size).toBe(statements.length)
  expect(warnings).toEqual([])
})
