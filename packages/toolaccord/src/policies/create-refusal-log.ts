import type { Face } from '../define/call.ts'
import { compact } from '../json/json.ts'
import { type Logger, guardLog } from '../log/log.ts'
import type { Reason } from '../outcome/reasons.ts'

/** A caller that was not let in. Nothing here comes from a token. */
export interface RefusedCaller {
  /** The request id. */
  readonly id: string
  readonly reason: Reason
  readonly message: string
  /** Finds the tool, prompt or resource that was wanted; it is asked only if there is a line. */
  readonly findWanted?: (() => string | undefined) | undefined
  readonly face: Face
  /** The address that the request came from. */
  readonly remote?: string | undefined
  /** The id of the caller, if the token was good. */
  readonly caller?: string | undefined
  readonly missingScopes?: unknown
}

/** Logs callers that are refused. */
export interface RefusalLog {
  (refused: RefusedCaller): void
  /** Logs now what was only counted so far. */
  flush(): void
}

const windowMs = 60_000
/** How many lines a minute there are about one caller and reason, and about all. */
const mostAlike = 5
const mostLines = 100

/** The reasons that say something about the caller rather than about its request. */
const logged: ReadonlySet<Reason> = new Set(['unauthenticated', 'forbidden', 'rate_limited'])

/** A minute of refusals. */
interface Minute {
  lines: number
  /** Lines by caller and reason; as many entries as lines. */
  readonly alike: Map<string, number>
  /** Refusals without a line, by reason. */
  readonly unlogged: Map<Reason, number>
}

/**
 * Creates the log of refused callers. Whoever guesses keys cannot flood it: after a few lines a
 * minute, refusals are only counted, and the count is logged when the minute is over.
 */
export function createRefusalLog(to: Logger): RefusalLog {
  const log = guardLog(to)
  let minute: Minute | undefined

  function begin(): Minute {
    setTimeout(end, windowMs).unref?.()
    return { lines: 0, alike: new Map(), unlogged: new Map() }
  }

  function end(): void {
    flush()
    minute = undefined
  }

  function flush(): void {
    if (minute === undefined || minute.unlogged.size === 0) return
    const reasons = Object.fromEntries(minute.unlogged)
    minute.unlogged.clear()
    log.warn('more callers refused', { reasons, within_ms: windowMs })
  }

  function logRefused(refused: RefusedCaller): void {
    if (!logged.has(refused.reason)) return
    minute ??= begin()
    const { reason, face, remote, caller } = refused
    const key = JSON.stringify([reason, face, remote, caller])
    const alike = minute.alike.get(key) ?? 0
    if (alike >= mostAlike || minute.lines >= mostLines) {
      minute.unlogged.set(reason, (minute.unlogged.get(reason) ?? 0) + 1)
      return
    }
    minute.alike.set(key, alike + 1)
    minute.lines += 1
    log.warn('caller refused', toFields(refused))
  }
  return Object.assign(logRefused, { flush })
}

function toFields({ id, reason, message, missingScopes, findWanted, ...who }: RefusedCaller) {
  const { face, remote, caller } = who
  const what = { why: message, tool: findWanted?.(), missing_scopes: missingScopes }
  return compact({ id, reason, ...what, face, remote, caller })
}
