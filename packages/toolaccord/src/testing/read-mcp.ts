import type { AnyTool } from '../define/tool.ts'
import { isRecord } from '../json/json.ts'
import { failure } from '../outcome/failure.ts'
import { type Outcome, ok } from '../outcome/outcome.ts'
import type { Server } from '../server.ts'
import { exchangeMcp } from './exchange-mcp.ts'
import type { FaceCallOptions } from './face-client.ts'

/** Gets a prompt over MCP, without a port: its result, or the failure that the protocol reports. */
export const getPrompt = (
  server: Server<readonly AnyTool[]>,
  name: string,
  args: Readonly<Record<string, string>> = {},
  options: FaceCallOptions = {},
): Promise<Outcome> =>
  exchange(server, { method: 'prompts/get', name, params: { name, arguments: args } }, options)

/** Reads a resource over MCP, without a port: its result, or the failure that is reported. */
export const readResource = (
  server: Server<readonly AnyTool[]>,
  uri: string,
  options: FaceCallOptions = {},
): Promise<Outcome> =>
  exchange(server, { method: 'resources/read', name: uri, params: { uri } }, options)

async function exchange(
  server: Server,
  call: Parameters<typeof exchangeMcp>[1],
  options: FaceCallOptions,
): Promise<Outcome> {
  const { answer } = await exchangeMcp(server, call, options)
  if (isRecord(answer.result)) return ok(answer.result)
  return toMcpFailure(answer.error)
}

/** The failure in a JSON-RPC error; its code is the number if the error names no other. */
export function toMcpFailure(error: unknown): Outcome {
  if (!isRecord(error)) throw new Error('MCP answered with neither a result nor an error')
  const data = isRecord(error.data) ? error.data : {}
  const { code = String(error.code), hint, details, request_id: requestId } = data
  const problem = {
    message: String(error.message),
    hint: typeof hint === 'string' ? hint : undefined,
    details: isRecord(details) ? details : undefined,
  }
  const notes = typeof requestId === 'string' ? { requestId } : {}
  return { ...failure(String(code), problem), notes }
}
