import type { CallRequest, Next, Policy } from '../../define/policy.ts'
import { clip } from '../../json/json.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import { type Lane, Slots } from './slots.ts'

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
 * Limits how many calls run at a time; the rest wait for their turn, and when too many wait they
 * are refused.
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
   * What watches a running call for its end; called only when somebody waits, because a signal
   * costs more than the rest of this policy.
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
   * Holds a slot until it is freed, or for a while after its call has ended: a tool that hangs must
   * not keep it for ever. Returns what frees it.
   */
  function hold(request: CallRequest, lane: Lane): () => void {
    let isHeld = true
    const free = () => {
      unwatched.delete(watch)
      if (isHeld) slots.free(lane)
      isHeld = false
    }
    const giveAway = () => {
      if (isHeld)
        request.log.warn(
          `tool ${request.tool.name} still runs ${graceMs} ms after its call has ended; its slot goes to another call`,
          { id: request.id },
        )
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
      if (!slots.take(lane)) {
        for (const watch of unwatched) watch()
        if (slots.waiting >= queue) return tooBusy(request, slots)
        if (!(await slots.wait(lane, request.signal))) return request.refuse('cancelled')
        if (request.signal.aborted) {
          slots.free(lane)
          return request.refuse('cancelled')
        }
      }
      return run(request, next, lane)
    },
  }
}

function tooBusy({ refuse, tool }: CallRequest, { running, waiting }: Slots): Outcome {
  const refused = refuse('unavailable', {
    message: `The server is busy (running: ${running}, waiting: ${waiting}) and cannot take '${tool.name}' now.`,
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

const wholeFaults = (where: string, value: unknown, low: number, high: number): string[] =>
  Number.isInteger(value) && Number(value) >= low && Number(value) <= high
    ? []
    : [`${where}: ${clip(String(value))} is not a whole number from ${low} to ${high}`]
