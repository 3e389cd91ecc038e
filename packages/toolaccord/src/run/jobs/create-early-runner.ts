import type { CompiledTool } from '../../define/compiled-tool.ts'
import type { CallRequest } from '../../define/policy.ts'
import { ownerOf } from '../../fidelity/owner-of.ts'
import type { AdoptedJob, JobEngine, JobHost, JobRun, JobRunner } from '../../jobs/job-engine.ts'
import type { Logger } from '../../log/log.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import { type ToolRunner, isPromise } from '../run-tool.ts'
import { EarlyRun } from './early-run.ts'
import { longOf, toOrder } from './to-order.ts'

/** The parts of a desk that run a tool before there is a job. */
export interface EarlyRunnerParts {
  readonly engine: JobEngine
  /** The host of jobs that log where their call does. */
  hostWith(log: Logger): JobHost
  readonly runTool: ToolRunner
  /** Calls a function when the process is about to end; the returned function forgets it. */
  onClosing(leave: () => void): () => void
  /** Waits for a job that was made of a call. */
  follow(adopted: AdoptedJob, request: CallRequest, waitMs: number): Promise<Outcome>
}

/** Whoever waits for less wants the handle. */
const worthWaitingMs = 1000
/** A tool that runs for longer becomes a job. */
const graceMs = 100

/**
 * Creates what runs a long tool in its call, so that a short answer costs what it does elsewhere.
 * It gives undefined if the tool must be a job from the start, or has to wait for its turn.
 */
export function createEarlyRunner(parts: EarlyRunnerParts) {
  const { engine, hostWith, runTool, onClosing, follow } = parts
  return function runEarly(
    found: CompiledTool,
    request: CallRequest,
  ): Outcome | Promise<Outcome> | undefined {
    const { tool, idempotencyKey, waitMs = Infinity } = request
    if (idempotencyKey !== undefined || tool.interactive || waitMs < worthWaitingMs)
      return undefined
    const { priority = 'normal', concurrency } = longOf(tool)
    const owner = ownerOf(request.caller)
    const giveBack = engine.tryTake({ tool: tool.name, owner, priority, concurrency })
    if (giveBack === undefined) return undefined
    return runAtOnce(found, request, waitMs, giveBack)
  }

  function runAtOnce(
    found: CompiledTool,
    request: CallRequest,
    waitMs: number,
    giveBack: () => void,
  ): Outcome | Promise<Outcome> {
    const early = new EarlyRun(request, becomeJob)
    early.attachTo(request)
    const given = runTool(found, request)
    if (!isPromise(given)) {
      giveBack()
      return given
    }
    const working = given
    let becoming: Promise<JobRun> | undefined
    let answer: (outcome: Outcome | Promise<Outcome>) => void
    const stay = onClosing(leaveToJob)
    const timer = setTimeout(leaveToJob, graceMs)
    working.then((outcome) => {
      // A job tells of its end itself.
      if (becoming !== undefined) return
      clearTimeout(timer)
      stay()
      giveBack()
      answer(outcome)
    })
    return new Promise((resolve) => {
      answer = resolve
    })

    function leaveToJob(): void {
      // A tool whose caller is gone was told to stop.
      if (!request.signal.aborted) becomeJob()
    }

    /** Resolves when the job is kept; only then its caller may get the handle. */
    function becomeJob(): Promise<JobRun> {
      if (becoming !== undefined) return becoming
      clearTimeout(timer)
      stay()
      const host = hostWith(request.log)
      const order = toOrder(request, host, crypto.randomUUID())
      const become = early.become.bind(early)
      let keep: (run: JobRun) => void
      const kept = new Promise<JobRun>((resolve) => {
        keep = resolve
      })
      const runAdopted: JobRunner = (_, run) => {
        keep(run)
        return host.finishTool(order, run, { work: working, become })
      }
      const adopted = engine.adopt(order, host, { runTool: runAdopted, giveBack })
      answer(kept.then(() => follow(adopted, request, waitMs)))
      becoming = kept
      return kept
    }
  }
}
