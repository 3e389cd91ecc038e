/** Limits of the events of pages, all optional. */
export interface PageEventsOptions {
  /** How many pages may listen at once; further ones ask from time to time. Default: 200. */
  readonly mostListeners?: number | undefined
  /** How often a comment is sent, so that no proxy ends a quiet connection. Default: 15 seconds. */
  readonly beatMs?: number | undefined
}

/** Tells pages that are open that they changed. */
export interface PageEvents {
  /** Answers a page that listens for changes of a topic. */
  answer(topic: string): Response
  /** Tells the pages of a topic that they changed. */
  changed(topic: string): void
  /** How many pages listen. */
  count(): number
  /** Ends all answers. */
  close(): void
}

interface Listener {
  readonly topic: string
  readonly controller: ReadableStreamDefaultController<Uint8Array>
  /** True if a change waits until the client has read what came before. */
  isBehind: boolean
}

const headers = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  // Asks proxies of the nginx family not to hold events back.
  'X-Accel-Buffering': 'no',
}

const encoder = new TextEncoder()
const hello = encoder.encode('retry: 3000\n: listening\n\n')
const beat = encoder.encode(': still here\n\n')
const change = encoder.encode('event: changed\ndata: {}\n\n')

/** Creates the server's side of live pages. Events say that something changed, and never what. */
export function createPageEvents(options: PageEventsOptions = {}): PageEvents {
  const { mostListeners = 200, beatMs = 15_000 } = options
  const listeners = new Set<Listener>()
  let timer: ReturnType<typeof setInterval> | undefined

  function send(listener: Listener, event: Uint8Array): boolean {
    if ((listener.controller.desiredSize ?? 0) <= 0) return false
    listener.controller.enqueue(event)
    return true
  }

  function add(listener: Listener): void {
    listeners.add(listener)
    timer ??= setInterval(() => {
      for (const one of listeners) send(one, beat)
    }, beatMs)
  }

  function remove(listener: Listener): void {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  function createBody(topic: string): ReadableStream<Uint8Array> {
    let listener: Listener | undefined
    return new ReadableStream<Uint8Array>(
      {
        start(controller) {
          listener = { topic, controller, isBehind: false }
          add(listener)
          controller.enqueue(hello)
        },
        pull() {
          if (listener?.isBehind) listener.isBehind = !send(listener, change)
        },
        cancel() {
          if (listener !== undefined) remove(listener)
        },
      },
      { highWaterMark: 4 },
    )
  }

  return {
    answer(topic) {
      if (listeners.size < mostListeners) return new Response(createBody(topic), { headers })
      return new Response(null, { status: 503, headers: { 'Retry-After': '30' } })
    },
    changed(topic) {
      for (const listener of listeners) {
        if (listener.topic === topic) listener.isBehind = !send(listener, change)
      }
    },
    count: () => listeners.size,
    close() {
      for (const listener of listeners) {
        listener.controller.close()
        remove(listener)
      }
    },
  }
}
