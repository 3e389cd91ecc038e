import type { CallRequest, Next, Policy } from '../../define/policy.ts'
import { clip } from '../../json/json.ts'
import { wholeFaults } from '../../json/whole-faults.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import { type Lane, Slots } from './slots.ts'

/** How many calls of a server run and wait at a time. */
export interface ConcurrencyOptions {
  /** Calls that run at a time, of all tools together. Default: 64. */
  readonly calls?: number | undefined
  /** Calls of one tool that run at a time, by bare tool name. */
  readonly tools?: Readonly<Record<string, number>> | undefined
  /** Calls that wait at a time; further ones are refused. Default: 256. */
  readonly queue?: number | undefined
  /**
   * How long a tool may go on after its call has ended, before its slot goes to another call.
   * Default: 10000.
   */
  readonly graceMs?: number | undefined
}

const retryAfterSeconds = 1

/**
 * Creates the policy that limits how many calls run at a time. Further calls wait for their turn,
 * and are refused if too many wait.
 */
export function createConcurrency(options: ConcurrencyOptions = {}): Policy {
  const { calls = 64, tools = {}, queue = 256, graceMs = 10_000 } = options
  checkOptions({ calls, tools, queue, graceMs })
  const slots = new Slots(calls)
  const lanes = new Map(
    Object.entries(tools).map(([name, limit]): [string, Lane] => [name, { limit, running: 0 }]),
  )
  const shared: Lane = { limit: Infinity, running: 0 }
  /**
   * For each running call, what starts to watch it for its end. Calls are watched only while others
   * wait, because a signal costs more than the rest of this policy.
   */
  const unwatched = new Set<() => void>()

  /** Runs a call that has a slot, and gives the slot back. */
  async function run(request: CallRequest, next: Next, lane: Lane): Promise<Outcome> {
    const free = hold(request, lane)
    try {
      return await next(request)
    } finally {
      free()
    }
  }

  /**
   * Holds a slot until it is freed, or until its call has been over for `graceMs`: a tool that
   * hangs must not keep it for ever. Returns what frees the slot.
   */
  function hold(request: CallRequest, lane: Lane): () => void {
    let isHeld = true
    const free = () => {
      unwatched.delete(watch)
      if (isHeld) slots.free(lane)
      isHeld = false
    }
    const giveAway = () => {
      if (isHeld) warnOfHanging(request, graceMs)
      free()
    }
    const countDown = () => {
      // Only in Node does a timer keep the process alive, and only there it has this method.
      setTimeout(giveAway, graceMs).unref?.()
    }
    const watch = () => {
      unwatched.delete(watch)
      if (request.signal.aborted) countDown()
      else request.signal.addEventListener('abort', countDown, { once: true })
    }
    if (slots.waiting > 0) watch()
    else unwatched.add(watch)
    return free
  }

  return {
    name: 'concurrency',
    async around(request, next) {
      const lane = lanes.get(request.tool.name) ?? shared
      if (slots.take(lane)) return run(request, next, lane)
      for (const watch of unwatched) watch()
      if (slots.waiting >= queue) return refuseBusy(request, slots)
      const hasSlot = await slots.wait(lane, request.signal)
      if (!hasSlot) return request.refuse('cancelled')
      if (!request.signal.aborted) return run(request, next, lane)
      slots.free(lane)
      return request.refuse('cancelled')
    },
  }
}

function warnOfHanging({ log, tool, id }: CallRequest, graceMs: number): void {
  const message =
    `tool ${tool.name} still runs ${graceMs} ms after its call has ended; ` +
    'its slot goes to another call'
  log.warn(message, { id })
}

function refuseBusy({ refuse, tool }: CallRequest, { running, waiting }: Slots): Outcome {
  const refused = refuse('unavailable', {
    message:
      `The server is busy (running: ${running}, waiting: ${waiting}) ` +
      `and cannot take '${tool.name}' now.`,
    hint: `Wait ${retryAfterSeconds} second and call again; wait longer each time.`,
    details: { retry_after_seconds: retryAfterSeconds },
  })
  return { ...refused, notes: { ...refused.notes, rateLimit: { retryAfterSeconds } } }
}

function checkOptions({ calls, tools, queue, graceMs }: Required<ConcurrencyOptions>): void {
  const faults = [
    ...wholeFaults('calls', calls, 1, 100_000),
    ...Object.entries(tools).flatMap(([name, limit]) =>
      wholeFaults(`tools.${clip(name)}`, limit, 1, 100_000),
    ),
    ...wholeFaults('queue', queue, 0, 100_000),
    ...wholeFaults('graceMs', graceMs, 0, 3_600_000),
  ]
  if (faults.length > 0)
    throw new TypeError(`These concurrency limits cannot work: ${faults.join('; ')}.`)
}
