import { hasEnded } from '../../../jobs/has-ended.ts'
import type { Job } from '../../../jobs/job.ts'
import { toEndState } from '../../../jobs/to-end-state.ts'
import { findPending } from '../../../jobs/to-pending.ts'
import { nearest } from '../../../names/nearest.ts'
import { type Notes, type Outcome, ok } from '../../../outcome/outcome.ts'
import type { JobDesk } from '../../../run/jobs/create-job-desk.ts'
import { type JobAction, failedFlag, jobActions } from '../commands/built-ins.ts'
import { type UsageProblem, toUsageFailure } from '../commands/to-usage-failure.ts'
import { unexpectedArgument } from '../read/read-command-line.ts'
import { inMemory, keepJobs } from './call-long-tool.ts'
import { findOwn } from './find-own.ts'
import { type JobCommand, awaitJob } from './follow-job.ts'
import { nobodyWorks } from './nobody-works.ts'
import { hasFailed, toJobFacts, toJobRow } from './to-job-facts.ts'

/** What the words after `jobs` ask for. */
export interface JobsRequest {
  readonly words: readonly string[]
  readonly flagNames: ReadonlySet<string>
}

/** The answer of `jobs`, and the tool whose answer it is. */
export interface JobsAnswer {
  readonly outcome: Outcome
  readonly tool?: string | undefined
}

/** As many jobs are listed at most. */
const mostListed = 100
/** As many jobs are looked through for those that failed. */
const mostSearched = 10_000
/** How long a cancelled job is waited for. */
const cancelMs = 10_000

/** Runs the command `jobs`. */
export async function runJobsCommand(
  { words, flagNames }: JobsRequest,
  command: Omit<JobCommand, 'desk'>,
): Promise<JobsAnswer> {
  const { server, globals } = command
  const { jobs: desk } = server
  const [word, id, extra] = words
  const refuse = (problem: UsageProblem): JobsAnswer => ({
    outcome: toUsageFailure([problem], server.contract, globals.requestId),
  })
  if (desk === undefined) return refuse(noLongTool(server.name))
  if (!desk.isDurable) return refuse(notKept(server.name))
  const whole = { ...command, desk }
  if (word === undefined) {
    return { outcome: await listJobs(whole, flagNames.has(failedFlag.name)) }
  }
  const action = jobActions.find((known) => known === word)
  if (action === undefined) return refuse(unknownAction(word))
  if (id === undefined) return refuse(missingId(action))
  if (extra !== undefined) return refuse(unexpectedArgument(extra, 2))
  const job = await findOwn(id, whole)
  if (job === undefined) return refuse(unknownJob(id))
  return actions[action](job, whole)
}

/** Lists jobs, the newest first. */
async function listJobs(command: JobCommand, onlyFailed: boolean): Promise<Outcome> {
  const { desk, io, globals } = command
  const holder = { caller: io.caller, face: 'cli' } as const
  const found = await desk.list(holder, mostSearched)
  const wanted = onlyFailed ? found.filter(hasFailed) : found
  const jobs = wanted.slice(0, mostListed)
  const left = await findLeft(jobs, desk)
  const isLeft = (job: Job) => left.has(job)
  const notes = toNotes(wanted.length - jobs.length, left.size, command)
  if (globals.format !== 'human') {
    return ok({ jobs: jobs.map((job) => toJobFacts(job, isLeft(job))) }, notes)
  }
  if (jobs.length > 0)
    return ok(
      jobs.map((job) => toJobRow(job, isLeft(job))),
      notes,
    )
  return ok(undefined, { message: onlyFailed ? 'No job has failed.' : 'There are no jobs.' })
}

/** Returns the jobs that were begun and that nobody runs. */
async function findLeft(jobs: readonly Job[], desk: JobDesk): Promise<ReadonlySet<Job>> {
  const areLeft = await Promise.all(jobs.map((job) => desk.isLeft(job)))
  return new Set(jobs.filter((_, index) => areLeft[index]))
}

/** Says what a list of jobs does not show. */
function toNotes(older: number, left: number, command: JobCommand): Notes {
  const sentences: string[] = []
  if (older > 0) sentences.push(`${older} older jobs are not shown.`)
  if (left > 0) sentences.push(nobodyWorks(left === 1 ? 'one job' : `${left} jobs`, command))
  return sentences.length === 0 ? {} : { message: sentences.join(' ') }
}

type Act = (job: Job, command: JobCommand) => Promise<JobsAnswer>

const actions: Readonly<Record<JobAction, Act>> = {
  async show(job, command) {
    const isLeft = await command.desk.isLeft(job)
    const message = isLeft ? nobodyWorks('it', command) : undefined
    const data = { ...toJobFacts(job, isLeft), arguments: job.order.args }
    return { outcome: ok(data, { message }) }
  },
  async wait(job, command) {
    return { outcome: await awaitJob(job, command), tool: job.order.tool }
  },
  cancel: async (job, command) => ({ outcome: await cancelJob(job, command) }),
}

async function cancelJob(job: Job, command: JobCommand): Promise<Outcome> {
  const { server, desk } = command
  const { id, tool } = job.order
  const data = { job_id: id, tool }
  if (hasEnded(job)) {
    const message = `${tool} had ended before.`
    return ok({ ...data, state: toEndState(job, job.outcome) }, { message })
  }
  await desk.cancel(job)
  const signal = AbortSignal.timeout(cancelMs)
  const outcome = await desk.wait(job, { signal, onProgress() {} })
  const ended = (await findOwn(id, command)) ?? job
  if (findPending(outcome) === undefined) {
    return ok({ ...data, state: toEndState(ended, outcome) })
  }
  return server.refuse('timeout', {
    message: `${tool} was told to stop, and has not yet.`,
    hint: 'Whoever runs it hears of that soon. Look again with: jobs show.',
  })
}

const noLongTool = (server: string): UsageProblem => ({
  reason: 'invalid_argument',
  message: `'${server}' has no jobs: none of its tools may take long.`,
  hint: "A tool says so with 'long: true'.",
})

const notKept = (server: string): UsageProblem => ({
  reason: 'invalid_argument',
  message: `${inMemory(server)}, where no other process sees them.`,
  hint: keepJobs,
})

function unknownAction(word: string): UsageProblem {
  const close = nearest(word, jobActions)
  const meant = close === undefined ? '' : `Did you mean ${close}? `
  return {
    reason: 'invalid_argument',
    message: `Nothing can be done with jobs by '${word}'.`,
    hint: `${meant}Accepted: ${jobActions.join(', ')}; without any of them, jobs are listed.`,
  }
}

const missingId = (action: string): UsageProblem => ({
  reason: 'missing_argument',
  message: `The job to ${action} is missing.`,
  hint: `Give its id: jobs ${action} ID. Without words, jobs lists them.`,
})

const unknownJob = (id: string): UsageProblem => ({
  reason: 'not_found',
  message: `There is no job '${id}' of yours.`,
  hint: 'Check the id, or list them with: jobs. Its answer may have expired.',
})
