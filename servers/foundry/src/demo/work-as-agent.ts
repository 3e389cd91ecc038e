import { setTimeout as sleep } from 'node:timers/promises'
import { type FoundryClient, connectClient } from './connect-client.ts'
import { createGit, type RunGit } from './create-git.ts'
import { createTeller, type Tell } from './create-teller.ts'
import { type Draft, drafts } from './drafts.ts'
import { lateDrafts } from './late-drafts.ts'
import { found } from './plan.ts'
import { waitForStart } from './wait-for-start.ts'
import { writeFiles } from './write-files.ts'

/** Who acts, and where. */
export interface Actor {
  readonly name: string
  /** The worktree, whose branch has the name of the agent. */
  readonly folder: string
  /** The branches that others work on. */
  readonly others: readonly string[]
  /** When the story began, in milliseconds. */
  readonly since: number
}

interface Hands {
  readonly actor: Actor
  readonly client: FoundryClient
  readonly git: RunGit
  readonly tell: Tell
}

interface Task {
  readonly task_id: string
  readonly title: string
  readonly lease: number
}

interface Next {
  readonly tasks: readonly Task[]
  readonly waiting?: { readonly done: boolean } | undefined
}

interface Brief {
  readonly criteria: readonly string[]
  readonly checks: readonly { readonly verify_id: string; readonly title: string }[]
  readonly after: readonly { readonly title: string; readonly note?: string | undefined }[]
}

interface CheckAnswer {
  readonly verdict: string
  readonly reason: string
  readonly duration_ms: number
  readonly run_id: string
}

/** How long a scripted agent takes to write a draft. */
const writingMs = 250

/** Works on the plan until nothing of it is left. */
export async function workAsAgent(actor: Actor): Promise<void> {
  const { name, folder, since } = actor
  const client = await connectClient({ name, folder, role: 'worker', tools: 'work' })
  const hands: Hands = {
    actor,
    client,
    git: createGit(folder, name),
    tell: createTeller(name, since),
  }
  await waitForStart()
  try {
    await workAll(hands)
  } finally {
    await client.close()
  }
}

async function workAll(hands: Hands): Promise<void> {
  const { client, tell } = hands
  let isWaiting = false
  for (;;) {
    const { tasks, waiting } = await client.call<Next>('next', { claim: true })
    const [task] = tasks
    if (task === undefined && waiting?.done) break
    if (task === undefined) {
      if (!isWaiting) tell('waits: nothing can be begun now')
      isWaiting = true
      await sleep(writingMs)
      continue
    }
    isWaiting = false
    await workOn(hands, task)
  }
  tell('is done: nothing is left in the plan')
}

async function workOn(hands: Hands, { task_id, title, lease }: Task): Promise<void> {
  const { client, tell } = hands
  tell(`takes "${title}" (${task_id}, lease ${lease})`)
  await mergeOthers(hands)
  const brief = await client.call<Brief>('prepare', { task_id })
  for (const { title: first, note } of brief.after) tell(`  reads of "${first}": ${note}`)
  await client.call('start', { task_id, lease })
  const note = await writeUntilPassed(hands, task_id, lease, brief)
  if (task_id === 'task-apply') await addFound(hands, task_id)
  if (task_id === 'task-decide')
    await client.call('note', { text: note, type: 'decision', task_id })
  await commit(hands, task_id, title)
  const { state, progress } = await client.call<{ state: string; progress: string }>('complete', {
    task_id,
    lease,
    note,
  })
  const isHandedIn = state === 'in_review'
  tell(isHandedIn ? `hands in "${title}" for review` : `completes "${title}" (${progress})`)
}

/** Writes one draft after the other, until every check has passed; returns the note of the last. */
async function writeUntilPassed(
  hands: Hands,
  task_id: string,
  lease: number,
  { checks }: Brief,
): Promise<string> {
  const { client, tell, actor } = hands
  for (const { files, note } of draftsOf(task_id)) {
    await sleep(writingMs)
    await writeFiles(actor.folder, files)
    tell(`  writes ${Object.keys(files).join(', ')}`)
    let isPassed = true
    for (const { verify_id, title } of checks) {
      const answer = await client.call<CheckAnswer>('run_check', { verify_id, lease })
      await tellResult(hands, { verify_id, title }, answer)
      isPassed &&= answer.verdict === 'passed'
    }
    if (isPassed) return note
  }
  throw new Error(`${task_id} has no draft whose checks pass.`)
}

const draftsOf = (taskId: string): readonly Draft[] => drafts[taskId] ?? lateDrafts[taskId] ?? []

/** Tells how a check went; an agent reads the output of one that failed. */
async function tellResult(
  { client, tell }: Hands,
  { verify_id, title }: Brief['checks'][number],
  { verdict, reason, duration_ms, run_id }: CheckAnswer,
): Promise<void> {
  if (verdict === 'passed') {
    tell(`  ✓ ${title} (${duration_ms} ms)`)
    return
  }
  tell(`  ✕ ${title}: not yet. ${reason}`)
  const { output } = await client.call<{ output: string }>('get_check', { verify_id, run_id })
  const said = output.split('\n').filter((line) => line.includes('must become'))
  const lines = new Set(said.map((line) => line.trim()))
  tell(`  reads the output: ${[...lines].join('; ')}`)
}

/** Adds the work that was found, under the task during which it was found. */
async function addFound({ client, tell }: Hands, discovered_from: string): Promise<void> {
  const reason = 'total() is NaN if a line has no count, and so is everything after it.'
  await client.call('add_tasks', { tasks: [found], discovered_from, reason })
  tell(`  finds work that nobody planned: "${found.title}"`)
}

/** Gets what others have committed; a task is completed only after that. */
async function mergeOthers({ actor, git }: Hands): Promise<void> {
  for (const branch of actor.others) await git('merge', '--quiet', '--no-edit', branch)
}

async function commit({ git, tell }: Hands, taskId: string, title: string): Promise<void> {
  await git('add', '--all')
  await git('commit', '--quiet', '--message', `${title}\n\nTask: ${taskId}`)
  tell(`  commits ${await git('rev-parse', '--short', 'HEAD')}`)
}
