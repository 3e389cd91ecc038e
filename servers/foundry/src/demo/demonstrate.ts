import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Spec } from '../spec/spec.ts'
import { connectClient } from './connect-client.ts'
import { createRepository, type Repository } from './create-repository.ts'
import { createTeller, type Tell } from './create-teller.ts'
import { plan, specId } from './plan.ts'
import type { Actor } from './work-as-agent.ts'
import { writeResults } from './write-results.ts'

/** The program, which is started again for each of those who act. */
const program = fileURLToPath(new URL('run-demo.js', import.meta.url))
const binary = fileURLToPath(new URL('../../bin/foundry.js', import.meta.url))
const run = promisify(execFile)

const agents = ['ada', 'bob']
const maintainer = 'carla'

/** Lets two agents and a maintainer, each a process of its own, carry out a plan. */
export async function demonstrate(output: string | undefined): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'foundry-demo-'))
  try {
    await carryOut(folder, resolve(output ?? join(tmpdir(), `foundry-demo-results-${Date.now()}`)))
  } finally {
    await rm(folder, { recursive: true, maxRetries: 5 })
  }
}

async function carryOut(folder: string, output: string): Promise<void> {
  console.log(
    'Two scripted agents (ada, bob) and a maintainer (carla) change a small program.\n' +
      'Each is a process with a worktree and a foundry of its own, and calls it over MCP.\n',
  )
  const since = Date.now()
  const tell = createTeller(maintainer, since)
  const repository = await createRepository(folder, maintainer, (main) => foundry(main, 'init'))
  tell('has a small repository, and prepares it with foundry init')
  await planChange(repository, tell)
  await workTogether(repository, since)
  await checkResult(repository, tell)
  const spec = await readSpec(repository.main)
  const { stdout: board } = await foundry(repository.main, 'board', specId, '--all')
  const names = await writeResults(output, { spec, board })
  console.log(`\n${board}\n${names.join(', ')} are in ${output}`)
}

const foundry = (cwd: string, ...words: readonly string[]) =>
  run(process.execPath, [binary, ...words], { cwd })

async function planChange({ main, git }: Repository, tell: Tell): Promise<void> {
  const client = await connectClient({
    name: maintainer,
    folder: main,
    role: 'maintainer',
    tools: 'create_spec',
  })
  const { ids } = await client.call<{ ids: readonly string[] }>('create_spec', plan)
  await client.close()
  const tasks = ids.filter((id) => id.startsWith('task-'))
  tell(`plans "${plan.title}": ${plan.phases.length} phases, ${tasks.length} tasks`)
  await git('add', '--all')
  await git('commit', '--quiet', '--message', `Plan: ${plan.title}`)
}

async function workTogether({ main, addWorktree }: Repository, since: number): Promise<void> {
  const processes: ChildProcess[] = []
  for (const name of agents) {
    const others = ['main', ...agents.filter((one) => one !== name)]
    const folder = await addWorktree(name)
    processes.push(startProcess('--agent', { name, folder, others, since }))
  }
  const reviewer = { name: maintainer, folder: main, others: [], since }
  processes.push(startProcess('--maintainer', reviewer))
  try {
    await runUntilEnd(processes)
  } finally {
    for (const one of processes) one.kill()
  }
}

/** Lets processes begin together; throws as soon as one of them fails. */
async function runUntilEnd(processes: readonly ChildProcess[]): Promise<void> {
  const ended = Promise.all(processes.map(endOf))
  await Promise.race([ended, Promise.all(processes.map((one) => once(one, 'message')))])
  for (const one of processes) one.send('start')
  await ended
}

/** Starts the program as another process, which begins once it is told to. */
function startProcess(part: string, actor: Actor): ChildProcess {
  const words = [program, part, JSON.stringify(actor)]
  return spawn(process.execPath, words, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
}

async function endOf(child: ChildProcess): Promise<void> {
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`An agent ended with ${String(code)}.`)
}

/** Brings the branches together, and asks if code and plan still agree. */
async function checkResult({ main, git }: Repository, tell: Tell): Promise<void> {
  for (const name of agents) await git('merge', '--quiet', '--no-edit', name)
  tell('merges both branches')
  await run(process.execPath, ['--test'], { cwd: main })
  tell('  ✓ all tests pass on main')
  await foundry(main, 'drift', specId, '--check')
  tell('  ✓ no file changed after its task was proved (foundry drift --check)')
  await foundry(main, 'move-spec', specId, 'completed')
  await git('add', '--all')
  await git('commit', '--quiet', '--message', `Complete: ${plan.title}`)
  tell('moves the spec to completed, and commits it')
}

async function readSpec(main: string): Promise<Spec> {
  const path = join(main, 'specs', 'completed', `${specId}.json`)
  // The cast names what foundry has written.
  return JSON.parse(await readFile(path, 'utf8')) as Spec
}
