import type { Server } from '../../../server.ts'
import { toSharedCodes } from '../texts/shared-codes.ts'
import type { McpOptions } from './mcp-options.ts'
import { type ToolDefinition, toToolDefinition } from './to-tool-definition.ts'

/** One page of `tools/list`. */
export interface ToolPage {
  readonly tools: readonly ToolDefinition[]
  readonly nextCursor?: string
}

/** The pages of `tools/list` by the cursor that asks for them; the first has none. */
export type ToolPages = ReadonlyMap<string | undefined, ToolPage>

/** The pages of the tools of a server, or of what a caller may see of it. */
export function toToolPages(
  server: Server,
  { toolsPerPage = 1000, outputSchemas }: McpOptions,
): ToolPages {
  if (!Number.isInteger(toolsPerPage) || toolsPerPage < 1) {
    throw new RangeError(`toolsPerPage: ${toolsPerPage} is not a whole number from 1.`)
  }
  const options = { outputSchemas, sharedCodes: toSharedCodes(server) }
  const definitions = server.tools().map((tool) => toToolDefinition(server, tool, options))
  const pages = new Map<string | undefined, ToolPage>()
  for (let start = 0; start === 0 || start < definitions.length; start += toolsPerPage) {
    const end = start + toolsPerPage
    const tools = definitions.slice(start, end)
    const cursor = start === 0 ? undefined : cursorAt(start)
    const isLast = end >= definitions.length
    pages.set(cursor, isLast ? { tools } : { tools, nextCursor: cursorAt(end) })
  }
  return pages
}

/** Opaque to clients; only the positions that pages start at are cursors. */
const cursorAt = (start: number) => btoa(`tools:${start}`)
