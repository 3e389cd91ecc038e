import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Refusal } from '../../outcome/refusal.ts'

/** A face as Node's server sees it. */
export interface NodeFace {
  serve(request: IncomingMessage, response: ServerResponse): void
  /** Answers a request that the server does not take, without looking into it. */
  refuse(request: IncomingMessage, response: ServerResponse, refusal: Refusal): void
}
