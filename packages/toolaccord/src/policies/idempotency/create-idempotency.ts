import type { CallRequest, Next, Policy } from '../../define/policy.ts'
import type { Kind } from '../../outcome/kinds.ts'
import type { Outcome, Problem } from '../../outcome/outcome.ts'
import { isSharedStore } from '../../stores/store.ts'
import { createRoom } from './create-room.ts'
import { keepEnd } from './keep-end.ts'
import { type Lease, noLease, takeLease } from './lease.ts'
import {
  type CallRecord,
  type Identity,
  fromRecordText,
  identify,
  toClaimText,
  toOutcomeText,
  toRecordText,
} from './record.ts'
import {
  findFormRefusal,
  refuseLostOutcome,
  refuseOtherArguments,
  refuseRunning,
  refuseWithoutStore,
} from './refusals.ts'
import { type IdempotencyOptions, toIdempotencyPlan } from './to-idempotency-plan.ts'
import { toReplay } from './to-replay.ts'
import { warnOfOutcome } from './warn-of-outcome.ts'

export type { IdempotencyOptions } from './to-idempotency-plan.ts'

/** The end of a call under a key. */
interface Ended {
  readonly answer: Outcome
  /** The outcome for other calls with the same key and arguments; undefined if they run again. */
  readonly shared?: Outcome | undefined
  /** Resolves when this process need not remember the outcome; undefined if that is now. */
  readonly remembered?: Promise<unknown> | undefined
}

/** The result of an attempt to take a key: the hold on it, or the answer of its earlier call. */
type Claim = { readonly lease: Lease } | Ended

/** A call under a key in this process. */
interface Run {
  readonly args: string
  /** Undefined if it turns out that another process has the key. */
  readonly lease: Promise<Lease | undefined>
  readonly ended: Promise<Ended>
}

/** Failures of these kinds may pass while the call stays the same, so a retry runs again. */
const passingKinds: ReadonlySet<Kind> = new Set<Kind>([
  'authentication',
  'authorization',
  'feature_flag',
  'rate_limit',
  'internal',
  'not_implemented',
  'unavailable',
])

/**
 * Creates the policy that runs a call at most once for each key that its caller gives, and answers
 * a retry with the first outcome. Tools that only read are not covered.
 */
