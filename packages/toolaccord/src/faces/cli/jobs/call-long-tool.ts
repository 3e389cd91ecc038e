import { findPending } from '../../../jobs/to-pending.ts'
import type { Outcome } from '../../../outcome/outcome.ts'
import type { UsageProblem } from '../commands/to-usage-failure.ts'
import { findOwn } from './find-own.ts'
import { type Followed, type JobCommand, followJob } from './follow-job.ts'
import { toHandle } from './to-handle.ts'

/** Calls a long tool and does not wait for it. */
export type CallAtOnce = () => Promise<Outcome>

/** Calls a long tool, and follows its job to the end. */
export async function callLongTool(call: CallAtOnce, command: JobCommand): Promise<Followed> {
  const outcome = await call()
  const job = await findStarted(outcome, command)
  if (job === undefined) return { outcome, isLeft: false }
  return followJob(job, command)
}

/** Calls a long tool, and leaves its job to another process. */
export async function callDetached(call: CallAtOnce, command: JobCommand): Promise<Outcome> {
  const { desk, io } = command
  // A desk that is closed keeps jobs and runs none: this process is about to end.
  if (desk.isLocal) await desk.close()
  const outcome = await call()
  const job = await findStarted(outcome, command)
  if (job === undefined) return outcome
  if (desk.isLocal) io.startWorker?.()
  return toHandle(job)
}

function findStarted(outcome: Outcome, command: JobCommand) {
  const id = findPending(outcome)?.job_id
  return id === undefined ? undefined : findOwn(id, command)
}

/** Finds out why a job cannot be left to another process. */
export function findDetachProblem(
  { server, io }: Omit<JobCommand, 'desk'>,
  hasOutput: boolean,
): UsageProblem | undefined {
  const { jobs: desk } = server
  if (hasOutput) {
    const message = '--output writes the answer, and --detach does not wait for it.'
    return { reason: 'invalid_argument', message, hint: 'Leave one of them out.' }
  }
  if (desk?.isDurable !== true) {
    return {
      reason: 'invalid_argument',
      message: `--detach needs jobs that outlive the command, and ${inMemory(server.name)}.`,
      hint: keepJobs,
    }
  }
  if (!desk.isLocal || io.startWorker !== undefined) return undefined
  return {
    reason: 'invalid_argument',
    message: '--detach needs a process that runs the job, and this program cannot start one.',
    hint: "Make the program with serveProgram, without a tool that is its command 'work'.",
  }
}

/** Says where the jobs of a server are that only its own process knows. */
export const inMemory = (server: string): string => `'${server}' keeps its jobs in memory`

/** Says what to do about that. */
export const keepJobs =
  'Let it keep them: defineServer({ jobs: createJobs(), … }), with createJobs of toolaccord/jobs.'
