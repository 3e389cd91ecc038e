import type { AnyTool } from './tool.ts'

/** Clients refuse longer names. */
const maxLength = 64

/** The prefix of the tools of a server: the operator's, else the author's; empty is none. */
export const prefixOf = (
  own: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): string => env.MCP_TOOL_PREFIX ?? own ?? ''

/**
 * The name of a tool on MCP, where the tools of several servers meet: prefix and name, joined by
 * one underscore.
 */
export function toMcpName(name: string, prefix: string): string {
  const bare = prefix.replace(/_+$/, '')
  return bare === '' ? name : `${bare}_${name}`
}

/** Every name that a tool answers to on MCP, its own first. */
export const toolNamesOf = (tool: AnyTool, prefix: string): readonly string[] =>
  [tool.name, ...(tool.formerly ?? []).map(({ name }) => name)].map((name) =>
    toMcpName(name, tool.prefix ?? prefix),
  )

/** Checks the names that tools get by their prefixes. */
export function prefixFaults(tools: readonly AnyTool[], prefix: string): string[] {
  return tools.flatMap((tool) =>
    toolNamesOf(tool, prefix).flatMap((name) => {
      if (name === tool.name) return []
      const fault = findNameFault(name)
      return fault === undefined ? [] : [`tool '${tool.name}' would be named '${name}', ${fault}`]
    }),
  )
}

function findNameFault(name: string): string | undefined {
  if (!/^[A-Za-z0-9_-]+$/.test(name)) {
    return "which holds more than letters, digits, '_' and '-'; change the prefix"
  }
  if (name.length <= maxLength) return undefined
  return (
    `of ${name.length} characters; clients take ${maxLength} at most, ` +
    'so shorten the prefix or the name'
  )
}