export function createIdempotency(options: IdempotencyOptions = {}): Policy {
  const plan = toIdempotencyPlan(options)
  const runs = new Map<string, Run>()
  const room = createRoom()
  /** Each resolves when the store has taken an outcome. */
  const pending = new Set<Promise<unknown>>()
  let isDown = false

  async function answer(request: CallRequest, next: Next, identity: Identity): Promise<Outcome> {
    for (;;) {
      const other = runs.get(identity.slot)
      const lease = await other?.lease
      // Checked again after the wait, because another call may have begun meanwhile.
      if (other !== runs.get(identity.slot)) continue
      if (other === undefined || lease?.isHeld() === false) {
        const { ended } = begin(request, next, identity)
        return (await ended).answer
      }
      if (lease !== undefined && other.args !== identity.args) return refuseOtherArguments(request)
      const ended = await within(plan.waitMs, other.ended)
      if (ended === undefined) return refuseRunning(request)
      if (ended.shared !== undefined) return toReplay(ended.shared)
    }
  }

  /** Takes the key and runs the call; other calls of this process wait for it meanwhile. */
  function begin(request: CallRequest, next: Next, identity: Identity): Run {
    const claim = claimKey(request, identity)
    const forget = () => {
      if (runs.get(identity.slot) === run) runs.delete(identity.slot)
    }
    const finish = async (): Promise<Ended> => {
      let remembered: Promise<unknown> | undefined
      try {
        const claimed = await claim
        if (!('lease' in claimed)) return claimed
        const ended = await runTool(request, next, identity, claimed.lease)
        remembered = ended.remembered
        return ended
      } finally {
        if (remembered === undefined) forget()
        else remember(remembered, forget)
      }
    }
    const run: Run = { args: identity.args, lease: leaseOf(claim), ended: finish() }
    runs.set(identity.slot, run)
    return run
  }

  async function remember(remembered: Promise<unknown>, forget: () => void): Promise<void> {
    pending.add(remembered)
    await remembered
    pending.delete(remembered)
    forget()
  }

  /** Runs the tool, and keeps its outcome or frees its key. */
  async function runTool(
    request: CallRequest,
    next: Next,
    { args }: Identity,
    lease: Lease,
  ): Promise<Ended> {
    // Waiting for others and the store may have outlasted the call; then its tool must not start.
    const outcome = request.signal.aborted ? request.refuse('cancelled') : await next()
    if (!isFinal(request, outcome)) {
      await lease.release()
      return { answer: outcome }
    }
    if (lease === noLease) return { answer: warnOfOutcome(outcome, 'unclaimed'), shared: outcome }
    const shortText = toRecordText({ args, outcome: null })
    const text = toOutcomeText(args, outcome)
    if (text === undefined) logLargeOutcome(request)
    const end = { request, lease, text: text ?? shortText, shortText }
    const { unkept, remembered } = await keepEnd(plan, end, room)
    const reason = unkept ?? (text === undefined ? 'large' : undefined)
    const answer = reason === undefined ? outcome : warnOfOutcome(outcome, reason)
    return { answer, shared: outcome, remembered }
  }

  async function claimKey(request: CallRequest, identity: Identity): Promise<Claim> {
    try {
      return await tryClaim(request, identity)
    } catch (thrown) {
      if (!isDown) warnOfStore(request, thrown)
      isDown = true
      if (plan.onStoreFailure === 'run') return { lease: noLease }
      return { answer: refuseWithoutStore(request) }
    }
  }

  async function tryClaim(request: CallRequest, { slot, args }: Identity): Promise<Claim> {
    for (let tries = 0; tries < 3; tries++) {
      const lease = await takeLease(plan, slot, toClaimText(args), request)
      const text = lease === undefined ? await plan.ask(() => plan.store.get(slot)) : undefined
      isDown = false
      if (lease !== undefined) return { lease }
      if (text !== undefined) return fromRecord(request, fromRecordText(text), args)
    }
    throw new Error('The entry of an idempotency key came and went too fast.')
  }

  function warnOfStore({ log, id }: CallRequest, thrown: unknown): void {
    const message =
      'idempotency keys cannot be looked up; ' +
      `until they can, the policy is to ${plan.onStoreFailure} calls`
    log.warn(message, { id, thrown })
  }

  return {
    name: 'idempotency',
    isShared: isSharedStore(plan.store),
    // A long tool keeps its key itself: it is the id of its job.
    covers: ({ effect, long }) => effect !== 'read' && long === undefined,
    async around(request, next) {
      if (request.idempotencyKey === undefined) return next()
      const refused = findFormRefusal(request)
      if (refused !== undefined) return refused
      return answer(request, next, await identify(request))
    },
    async drain() {
      await Promise.allSettled(pending)
    },
  }
}

async function leaseOf(claim: Promise<Claim>): Promise<Lease | undefined> {
  const claimed = await claim
  if ('lease' in claimed) return claimed.lease
  return undefined
}

/** True if a retry of the same call would end the same way. */
function isFinal(request: CallRequest, outcome: Outcome): boolean {
  if (outcome.ok) return true
  return !outcome.problems.some(
    (problem) => passingKinds.has(request.kindOf(problem)) || isBeforeTool(request, problem),
  )
}

/**
 * True if arguments were refused before the tool saw them: a tool that ran fails with a code that
 * it declares.
 */
const isBeforeTool = ({ kindOf, tool }: CallRequest, problem: Problem): boolean =>
  kindOf(problem) === 'validation' && !tool.codes.includes(problem.code)

function logLargeOutcome({ log, tool, id }: CallRequest): void {
  const message =
    `the outcome of ${tool.name} is too large or not JSON, ` +
    'and is not kept for its idempotency key'
  log.warn(message, { id })
}

/** The answer of a call whose key was taken before. */
function fromRecord(request: CallRequest, record: CallRecord, args: string): Ended {
  if (record.args !== args) return { answer: refuseOtherArguments(request) }
  if (record.outcome === undefined) return { answer: refuseRunning(request) }
  if (record.outcome === null) return { answer: refuseLostOutcome(request) }
  return { answer: toReplay(record.outcome) }
}

/** Resolves as a promise does, or to undefined if that takes too long. */
function within<T>(ms: number, promise: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(undefined), ms)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
