import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FoundryServer, createFoundryServer } from '../src/create-foundry-server.ts'
import { findFolders } from '../src/store/find-folders.ts'
import type { Role } from '../src/tools/create-roles.ts'

let folder = ''
let opened: FoundryServer[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foundry-lies-'))
  execFileSync('git', ['init', '-q'], { cwd: folder })
  await mkdir(join(folder, 'src'))
  await writeFile(join(folder, 'src', 'user.ts'), 'export type User = string\n')
  const server = await open('maintainer')
  await server('create_spec', {
    title: 'Plan',
    mission: 'Be true.',
    spec_id: 'plan',
    active: true,
    phases: [{ title: 'All', tasks: [task, manual] }],
  })
})
afterEach(async () => {
  await Promise.all(opened.map(({ close }) => close()))
  opened = []
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

const task = {
  id: 'task-user',
  title: 'Write the user',
  files: ['src/user.ts'],
  checks: [{ id: 'verify-user', title: 'It has a name', command: 'grep -q name src/user.ts' }],
}

const manual = {
  id: 'task-look',
  title: 'Make it pretty',
  checks: [{ id: 'verify-look', title: 'It is pretty', type: 'manual' }],
}

type Answer = Awaited<ReturnType<FoundryServer['server']['callByName']>>

/** A server in a role, as a function that calls its tools and agrees to commands. */
async function open(role: Role, worker: string = role) {
  const folders = await findFolders({ here: folder, env: {} })
  const made = createFoundryServer({ folders, role, worker })
  opened.push(made)
  return (tool: string, args: Readonly<Record<string, unknown>>): Promise<Answer> =>
    made.server.callByName(tool, args, { consent: 'granted' })
}

const write = (text: string) => writeFile(join(folder, 'src', 'user.ts'), text)

const refused = (code: string) => ({ ok: false, problems: [{ code }] })

describe('a worker who lies', () => {
  const begin = async () => {
    const worker = await open('worker')
    expect(await worker('start', { task_id: 'task-user' })).toMatchObject({ ok: true })
    return worker
  }
  const done = { task_id: 'task-user', note: 'Done.' }
  const pass = { verify_id: 'verify-user' }

  it('cannot complete what was never checked', async () => {
    const worker = await begin()
    expect(await worker('complete', done)).toMatchObject(refused('PROOF_REQUIRED'))
  })

  it('cannot record a pass of its own', async () => {
    const worker = await begin()
    const recorded = { ...pass, result: 'passed', evidence: 'Trust me.' }
    expect(await worker('record_check', recorded)).toMatchObject({
      ok: true,
      data: { counts_as: 'claimed' },
      notes: { warnings: [{ code: 'CLAIM_ONLY' }] },
    })
    expect(await worker('complete', done)).toMatchObject(refused('PROOF_REQUIRED'))
    const byHand = { verify_id: 'verify-look', result: 'passed', evidence: 'Trust me.' }
    expect(await worker('start', { task_id: 'task-look' })).toMatchObject({ ok: true })
    expect(await worker('record_check', byHand)).toMatchObject({ data: { counts_as: 'claimed' } })
    const look = { task_id: 'task-look', note: 'Done.' }
    expect(await worker('complete', look)).toMatchObject(refused('PROOF_REQUIRED'))
    const person = await open('maintainer', 'ada')
    expect(await person('record_check', byHand)).toMatchObject({ data: { counts_as: 'passed' } })
    expect(await worker('complete', look)).toMatchObject({ ok: true })
  })

  it('cannot complete on a check that failed, and can once it passed', async () => {
    const worker = await begin()
    expect(await worker('run_check', pass)).toMatchObject({ data: { verdict: 'failed' } })
    expect(await worker('complete', done)).toMatchObject(refused('PROOF_REQUIRED'))
    await write('export interface User { name: string }\n')
    expect(await worker('run_check', pass)).toMatchObject({ data: { verdict: 'passed' } })
    expect(await worker('complete', done)).toMatchObject({ ok: true, data: { state: 'completed' } })
  })

  it('cannot change the files after the check has passed', async () => {
    const worker = await begin()
    await write('export interface User { name: string }\n')
    expect(await worker('run_check', pass)).toMatchObject({ data: { verdict: 'passed' } })
    await write('export interface User { nothing: string }\n')
    expect(await worker('complete', done)).toMatchObject(refused('PROOF_STALE'))
  })

  it('cannot write into the file of the spec that a check has passed', async () => {
    const worker = await begin()
    const path = join(folder, 'specs', 'active', 'plan.json')
    const text = await readFile(path, 'utf8')
    const spec = JSON.parse(text)
    spec.hierarchy['verify-user'].status = 'completed'
    spec.hierarchy['verify-user'].metadata.last_result = { result: 'PASSED', by: 'server' }
    await writeFile(path, JSON.stringify(spec))
    expect(await worker('complete', done)).toMatchObject(refused('PROOF_REQUIRED'))
  })

  it('cannot swap the check for an easier one by hand after a pass', async () => {
    const worker = await begin()
    await write('export interface User { name: string }\n')
    expect(await worker('run_check', pass)).toMatchObject({ data: { verdict: 'passed' } })
    const path = join(folder, 'specs', 'active', 'plan.json')
    const text = await readFile(path, 'utf8')
    await writeFile(path, text.replace('grep -q name src/user.ts', 'true'))
    expect(await worker('complete', done)).toMatchObject(refused('PROOF_STALE'))
  })

  it('is found out if it completes without touching the files that it promised', async () => {
    await write('export interface User { name: string }\n')
    const worker = await begin()
    expect(await worker('run_check', pass)).toMatchObject({ data: { verdict: 'passed' } })
    expect(await worker('complete', done)).toMatchObject({
      ok: true,
      notes: { warnings: [{ code: 'PROMISED_FILES_UNTOUCHED' }] },
    })
  })

  it('cannot drop a task, and cannot approve its own work', async () => {
    const worker = await begin()
    const cancel = { task_id: 'task-user', move: 'cancel', reason: 'Too hard.' }
    expect(await worker('set_state', cancel)).toMatchObject(refused('FORBIDDEN'))
    const verdicts = [{ met: true, evidence: 'I say so.' }]
    const review = { task_id: 'task-user', verdicts, summary: 'Good.' }
    expect(await worker('review', review)).toMatchObject(refused('FORBIDDEN'))
  })

  it('cannot answer for a task that another has', async () => {
    await begin()
    const other = await open('worker', 'other')
    expect(await other('complete', done)).toMatchObject(refused('CONFLICT'))
    expect(await other('run_check', pass)).toMatchObject(refused('CONFLICT'))
    const recorded = { ...pass, result: 'passed', evidence: 'Trust me.' }
    expect(await other('record_check', recorded)).toMatchObject(refused('CONFLICT'))
  })
})
