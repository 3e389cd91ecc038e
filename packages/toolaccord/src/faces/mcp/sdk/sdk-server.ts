import {
  type Implementation,
  type InputRequiredResult,
  type JSONRPCRequest,
  type RequestId,
  Server as OfficialServer,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  type ServerContext,
  type ServerOptions,
  isInputRequiredResult,
} from '@modelcontextprotocol/server'
import { isRecord } from '../../../json/json.ts'
import { findParamFault } from './find-param-fault.ts'

type Handler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>

/**
 * The SDK's server, which also reports work that is running, lets tools judge whatever was sent as
 * their arguments, and lets them answer if a question could not be put.
 */
export class SdkServer extends OfficialServer {
  readonly #track: <T>(work: Promise<T>) => Promise<T>
  readonly #open = new Set<RequestId>()
  /** By the signal of their request, the one thing that stays the same over its rounds. */
  readonly #oddArguments = new WeakMap<AbortSignal, unknown>()
  readonly #verifyState: NonNullable<ServerOptions['requestState']>['verify'] | undefined

  constructor(
    info: Implementation,
    options: ServerOptions,
    track: <T>(work: Promise<T>) => Promise<T>,
  ) {
    super(info, options)
    this.#track = track
    this.#verifyState = options.requestState?.verify
  }

  /** The requests without an answer so far, also those that wait for a user. */
  get openRequests(): ReadonlySet<RequestId> {
    return this.#open
  }

  /** The arguments of a call as they were sent. */
  argumentsOf(given: unknown, { mcpReq: { signal } }: ServerContext): unknown {
    return this.#oddArguments.has(signal) ? this.#oddArguments.get(signal) : given
  }

  /** The SDK calls this for every handler. */
  protected override _wrapHandler(method: string, handler: Handler): Handler {
    const wrapped = this.wrapWork(method, handler)
    return async (request, context) => {
      const { id } = context.mcpReq
      this.#open.add(id)
      try {
        return await wrapped(request, context)
      } finally {
        this.#open.delete(id)
      }
    }
  }

  /**
   * What the SDK puts around a handler may wait for a user; only the handler itself is work. Not
   * private by `#`, because the SDK wraps its own handlers before this class has such members.
   */
  protected wrapWork(method: string, handler: Handler): Handler {
    const work: Handler = (request, context) => this.#track(handler(request, context))
    if (method !== 'tools/call') return withGoodParams(method, super._wrapHandler(method, work))
    return withGoodParams(method, (request, context) =>
      this.#callTool(this.#withObject(request, context), context, {
        work,
        wrap: (watched) => super._wrapHandler(method, watched),
      }),
    )
  }

  /**
   * The SDK answers in place of a tool whose question it could not put to a client of the 2025 era.
   * The tool then answers after all, as if nobody had answered the question.
   */
  async #callTool(
    request: JSONRPCRequest,
    context: ServerContext,
    { work, wrap }: { readonly work: Handler; readonly wrap: (handler: Handler) => Handler },
  ): Promise<Result> {
    let own: Result = {}
    const watched: Handler = async (...given) => (own = await work(...given))
    const result = await wrap(watched)(request, context)
    // The SDK makes an answer without content of a task.
    if (own.resultType === 'task') return own
    if (isInputRequiredResult(result) || !isInputRequiredResult(own)) return result
    // It ends, because the rounds of a call are counted in its state.
    while (isInputRequiredResult(own)) {
      own = await work(request, await this.#withoutAnswers(context, own))
    }
    return own
  }

  /** The context of a round whose questions nobody answered. */
  async #withoutAnswers(
    context: ServerContext,
    { inputRequests = {}, requestState = '' }: InputRequiredResult,
  ): Promise<ServerContext> {
    const state = await this.#verifyState?.(requestState, context)
    const cancelled = Object.keys(inputRequests).map((key) => [key, { action: 'cancel' }])
    const inputResponses = Object.fromEntries(cancelled)
    // The cast says what the type parameter of the SDK's own accessor claims of the same state.
    const accessor = (() => state) as ServerContext['mcpReq']['requestState']
    return { ...context, mcpReq: { ...context.mcpReq, inputResponses, requestState: accessor } }
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

/** Refuses requests whose parameters the SDK would answer for with a dump of its validator. */
const withGoodParams =
  (method: string, handler: Handler): Handler =>
  async (request, context) => {
    const fault = findParamFault(method, request.params)
    if (fault !== undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, fault)
    return handler(request, context)
  }
