export { createMcpHandler } from './create-mcp-handler.ts'
export { hostProfiles } from './hosts/host-profiles.ts'

export type { McpHandler, McpHandlerOptions } from './create-mcp-handler.ts'
export type { McpOptions } from './protocol/mcp-options.ts'
export type { HostProfile } from './hosts/host-profile.ts'
