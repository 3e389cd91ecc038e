import type { CallRequest, Next, Policy } from '../../define/policy.ts'
import type { Kind } from '../../outcome/kinds.ts'
import type { Outcome, Problem } from '../../outcome/outcome.ts'
import {
  otherArguments,
  outcomeLost,
  refuseForm,
  stillRunning,
  storeDown,
  toReplay,
} from './answers.ts'
import { type Lease, noLease, takeLease } from './lease.ts'
import { type IdempotencyOptions, toPlan } from './options.ts'
import {
  type CallRecord,
  type Identity,
  fromRecordText,
  identify,
  toOutcomeText,
  toRecordText,
} from './record.ts'

export type { IdempotencyOptions } from './options.ts'

/**
 * What a call came to: its answer, and the outcome that others with the same key and arguments may
 * have too.
 */
interface Ended {
  readonly answer: Outcome
  readonly shared?: Outcome | undefined
}

/** A call under a key in this process. */
interface Run {
  readonly args: string
  /** Undefined when it turns out that the key is another's. */
  readonly lease: Promise<Lease | undefined>
  readonly ended: Promise<Ended>
}

/** Failures of these kinds may pass while the call stays the same, so a retry runs again. */
const passing: ReadonlySet<Kind> = new Set<Kind>([
  'authentication',
  'authorization',
  'feature_flag',
  'rate_limit',
  'internal',
  'not_implemented',
  'unavailable',
])

/**
 * Runs a call that changes something at most once for each key that its caller gives, and answers a
 * retry with the first outcome.
 */
export function createIdempotency(options: IdempotencyOptions = {}): Policy {
  const plan = toPlan(options)
  const runs = new Map<string, Run>()
  let isDown = false

  async function answer(request: CallRequest, next: Next, identity: Identity): Promise<Outcome> {
    for (;;) {
      const other = runs.get(identity.slot)
      const lease = await other?.lease
      // Checked again after the wait, because another call may have begun meanwhile.
      if (other !== runs.get(identity.slot)) continue
      if (other === undefined || lease?.isHeld() === false)
        return (await begin(request, next, identity).ended).answer
      if (lease !== undefined && other.args !== identity.args) return otherArguments(request)
      const ended = await within(plan.waitMs, other.ended)
      if (ended === undefined) return stillRunning(request)
      if (ended.shared !== undefined) return toReplay(ended.shared)
    }
  }

  /** Takes the key and runs the call; from here on others in this process wait for it. */
  function begin(request: CallRequest, next: Next, identity: Identity): Run {
    const claim = claimKey(request, identity)
    const run: Run = {
      args: identity.args,
      lease: claim.then((claimed) => ('lease' in claimed ? claimed.lease : undefined)),
      ended: claim
        .then((claimed) =>
          'lease' in claimed ? runTool(request, next, identity, claimed.lease) : claimed,
        )
        .finally(() => {
          if (runs.get(identity.slot) === run) runs.delete(identity.slot)
        }),
    }
    runs.set(identity.slot, run)
    return run
  }

  async function claimKey(
    request: CallRequest,
    { slot, args }: Identity,
  ): Promise<{ readonly lease: Lease } | Ended> {
    try {
      for (let tries = 0; tries < 3; tries++) {
        const lease = await takeLease(plan, slot, toRecordText({ args }), request)
        const text = lease === undefined ? await plan.store.get(slot) : undefined
        isDown = false
        if (lease !== undefined) return { lease }
        if (text !== undefined) return fromRecord(request, fromRecordText(text), args)
      }
      throw new Error('The entry of an idempotency key came and went too fast.')
    } catch (thrown) {
      if (!isDown)
        request.log.warn(
          `idempotency keys cannot be looked up; until they can, the policy is to ${plan.onStoreFailure} calls`,
          { id: request.id, thrown },
        )
      isDown = true
      return plan.onStoreFailure === 'run' ? { lease: noLease } : { answer: storeDown(request) }
    }
  }

  async function runTool(
    request: CallRequest,
    next: Next,
    { args }: Identity,
    lease: Lease,
  ): Promise<Ended> {
    // Others and the store may have taken longer than this call has, and a tool must not start after its call has ended.
    const outcome = request.signal.aborted ? request.refuse('cancelled') : await next()
    const isFinal =
      outcome.ok ||
      !outcome.problems.some(
        (problem) => passing.has(request.kindOf(problem)) || isBeforeTool(request, problem),
      )
    const text = isFinal ? toOutcomeText(args, outcome) : undefined
    if (isFinal && text === undefined)
      request.log.warn(
        `the outcome of ${request.tool.name} is too large or no JSON, and is not kept for its idempotency key`,
        { id: request.id },
      )
    try {
      await (isFinal
        ? lease.settle(text ?? toRecordText({ args, outcome: null }))
        : lease.release())
    } catch (thrown) {
      request.log.error(
        `the end of ${request.tool.name} could not be kept for its idempotency key`,
        { id: request.id, thrown },
      )
    }
    return isFinal ? { answer: outcome, shared: outcome } : { answer: outcome }
  }

  return {
    name: 'idempotency',
    covers: ({ effect }) => effect !== 'read',
    async around(request, next) {
      if (request.idempotencyKey === undefined) return next()
      const refused = refuseForm(request)
      if (refused !== undefined) return refused
      return answer(request, next, await identify(request))
    },
  }
}

/**
 * Whether arguments were refused before the tool saw them: a tool that ran fails with a code that
 * it declares.
 */
const isBeforeTool = ({ kindOf, tool }: CallRequest, problem: Problem): boolean =>
  kindOf(problem) === 'validation' && !tool.codes.includes(problem.code)

/** What a call answers whose key was taken before. */
function fromRecord(request: CallRequest, record: CallRecord, args: string): Ended {
  if (record.args !== args) return { answer: otherArguments(request) }
  if (record.outcome === undefined) return { answer: stillRunning(request) }
  return { answer: record.outcome === null ? outcomeLost(request) : toReplay(record.outcome) }
}

/** What a promise brings, or undefined when it takes too long. */
function within<T>(ms: number, promise: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(undefined), ms)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
