/** How many sessions there may be, and how long. */
export interface SessionLimits {
  readonly total: number
  /** How many one caller may have. */
  readonly perCaller: number
  /** How many may come from one address, if the server does not ask who calls. */
  readonly perAddress: number
  /** After this time without a request, an open stream or a call, a session is ended. */
  readonly idleMs: number
}

/** Sessions are small, and clients keep one or two; many clients may be behind one proxy. */
export const defaultSessionLimits: SessionLimits = {
  total: 1000,
  perCaller: 100,
  perAddress: 500,
  idleMs: 30 * 60_000,
}

/** A session as far as it takes a place. */
export interface Place {
  readonly holder: {
    readonly name: string
    /** True for a caller that has proved who it is. */
    readonly isCaller: boolean
  }
  /** True if a call is running in it. */
  isBusy(): boolean
  /** True if its client listens to a stream. */
  isHeard(): boolean
}

/**
 * Finds a place for one session more, given those in the order of their last use. Returns the
 * session that must end for it, or undefined if none must; or a status if all that could are busy.
 * A holder makes room for itself; if all places are taken, whoever has the most makes room.
 */
export function findPlace<P extends Place>(
  sessions: readonly P[],
  holder: Place['holder'],
  { total, perCaller, perAddress }: SessionLimits,
): P | undefined | 429 | 503 {
  const own = sessions.filter((session) => session.holder.name === holder.name)
  const share = holder.isCaller ? perCaller : perAddress
  if (own.length >= share) return findIdle(own) ?? 429
  if (sessions.length < total) return undefined
  for (const held of byHolder(sessions)) {
    // Nobody makes room for whoever has as much.
    const isOwn = held[0]?.holder.name === holder.name
    const idle = isOwn || held.length > own.length ? findIdle(held) : undefined
    if (idle !== undefined) return idle
  }
  return 503
}

/** The session that was used longest ago among those that nobody needs now. */
function findIdle<P extends Place>(sessions: readonly P[]): P | undefined {
  const idle = sessions.filter((session) => !session.isBusy())
  return idle.find((session) => !session.isHeard()) ?? idle[0]
}

/** The sessions of each holder, those of whoever has the most first. */
function byHolder<P extends Place>(sessions: readonly P[]): readonly (readonly P[])[] {
  const held = new Map<string, P[]>()
  for (const session of sessions) {
    const { name } = session.holder
    held.set(name, [...(held.get(name) ?? []), session])
  }
  return [...held.values()].toSorted((a, b) => b.length - a.length)
}
