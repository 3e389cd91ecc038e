import type { Caller } from '../../define/call.ts'
import type { Turns } from '../../signals/create-turns.ts'
import type { HeaderList } from './create-cors.ts'
import type { Edge } from './create-edge.ts'

/** Who sent a request, as far as it is known. */
export interface Sender {
  readonly caller?: Caller | undefined
  /** The address that the request came from. */
  readonly remote?: string | undefined
}

/** What Node's own server hands over beside a request. */
export interface NodeArrival {
  readonly incoming?: { readonly socket?: { readonly remoteAddress?: unknown } }
}

/** How a face answers the requests that reach it. */
export interface GuardedFace {
  /** Answers a request that was let in. */
  serve(request: Request, caller: Caller | undefined): Promise<Response>
  /** Answers a request whose handling threw: a Refusal of the edge, or anything of `serve`. */
  rescue(request: Request, thrown: unknown, sender: Sender): Response | Promise<Response>
  /** True for a request that needs no token. Default: none. */
  isOpen?(request: Request): boolean
  /** Has a caller wait for own work that takes long. */
  readonly turns?: Turns | undefined
}

/** Creates a web-standard `fetch` that lets requests pass the edge first. It never rejects. */
export function createGuardedFetch(
  edge: Edge<Request>,
  { serve, rescue, isOpen = () => false, turns }: GuardedFace,
): (request: Request, arrival?: NodeArrival) => Promise<Response> {
  async function answer(request: Request, arrival: NodeArrival | undefined): Promise<Response> {
    let caller = edge.localCaller
    try {
      const foreign = edge.findForeign(request)
      if (foreign !== undefined) throw foreign
      if (edge.isProtected && !isOpen(request)) caller = await edge.authenticate(request)
      if (turns !== undefined && turns.busy.size > 0) await turns.afterOwn(caller)
      return await serve(request, caller)
    } catch (thrown) {
      return await rescue(request, thrown, { caller, remote: remoteOf(arrival) })
    }
  }

  return async (request, arrival) => {
    if (edge.isPreflight(request) && edge.findForeign(request) === undefined)
      return new Response(null, {
        status: 204,
        headers: Object.fromEntries(edge.preflightHeadersFor(request)),
      })
    const response = await answer(request, arrival).catch(() => new Response(null, { status: 500 }))
    addHeaders(response.headers, edge.headersFor(request))
    return response
  }
}

function remoteOf(arrival: NodeArrival | undefined): string | undefined {
  const address = arrival?.incoming?.socket?.remoteAddress
  return typeof address === 'string' ? address : undefined
}

/**
 * Adds headers to those of an answer. `Vary` adds to the header of the answer; any other is left as
 * the face has set it.
 */
export function addHeaders(headers: Headers, more: HeaderList): void {
  for (const [name, value] of more)
    if (name === 'Vary') headers.append(name, value)
    else if (!headers.has(name)) headers.set(name, value)
}
