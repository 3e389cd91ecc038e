export { createMcpHandler } from './create-mcp-handler.ts'

export type { McpHandler, McpHandlerOptions } from './create-mcp-handler.ts'
export type { McpOptions } from './protocol/mcp-options.ts'
