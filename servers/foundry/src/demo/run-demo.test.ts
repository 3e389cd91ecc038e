import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JournalEntry } from '../spec/spec.ts'
import { found, plan } from './plan.ts'

const program = fileURLToPath(new URL('../../dist/demo/run-demo.js', import.meta.url))

let output = ''
let story = ''
beforeAll(async () => {
  output = await mkdtemp(join(tmpdir(), 'foundry-demo-test-'))
  const { stdout } = await promisify(execFile)(process.execPath, [program, output])
  story = stdout
}, 120_000)
afterAll(() => rm(output, { recursive: true, force: true }))

const read = (name: string) => readFile(join(output, name), 'utf8')
const readJournal = async (): Promise<readonly JournalEntry[]> =>
  JSON.parse(await read('journal.json'))

const planned = plan.phases.flatMap(({ tasks }) => tasks.map(({ id }) => id))
const all = [...planned, found.id].toSorted()

describe('the demonstration', () => {
  it('completes every task once, by one of the two agents', async () => {
    const ends = (await readJournal()).filter(({ metadata }) => metadata?.to === 'completed')
    expect(ends.map(({ task_id }) => task_id).toSorted()).toEqual(all)
    const taken = [...story.matchAll(/(\w+) +takes ".+" \(([\w-]+), lease \d+\)/g)]
    expect(taken.map(([, , id]) => id).toSorted()).toEqual(all)
    expect(new Set(taken.map(([, who]) => who))).toEqual(new Set(['ada', 'bob']))
  })

  it('ends no task before those that it waits for', async () => {
    const journal = await readJournal()
    const placeOf = (id: string) =>
      journal.findIndex(({ task_id, metadata }) => task_id === id && metadata?.to === 'completed')
    const waits = plan.phases.flatMap(({ tasks }) =>
      tasks.flatMap((task) =>
        ('blocked_by' in task ? task.blocked_by : []).map((id) => [id, task.id]),
      ),
    )
    expect(waits.length).toBeGreaterThan(5)
    for (const [first = '', second = ''] of waits) {
      expect(placeOf(first), `${first} before ${second}`).toBeLessThan(placeOf(second))
    }
  })

  it('has a check that fails, whose output is read, and that passes once it is mended', async () => {
    expect(story).toMatch(/reads the output: 0\.5 must become 0; 2\.5 must become 2/)
    const report = await read('report.md')
    expect(report).toMatch(/- runs of checks: 10, of which 1 failed/)
    expect(report).toMatch(/- \*\*The tests of rounding pass\*\* failed for (ada|bob), and passed/)
  })

  it('lists the work that was found, and counts it apart', async () => {
    expect(await read('plan.txt')).toContain('8/8 done, found on the way 1/1')
    expect(await read('report.md')).toContain(
      `- **${found.title}** (\`task-count\`), found during "Take a discount off a total"`,
    )
  })

  it('has the verdicts of the maintainer', async () => {
    expect(await read('report.md')).toMatch(
      /- carla approved \*\*Write a receipt\*\*.+\n {2}- met: /,
    )
  })

  it('ends with tests that pass, and with code that is as it was proved', () => {
    expect(story).toContain('✓ all tests pass on main')
    expect(story).toContain('✓ no file changed after its task was proved')
  })
})
