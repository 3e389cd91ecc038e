export { createMcpHandler } from './create-mcp-handler.ts'

export type { McpHandler } from './create-mcp-handler.ts'
export type { McpOptions } from './mcp-options.ts'
