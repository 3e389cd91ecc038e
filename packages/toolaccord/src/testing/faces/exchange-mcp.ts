import type { Authenticator } from '../../auth/create-authenticator.ts'
import type { Caller } from '../../define/call.ts'
import { maxRounds } from '../../define/questions/conversation.ts'
import { createMcpHandler } from '../../faces/mcp/create-mcp-handler.ts'
import { isRecord } from '../../json/json.ts'
import type { Server } from '../../server.ts'
import { answersTo } from './answers-to.ts'
import type { FaceCallOptions } from './face-call-options.ts'
import { type McpCall, toMcpRequest } from './to-mcp-request.ts'

type Json = Readonly<Record<string, unknown>>

/** What came back over MCP. */
export interface McpExchange {
  readonly status: number
  /** Every byte, of all rounds. */
  readonly raw: string
  /** The last message: a result or an error. */
  readonly answer: Json
}

/** Lets every request in as one caller. */
export const admit = (caller: Caller): Authenticator => ({
  authenticate: async () => ({ ok: true, caller }),
  challenge: () => undefined,
  metadata: () => undefined,
  metadataPaths: [],
})

/** Sends a request over MCP, tells its progress and answers its questions, to the result. */
export async function exchangeMcp(
  server: Server,
  call: McpCall,
  options: FaceCallOptions,
): Promise<McpExchange> {
  const { caller } = options
  const handler = createMcpHandler(server, { authenticator: caller && admit(caller) })
  let params = call.params
  let raw = ''
  for (let round = 0; ; round++) {
    const response = await handler.fetch(toMcpRequest({ ...call, params }, options))
    const text = await response.text()
    raw += text
    const messages = toMessages(text)
    for (const message of messages) tellProgress(message, options)
    const answer = messages.at(-1) ?? {}
    const asked = questionsIn(answer)
    if (asked === undefined || round > maxRounds) return { status: response.status, raw, answer }
    const { inputRequests, requestState } = asked
    const inputResponses = answersTo(Object.keys(inputRequests), options)
    params = { ...call.params, inputResponses, requestState }
  }
}

/** The messages of a body, which is one, or a stream of events. */
function toMessages(text: string): readonly Json[] {
  const events = text.split('\n').filter((line) => line.startsWith('data:'))
  const bodies = text.startsWith('{') ? [text] : events.map((line) => line.slice('data:'.length))
  // An event may have no data. The cast names what JSON-RPC prescribes.
  return bodies.filter((body) => body.trim() !== '').map((body) => JSON.parse(body) as Json)
}

function tellProgress({ method, params }: Json, { onProgress }: FaceCallOptions): void {
  if (method !== 'notifications/progress' || !isRecord(params)) return
  const { progress, total, message } = params
  onProgress?.({
    done: Number(progress),
    total: typeof total === 'number' ? total : undefined,
    message: typeof message === 'string' ? message : undefined,
  })
}

function questionsIn({ result }: Json) {
  if (!isRecord(result) || result.resultType !== 'input_required') return undefined
  const { inputRequests, requestState } = result
  return isRecord(inputRequests) ? { inputRequests, requestState } : undefined
}
