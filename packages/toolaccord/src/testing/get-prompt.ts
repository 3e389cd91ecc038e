import type { Outcome } from '../outcome/outcome.ts'
import type { Server } from '../server.ts'
import { exchangeMcp } from './faces/exchange-mcp.ts'
import type { FaceCallOptions } from './faces/face-call-options.ts'
import { toMcpOutcome } from './faces/to-mcp-outcome.ts'
import type { McpCall } from './faces/to-mcp-request.ts'

/**
 * Gets a prompt through MCP, without a port: the result of the protocol, or a failure.
 *
 * @example
 *   import { getPrompt } from 'toolaccord/testing/client'
 *
 *   const server = defineServer({ name: 'empty', version: '1.0.0', tools: [] })
 *   const outcome = await getPrompt(server, 'welcome')
 *   outcome.ok // → false
 */
export async function getPrompt(
  server: Server,
  name: string,
  args: Readonly<Record<string, string>> = {},
  options: FaceCallOptions = {},
): Promise<Outcome> {
  const call: McpCall = { method: 'prompts/get', name, params: { name, arguments: args } }
  const { answer } = await exchangeMcp(server, call, options)
  return toMcpOutcome(answer)
}
