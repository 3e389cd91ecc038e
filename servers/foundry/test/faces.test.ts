import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Outcome, Server } from 'toolaccord'
import { createFaceClient, describeFaces, faces } from 'toolaccord/testing'
import { afterAll, expect, it } from 'vitest'
import { createFoundryServer } from '../src/create-foundry-server.ts'
import { scopes } from '../src/tools/scopes.ts'

const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8')
const [, planText = '[]'] = /```json\n([^]*?)```/.exec(readme) ?? []

interface Caller {
  readonly id: string
  readonly scopes: readonly string[]
}

const ada: Caller = { id: 'ada', scopes: [scopes.read, scopes.work, scopes.maintain] }
const eve: Caller = { id: 'eve', scopes: [scopes.read] }

interface Made {
  readonly folder: string
  readonly server: Server
  /** Lets a minute pass. */
  wait(): void
  close(): Promise<void>
}

const made: Made[] = []
afterAll(async () => {
  for (const { folder, close } of made) {
    await close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
})

/** Each face has a repository of its own, whose time and chance are the same on all of them. */
function createServer() {
  const folder = mkdtempSync(join(tmpdir(), 'foundry-faces-'))
  execFileSync('git', ['init', '-q'], { cwd: folder })
  let drawn = 0
  let time = Date.parse('2026-01-31T12:00:00Z')
  const { server, close } = createFoundryServer({
    folders: { root: folder, specs: join(folder, 'specs'), state: join(folder, '.git', 'foundry') },
    now: () => new Date(time),
    random: (below) => drawn++ % below,
    log: { trace() {}, debug() {}, info() {}, warn() {}, error() {} },
  })
  const wait = () => {
    time += 60_000
  }
  made.push({ folder, server, wait, close })
  return server
}

const answered = (data: object) => ({ ok: true, data })
const refused = (code: string) => ({ ok: false, problems: [{ code }] })

describeFaces("the README's session", createServer, (client) => {
  // The cast holds because servers are made in the order of the faces, before any body runs.
  const { folder, server, wait } = made[faces.indexOf(client.face)] as Made
  const file = join(folder, 'greet.js')
  const options = { caller: ada, consent: 'granted' } as const
  const call = async (tool: string, args: object, caller = ada): Promise<Outcome> =>
    (await client.callByName(tool, args, { ...options, caller })).outcome
  /** For answers that no two runs have in common: a duration, the version of a spec with one. */
  const aside = createFaceClient(server, client.face)
  const callAside = async (tool: string, args: object): Promise<Outcome> => {
    wait()
    return (await aside.callByName(tool, args, options)).outcome
  }

  const task = { task_id: 'task-greet' }
  const done = { ...task, note: 'It greets by name.' }
  const check = { verify_id: 'verify-greet' }

  it('begins without a plan, which is not the same as a plan that is done', async () => {
    expect(await call('next', { claim: true })).toMatchObject({
      ...answered({ tasks: [], waiting: { done: false } }),
      notes: { warnings: [{ code: 'NO_ACTIVE_SPEC' }] },
    })
    expect(await call('start', task)).toMatchObject(refused('SPEC_NOT_FOUND'))
  })

  it('plans the change, and begins its first task', async () => {
    const plan = { title: 'Greet people', mission: 'Guests feel welcome.', spec_id: 'greet' }
    const phases = JSON.parse(planText)
    expect(await call('create_spec', { ...plan, phases, active: true })).toMatchObject(
      answered({
        spec_id: 'greet',
        stage: 'active',
        ids: ['phase-1', 'task-greet', 'task-readme'],
      }),
    )
    expect(await call('start', { task_id: 'task-grete' })).toMatchObject(refused('TASK_NOT_FOUND'))
    expect(await call('start', task, eve)).toMatchObject(refused('FORBIDDEN'))
    expect(await call('start', task)).toMatchObject(answered({ state: 'in_progress', lease: 1 }))
    expect(await call('start', { task_id: 'task-readme' })).toMatchObject(refused('CONFLICT'))
    expect(await call('list', { spec_id: 'greet' })).toMatchObject(
      answered({
        tasks: [
          { task_id: 'task-greet', state: 'in_progress', holder: 'ada' },
          { task_id: 'verify-greet' },
          { task_id: 'task-readme', blocked_by: ['task-greet'] },
        ],
      }),
    )
  })

  it('completes nothing that was not checked', async () => {
    expect(await call('complete', done)).toMatchObject(refused('PROOF_REQUIRED'))
    expect(await callAside('run_check', check)).toMatchObject(
      answered({ verdict: 'failed', exit_code: 1 }),
    )
    expect(await call('complete', done)).toMatchObject(refused('PROOF_REQUIRED'))
  })

  it('completes nothing on a pass for other files', async () => {
    await writeFile(file, 'console.log(`Hello, ${process.argv[2]}!`)\n')
    const reason = 'Exit code 0, and the output has "Hello, Ada!".'
    expect(await callAside('run_check', check)).toMatchObject(
      answered({ verdict: 'passed', reason }),
    )
    await appendFile(file, '// Just a comment.\n')
    expect(await call('complete', done)).toMatchObject(refused('PROOF_STALE'))
  })

  it('completes what is proved, and then has the next task', async () => {
    expect(await callAside('run_check', check)).toMatchObject(answered({ verdict: 'passed' }))
    expect(await call('complete', done, eve)).toMatchObject(refused('FORBIDDEN'))
    expect(await call('complete', { ...done, lease: 7 })).toMatchObject(refused('CONFLICT'))
    const completed = answered({ state: 'completed', progress: '1/2' })
    expect(await callAside('complete', done)).toMatchObject(completed)
    expect(await call('complete', done)).toMatchObject(refused('CONFLICT'))
    expect(await call('next', { claim: true })).toMatchObject(
      answered({ tasks: [{ task_id: 'task-readme', lease: 2 }] }),
    )
  })
})
