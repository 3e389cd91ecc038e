import { setTimeout as sleep } from 'node:timers/promises'
import { type FoundryClient, connectClient } from './connect-client.ts'
import { createGit, type RunGit } from './create-git.ts'
import { createTeller, type Tell } from './create-teller.ts'
import { specId } from './plan.ts'
import { waitForStart } from './wait-for-start.ts'
import type { Actor } from './work-as-agent.ts'

interface Row {
  readonly task_id: string
  readonly title: string
}

interface ReviewBrief {
  readonly worker?: string | undefined
  readonly note?: string | undefined
  readonly criteria: readonly string[]
  readonly checks: readonly { readonly verify_id: string; readonly proof: string }[]
  readonly diff?: string | undefined
}

/** How often the maintainer looks for work that was handed in. */
const lookMs = 250

/** Reviews what is handed in, until the plan is complete. */
export async function reviewAsMaintainer({ name, folder, since }: Actor): Promise<void> {
  const tell = createTeller(name, since)
  const git = createGit(folder, name)
  const client = await connectClient({ name, folder, role: 'maintainer', tools: 'work' })
  await waitForStart()
  try {
    while (!(await isComplete(client))) {
      const { tasks } = await client.call<{ tasks: readonly Row[] }>('list', {
        spec_id: specId,
        state: 'in_review',
      })
      for (const task of tasks) await reviewTask({ client, git, tell }, task)
      await sleep(lookMs)
    }
  } finally {
    await client.close()
  }
}

async function isComplete(client: FoundryClient): Promise<boolean> {
  const { phases } = await client.call<{ phases: readonly { state: string }[] }>('get', {
    spec_id: specId,
  })
  return phases.every(({ state }) => state === 'completed')
}

interface Tools {
  readonly client: FoundryClient
  readonly git: RunGit
  readonly tell: Tell
}

/** Gets the work first: proofs are compared with the files of the reviewer. */
async function reviewTask({ client, git, tell }: Tools, { task_id, title }: Row): Promise<void> {
  const { worker = '' } = await client.call<ReviewBrief>('prepare_review', { task_id })
  await git('merge', '--quiet', '--no-edit', worker)
  const brief = await client.call<ReviewBrief>('prepare_review', { task_id })
  const { criteria, checks, diff = '' } = brief
  tell(`reviews "${title}" by ${worker}: ${lineCount(diff)} lines of difference`)
  const isProved = checks.every(({ proof }) => proof === 'passed')
  const verdicts = criteria.map((criterion) => judge(criterion, diff, isProved))
  for (const { met, evidence } of verdicts) tell(`  ${met ? '✓' : '✕'} ${evidence}`)
  const summary = 'The tests name each criterion, and the output is easy to read.'
  const { state } = await client.call<{ state: string }>('review', { task_id, verdicts, summary })
  tell(`  "${title}" is ${state}`)
}

const lineCount = (text: string): number => text.split('\n').length

/** A criterion is met if a test that is named like it is in the difference, and has passed. */
function judge(criterion: string, diff: string, isProved: boolean) {
  const name = criterion.replace(/\.$/, '').toLowerCase()
  const line = diff.split('\n').find((one) => one.includes('test(') && one.includes(name))
  const met = line !== undefined && isProved
  const evidence = met ? `"${criterion}" is a test, and it passes` : `"${criterion}" has no test`
  return { met, evidence }
}
