import type { JobEngine, JobHost } from '../../jobs/job-engine.ts'
import { JobShareError } from '../../jobs/job-share-error.ts'
import type { JobOrder } from '../../jobs/job.ts'
import { resultToolName } from '../../jobs/to-pending.ts'
import type { ReasonProblem } from '../../outcome/reasons.ts'
import { Refusal } from '../../outcome/refusal.ts'

/** Returns an engine whose trouble is an answer that says what to do: its store may be away. */
export function toAnsweringEngine(engine: JobEngine, host: JobHost): JobEngine {
  const answerWith =
    (problem: ReasonProblem) =>
    (thrown: unknown): never => {
      if (thrown instanceof Refusal || thrown instanceof JobShareError) throw thrown
      host.onTrouble(thrown)
      throw new Refusal('unavailable', problem)
    }
  return {
    isDurable: engine.isDurable,
    isLocal: engine.isLocal,
    start: (order, by) => engine.start(order, by).catch(answerWith(notStarted(order))),
    tryTake: (seat) => engine.tryTake(seat),
    adopt: (order, by, work) => engine.adopt(order, by, work),
    find: (id) => engine.find(id).catch(answerWith(outOfReach(id))),
    outcomeOf: (job) => engine.outcomeOf(job).catch(answerWith(outOfReach(job.order.id))),
    list: (filter) => engine.list(filter).catch(answerWith(noList)),
    isHeld: (id) => engine.isHeld(id).catch(answerWith(outOfReach(id))),
    cancel: (id, by) => engine.cancel(id, by).catch(answerWith(outOfReach(id))),
    answer: (id, answers) => engine.answer(id, answers).catch(answerWith(outOfReach(id))),
    watch: (id, tell) => engine.watch(id, tell),
    work: (by, tell, concurrency) => engine.work(by, tell, concurrency),
    hasWork: (by) => engine.hasWork(by),
    close: (signal) => engine.close(signal),
  }
}

function notStarted({ tool, isRepeatable }: JobOrder): ReasonProblem {
  const message = `'${tool}' could not be started: the store of the jobs is not available.`
  if (isRepeatable) return { message, hint: 'Call the tool again in a few seconds.' }
  const hint = 'It may start later. Look if it was done before you call the tool again.'
  return { message, hint }
}

const outOfReach = (id: string): ReasonProblem => ({
  message: `The job '${id}' is out of reach: its store is not available.`,
  hint: `It is not lost. Call '${resultToolName}' with this job_id in a few seconds.`,
})

const noList: ReasonProblem = {
  message: 'The jobs are out of reach: their store is not available.',
  hint: 'They are not lost. Ask again in a few seconds.',
}
