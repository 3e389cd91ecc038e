import type { EventStore, JSONRPCMessage } from '@modelcontextprotocol/server'

/** What is kept of the streams of sessions, for clients that lost their connection. */
export interface EventLog {
  /** Opens the part of a session, which counts against the memory of its caller. */
  open(owner: string | undefined): SessionEvents
}

/** The events of all streams of one session. */
export interface SessionEvents extends EventStore {
  /** True if a stream can go on after this event: the session has given out its id. */
  isKnown(eventId: string): boolean
  /** Forgets all of them, and those to come. */
  close(): void
}

/** How much is kept, in characters of JSON; the oldest events are dropped first. */
export interface EventLimits {
  readonly perSession: number
  readonly perCaller: number
}

/** About the memory of a few long answers. */
const defaultLimits: EventLimits = { perSession: 4_194_304, perCaller: 16_777_216 }

interface KeptEvent {
  readonly number: number
  readonly streamId: string
  readonly json: string
  /** All events of its session, in order. */
  readonly siblings: EventShelf
}

/** Events in the order in which they came, with their size. */
class EventShelf {
  readonly events = new Set<KeptEvent>()
  size = 0

  add(event: KeptEvent): void {
    this.events.add(event)
    this.size += event.json.length
  }

  delete(event: KeptEvent): void {
    if (this.events.delete(event)) this.size -= event.json.length
  }
}

/** The numbers of the first and the last event of a stream. */
interface NumberRange {
  readonly first: number
  readonly last: number
}

/** A bound on memory: so many streams of a session can be told from invented ones. */
const maxStreams = 1000

/** Creates the log of one server. */
export function createEventLog(limits: EventLimits = defaultLimits): EventLog {
  const shelves = new Map<string | undefined, EventShelf>()

  function open(owner: string | undefined): SessionEvents {
    const own = new EventShelf()
    const streams = new Map<string, NumberRange>()
    let last = 0
    let isClosed = false

    /** Remembers which ids a stream has; the stream that began first is forgotten first. */
    function remember(streamId: string): void {
      const first = streams.get(streamId)?.first ?? last
      streams.set(streamId, { first, last })
      const [oldest] = streams.keys()
      if (streams.size > maxStreams && oldest !== undefined) streams.delete(oldest)
    }

    function keep(event: KeptEvent): void {
      const shared = shelves.get(owner) ?? new EventShelf()
      shelves.set(owner, shared)
      for (const shelf of [own, shared]) shelf.add(event)
      while (own.size > limits.perSession) drop(own)
      while (shared.size > limits.perCaller) drop(shared)
    }

    function drop(shelf: EventShelf): void {
      const [oldest] = shelf.events
      if (oldest === undefined) return
      oldest.siblings.delete(oldest)
      shelves.get(owner)?.delete(oldest)
    }

    return {
      // The SDK awaits it, and may replay the event before it goes on.
      async storeEvent(streamId, message) {
        last += 1
        remember(streamId)
        // A call may outlive its session.
        if (!isClosed)
          keep({ number: last, streamId, json: JSON.stringify(message), siblings: own })
        return toEventId(last, streamId)
      },
      async replayEventsAfter(lastEventId, { send }) {
        const after = fromEventId(lastEventId)
        // The set is read while it grows, so nothing is missed that comes meanwhile.
        for (const { number, streamId, json } of own.events) {
          if (number <= after.number || streamId !== after.streamId || json === priming) continue
          // The cast names what storeEvent was given.
          await send(toEventId(number, streamId), JSON.parse(json) as JSONRPCMessage)
        }
        return after.streamId
      },
      isKnown(eventId) {
        const { number, streamId } = fromEventId(eventId)
        const range = streams.get(streamId)
        return range !== undefined && number >= range.first && number <= range.last
      },
      close() {
        isClosed = true
        while (own.events.size > 0) drop(own)
        if (shelves.get(owner)?.events.size === 0) shelves.delete(owner)
      },
    }
  }

  return { open }
}

/** The event that begins a stream has no message. */
const priming = '{}'

const toEventId = (number: number, streamId: string): string => `${number}.${streamId}`

/** The parts of an id; the number of an id that is not one of ours is NaN. */
function fromEventId(eventId: string): { readonly number: number; readonly streamId: string } {
  const dot = eventId.indexOf('.')
  const digits = eventId.slice(0, Math.max(dot, 0))
  const number = /^\d{1,15}$/.test(digits) ? Number(digits) : Number.NaN
  return { number, streamId: eventId.slice(dot + 1) }
}
