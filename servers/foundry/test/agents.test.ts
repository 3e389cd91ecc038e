import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFoundryServer } from '../src/create-foundry-server.ts'
import type { Spec } from '../src/spec/spec.ts'
import { findFolders } from '../src/store/find-folders.ts'

const binary = fileURLToPath(new URL('../bin/foundry.js', import.meta.url))

let folder = ''
let main = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foundry-agents-'))
  main = join(folder, 'main')
  await mkdir(main)
  git('init', '-q')
  await writeFile(join(main, 'readme'), 'A repository.\n')
  git('add', '.')
  git('-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', 'commit', '-qm', 'Begin')
})
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))

const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: main })

const specId = 'plan'
const specPath = () => join(main, 'specs', 'active', `${specId}.json`)
const readSpec = async (): Promise<Spec> => JSON.parse(await readFile(specPath(), 'utf8'))

/** Makes a plan in which every task waits for up to two that come before it. */
async function createPlan(count: number): Promise<void> {
  const folders = await findFolders({ here: main, env: {} })
  const { server, close } = createFoundryServer({ folders, role: 'maintainer' })
  const tasks = Array.from({ length: count }, (_, at) => ({
    id: `task-${at}`,
    title: `Task ${at}`,
    files: [`src/${at}.ts`],
    blocked_by: [at - 7, at - 11].filter((one) => one >= 0).map((one) => `task-${one}`),
  }))
  const phases = [{ title: 'All', tasks }]
  const made = await server.callByName('create_spec', {
    title: 'Plan',
    mission: 'Work together.',
    spec_id: specId,
    active: true,
    phases,
  })
  expect(made).toMatchObject({ ok: true })
  await close()
}

interface Agent {
  readonly pid: number
  call(tool: string, args: Readonly<Record<string, unknown>>): Promise<Answer>
  close(): Promise<void>
}

interface Answer {
  readonly success: boolean
  readonly data: Readonly<Record<string, unknown>>
}

/** Starts a server in a worktree of its own, as a host does, with a client that is not ours. */
async function startAgent(name: string, leaseMinutes = '30'): Promise<Agent> {
  const worktree = join(folder, name)
  git('worktree', 'add', '-q', worktree)
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [binary, 'serve', '--stdio', '--worker', name],
    cwd: worktree,
    env: { PATH: process.env.PATH ?? '', FOUNDRY_LEASE_MINUTES: leaseMinutes },
    stderr: 'inherit',
  })
  const client = new Client({ name: 'agent', version: '1.0.0' })
  await client.connect(transport)
  return {
    pid: transport.pid ?? 0,
    async call(tool, args) {
      const { structuredContent } = await client.callTool({ name: tool, arguments: { ...args } })
      // The cast names the envelope of the contract.
      return structuredContent as unknown as Answer
    },
    close: () => client.close(),
  }
}

interface NextTask {
  readonly task_id: string
  readonly lease: number
}

async function claimNext(agent: Agent): Promise<NextTask | 'wait' | 'done'> {
  const { data } = await agent.call('next', { claim: true })
  // The casts name what the tool answers.
  const [task] = data.tasks as readonly NextTask[]
  if (task !== undefined) return task
  const { done } = data.waiting as { readonly done: boolean }
  return done ? 'done' : 'wait'
}

/** Works until nothing is left. */
async function workAll(agent: Agent): Promise<readonly string[]> {
  const finished: string[] = []
  for (;;) {
    const task = await claimNext(agent)
    if (task === 'done') return finished
    if (task === 'wait') {
      await sleep(20)
      continue
    }
    const { task_id, lease } = task
    expect(await agent.call('start', { task_id, lease })).toMatchObject({ success: true })
    const note = `Wrote ${task_id}.`
    expect(await agent.call('complete', { task_id, lease, note })).toMatchObject({ success: true })
    finished.push(task_id)
  }
}

describe('agents in worktrees of one repository', { timeout: 120_000 }, () => {
  it('do every task once, and none before what it waits for', async () => {
    await createPlan(200)
    const names = Array.from({ length: 8 }, (_, at) => `agent-${at}`)
    const agents = await Promise.all(names.map((name) => startAgent(name)))
    const finished = await Promise.all(agents.map(workAll))
    await Promise.all(agents.map((agent) => agent.close()))
    expect(new Set(finished.flat()).size).toBe(200)
    expect(finished.flat()).toHaveLength(200)
    const { hierarchy, journal = [], status } = await readSpec()
    expect(status).toBe('completed')
    const order = journal.filter(({ entry_type }) => entry_type === 'status_change')
    const places = new Map(order.map(({ task_id }, at) => [task_id, at]))
    expect(order).toHaveLength(200)
    for (const [id, node] of Object.entries(hierarchy)) {
      for (const first of node.dependencies?.blocked_by ?? []) {
        expect(places.get(first)).toBeLessThan(places.get(id) ?? -1)
      }
    }
  })

  it('get the task of one that was killed, whose late answer is refused', async () => {
    await createPlan(1)
    const killed = await startAgent('killed', '0.01')
    const task = await claimNext(killed)
    if (typeof task === 'string') throw new Error('There was no task.')
    const { task_id, lease } = task
    expect(await killed.call('start', { task_id, lease })).toMatchObject({ success: true })
    process.kill(killed.pid, 'SIGKILL')
    await sleep(800)
    const other = await startAgent('other')
    expect(await claimNext(other)).toMatchObject({ task_id, lease: lease + 1 })
    const late = await startAgent('late')
    for (const [tool, args] of [
      ['start', {}],
      ['complete', { note: 'I was slow.' }],
      ['block', { reason: 'I was slow.' }],
    ] as const) {
      expect(await late.call(tool, { task_id, lease, ...args })).toMatchObject({
        success: false,
        data: { error_code: 'CONFLICT', details: { holder: 'other', your_lease: lease } },
      })
    }
    const { journal = [] } = await readSpec()
    expect(journal.map(({ content }) => content)).toEqual([
      expect.stringContaining('other has the task now'),
    ])
    await Promise.all([other.close(), late.close()])
  })
})
