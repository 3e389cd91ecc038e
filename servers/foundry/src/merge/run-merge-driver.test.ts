import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { toJsonText } from '../json/patch-json.ts'
import type { Spec } from '../spec/spec.ts'
import { runMergeDriver } from './run-merge-driver.ts'
import { type NodeParts, planOf } from './testing/plan-of.ts'

const run = promisify(execFile)
const built = fileURLToPath(new URL('../../dist/merge/run-merge-driver.js', import.meta.url))
const spec = 'specs/active/plan-2026-01-01-001.json'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foundry-merge-'))
})
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }))

/** A plan in which the given tasks are done, each with a line in the journal. */
function planWith(done: readonly string[], more: NodeParts = {}): string {
  const isDone = (id: string): NodeParts => ({
    status: done.includes(id) ? 'completed' : 'pending',
  })
  const journal = done.map((id) => ({
    timestamp: `2026-01-01T00:00:0${id === 'a' ? 1 : 2}Z`,
    entry_type: 'status_change' as const,
    title: `Did ${id}`,
    content: '',
    author: id,
    task_id: id,
  }))
  const nodes = { a: isDone('a'), b: isDone('b'), c: more }
  return toJsonText(planOf({ nodes, journal, last_updated: `2026-01-0${1 + done.length}` }))
}

/** A plan that can be parsed, and that no program should have written. */
const deepPlan = planWith(['b']).replace('{', `{"deep": ${'['.repeat(2e5)}${']'.repeat(2e5)},`)

describe('the driver', () => {
  const files = () => ({
    base: join(folder, 'base'),
    ours: join(folder, 'ours'),
    theirs: join(folder, 'theirs'),
    path: spec,
  })

  async function drive(base: string, ours: string, theirs: string | Uint8Array) {
    await writeFile(files().base, base)
    await writeFile(files().ours, ours)
    await writeFile(files().theirs, theirs)
    const result = await runMergeDriver(files())
    expect(await readdir(folder)).toEqual(['base', 'ours', 'theirs'])
    return { ...result, text: await readFile(files().ours, 'utf8') }
  }

  it('writes what both branches say, and has nothing to tell', async () => {
    const result = await drive(planWith([]), planWith(['a']), planWith(['b']))
    expect(result).toMatchObject({ exit: 0, lines: [] })
    expect(result.text).toContain('Did a')
    expect(result.text).toContain('Did b')
  })

  it('decides a conflict, tells it in one line, and is content', async () => {
    const titled = (title: string) => planWith([], { title })
    const { exit, lines, text } = await drive(titled('c'), titled('d'), titled('e\n\u001b[2J'))
    expect(exit).toBe(0)
    expect(lines).toEqual([
      expect.stringMatching(
        /^specs\/active\/.+: MERGE_CONFLICT at hierarchy\.c\.title: Both branches/,
      ),
    ])
    expect(lines.join('')).not.toMatch(/\p{Cc}/u)
    expect(text).not.toMatch(/^[<=>]{7}/m)
  })

  it.each([
    ['truncated', planWith(['b']).slice(0, 500), /INVALID_SPEC: Their version .+ ends too early/],
    ['not UTF-8', new Uint8Array([123, 255, 125]), /INVALID_SPEC: .+ their version is not UTF-8/],
    ['nested too deep', deepPlan, /INTERNAL_ERROR: It could not be merged, and is as it was/],
    ['too large', ' '.repeat(33 * 1024 * 1024), /INVALID_SPEC: .+ more than 33554432 bytes/],
  ])('leaves the file of git as it is if a version is %s', async (_, theirs, line) => {
    const ours = planWith(['a'])
    const result = await drive(planWith([]), ours, theirs)
    expect(result).toEqual({ exit: 1, lines: [expect.stringMatching(line)], text: ours })
  })

  it('says so if a file is not there', async () => {
    const { exit, lines } = await runMergeDriver(files())
    expect(exit).toBe(1)
    expect(lines.join()).toContain('STORAGE_FAILED')
    expect(lines.join()).not.toContain(folder)
  })
})

describe('git', () => {
  const script = () => join(folder, 'driver.mjs')
  const repository = () => join(folder, 'repository')

  async function git(...words: readonly string[]): Promise<string> {
    const driver = `"${process.execPath}" "${script()}" %O %A %B %P`
    const config = [
      'user.name=Tester',
      'user.email=tester@example.org',
      'init.defaultBranch=main',
      'commit.gpgSign=false',
      `merge.foundry.driver=${driver}`,
    ].flatMap((pair) => ['-c', pair])
    const { stdout, stderr } = await run('git', [...config, ...words], {
      cwd: repository(),
      env: { PATH: process.env['PATH'], GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
    })
    return stdout + stderr
  }

  async function commit(text: string, message: string) {
    const path = join(repository(), spec)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
    await git('add', '.')
    await git('commit', '--quiet', '--message', message)
  }

  const read = () => readFile(join(repository(), spec), 'utf8')

  /** Two branches from main: each has finished a task of its own. */
  async function makeBranches(theirs = planWith(['b'])) {
    const source =
      `import { runMergeDriver } from ${JSON.stringify(built)}\n` +
      'const [base, ours, theirs, path] = process.argv.slice(2)\n' +
      'const { exit, lines } = await runMergeDriver({ base, ours, theirs, path })\n' +
      'for (const line of lines) console.error(line)\n' +
      'process.exitCode = exit\n'
    await mkdir(repository())
    await writeFile(script(), source)
    await git('init', '--quiet')
    await writeFile(join(repository(), '.gitattributes'), 'specs/**/*.json merge=foundry\n')
    await commit(planWith([]), 'Plan')
    await git('checkout', '--quiet', '-b', 'one')
    await commit(planWith(['a']), 'Finish a')
    await git('checkout', '--quiet', '-b', 'two', 'main')
    await commit(theirs, 'Finish b')
  }

  function expectBoth(text: string) {
    // The cast names what the branches wrote.
    const merged = JSON.parse(text) as Spec
    expect(merged.hierarchy['a']?.status).toBe('completed')
    expect(merged.hierarchy['b']?.status).toBe('completed')
    expect(merged.hierarchy['phase-1']?.completed_tasks).toBe(2)
    expect(merged.journal?.map(({ title }) => title)).toEqual(['Did a', 'Did b'])
  }

  it('merges two branches that each finished a task, in either order to the same bytes', async () => {
    await makeBranches()
    await git('checkout', '--quiet', '-b', 'one-into-two')
    await git('merge', '--quiet', '--no-edit', 'one')
    const oneIntoTwo = await read()
    await git('checkout', '--quiet', 'one')
    await git('merge', '--quiet', '--no-edit', 'two')
    expectBoth(oneIntoTwo)
    expect(await read()).toBe(oneIntoTwo)
  })

  it('rebases one on the other', async () => {
    await makeBranches()
    await git('rebase', '--quiet', 'one')
    expectBoth(await read())
    expect(await git('status', '--porcelain')).toBe('')
  })

  it('picks the commit of the other', async () => {
    await makeBranches()
    await git('cherry-pick', 'one')
    expectBoth(await read())
  })

  it('stops at a version that cannot be read, and our file has no markers', async () => {
    await makeBranches(planWith(['b']).slice(0, 400))
    await git('checkout', '--quiet', 'one')
    await expect(git('merge', '--no-edit', 'two')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('INVALID_SPEC: Their version of the spec ends too early'),
    })
    expect(await read()).toBe(planWith(['a']))
    expect(await git('status', '--porcelain')).toContain(`UU ${spec}`)
  })
})
