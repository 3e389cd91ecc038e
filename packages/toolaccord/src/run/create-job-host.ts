import type { CompiledTool } from '../define/compiled-tool.ts'
import type { CallRequest } from '../define/policy.ts'
import type { JobHost, JobRunner } from '../jobs/job-engine.ts'
import type { JobOrder } from '../jobs/job.ts'
import { type Logger, guardLog } from '../log/log.ts'
import { type Outcome, isOutcome } from '../outcome/outcome.ts'
import { type ToolRunnerParts, createToolRunner } from './run-tool.ts'
import { RunningRequest } from './running-call.ts'

/** The parts of a server that running its jobs needs. */
export interface JobRunnerParts extends ToolRunnerParts, Pick<CallRequest, 'refuse' | 'kindOf'> {
  readonly version: string
  readonly log: Logger
  /** Tools by their own names. */
  readonly tools: ReadonlyMap<string, CompiledTool>
}

/** Creates what an engine needs of a server. The policies have let every job pass before. */
export function createJobHost(parts: JobRunnerParts): JobHost {
  const { version, refuse } = parts
  const log = guardLog(parts.log)
  const runTool = createToolRunner(parts)

  const withId = (outcome: Outcome, { context }: JobOrder): Outcome => ({
    ...outcome,
    notes: { ...outcome.notes, requestId: context.id },
  })

  const run: JobRunner = async (order, job) => {
    const { tool: name, args, context, maxMs } = order
    const found = parts.tools.get(name)
    if (found === undefined) return withId(refuse('unknown_tool'), order)
    const { id } = context
    const facts = {
      id,
      found,
      args,
      timeoutMs: maxMs,
      log,
      budget: context.budget,
      onProgress: job.progress.bind(job),
      refuse,
      kindOf: parts.kindOf,
      job,
    }
    const request = new RunningRequest(facts, { ...context, signal: job.signal })
    const ended = await Promise.race([runTool(found, request), request.startDeadline().ended])
    request.end()
    if (isOutcome(ended)) return withId(ended, order)
    log.warn(`the job of tool ${name} was stopped: ${ended}`, { id, job: order.id })
    if (ended === 'cancelled') return withId(refuse('cancelled'), order)
    const message = `'${name}' did not end within ${maxMs} ms.`
    return withId(refuse('timeout', { message }), order)
  }

  return {
    version,
    run,
    toLost: (order, because) => withId(refuse('unavailable', lossTexts[because](order)), order),
    toCancelled: (order) => withId(refuse('cancelled'), order),
    onTrouble: (thrown) => log.error('a job could not be kept', { thrown }),
  }
}

const lossTexts = {
  died: ({ tool }: JobOrder) => ({
    message: `The process that ran '${tool}' has died. Some of its work may be done.`,
    hint: 'Look at what was done, then call the tool again if more is needed.',
  }),
  'unknown version': ({ tool, version }: JobOrder) => ({
    message: `Version ${version} of the server took this call of '${tool}', and another runs now.`,
    hint: 'Call the tool again.',
  }),
}
