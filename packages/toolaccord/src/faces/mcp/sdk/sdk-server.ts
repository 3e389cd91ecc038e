import {
  type Implementation,
  type JSONRPCRequest,
  Server as OfficialServer,
  type Result,
  type ServerContext,
  type ServerOptions,
} from '@modelcontextprotocol/server'
import { isRecord } from '../../../json/json.ts'

type Handler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>

/**
 * The SDK's server, which also reports work that is running, and lets tools judge whatever was sent
 * as their arguments.
 */
export class SdkServer extends OfficialServer {
  readonly #track: <T>(work: Promise<T>) => Promise<T>
  /** By the signal of their request, the one thing that stays the same over its rounds. */
  readonly #oddArguments = new WeakMap<AbortSignal, unknown>()

  constructor(
    info: Implementation,
    options: ServerOptions,
    track: <T>(work: Promise<T>) => Promise<T>,
  ) {
    super(info, options)
    this.#track = track
  }

  /** The arguments of a call as they were sent. */
  argumentsOf(given: unknown, { mcpReq: { signal } }: ServerContext): unknown {
    return this.#oddArguments.has(signal) ? this.#oddArguments.get(signal) : given
  }

  /**
   * The SDK calls this for every handler. What it puts around one may wait for a user; only the
   * handler itself is work.
   */
  protected override _wrapHandler(method: string, handler: Handler): Handler {
    const wrapped = super._wrapHandler(method, (request, context) =>
      this.#track(handler(request, context)),
    )
    if (method !== 'tools/call') return wrapped
    return (request, context) => wrapped(this.#withObject(request, context), context)
  }

  /**
   * Shows the SDK an empty object if the arguments are not an object: it would refuse the request,
   * and a model does not get to see that.
   */
  #withObject(request: JSONRPCRequest, { mcpReq: { signal } }: ServerContext): JSONRPCRequest {
    const { params } = request
    if (params === undefined || !('arguments' in params)) return request
    if (isRecord(params.arguments)) return request
    this.#oddArguments.set(signal, params.arguments)
    return { ...request, params: { ...params, arguments: {} } }
  }
}
