import { matchTemplate } from '../../../define/resource.ts'
import { isRecord } from '../../../json/json.ts'
import type { Server } from '../../../server.ts'
import type { CallTarget } from './call-target.ts'

/** What a message asks for. */
export interface Wanted {
  /** Such as `get_note`, `prompt plan` or `resource note`, as it is logged. */
  readonly name: string
  readonly scopes: readonly string[]
}

/** Finds what a message asks for; undefined if the server has no such thing. */
export type WantedFinder = (message: unknown) => Wanted | undefined

/**
 * Creates the finder of a server. What a message asks for through a gate is what is behind the
 * gate.
 */
export function createWantedFinder(
  server: Server,
  toTarget: (name: string, args: unknown) => CallTarget = (name, args) => ({ name, args }),
): WantedFinder {
  const tools = new Map<string, Wanted>(
    server.tools().flatMap((tool) => tool.mcpNames.map((name) => [name, tool])),
  )

  return (message) => {
    if (!isRecord(message) || !isRecord(message.params)) return undefined
    const { method, params } = message
    const { name, uri, arguments: args } = params
    if (method === 'tools/call' && typeof name === 'string') {
      return tools.get(toTarget(name, args).name)
    }
    if (method === 'prompts/get') {
      const named = server.prompts().find((one) => one.name === name)
      return toWanted('prompt', named)
    }
    if (method !== 'resources/read' || typeof uri !== 'string') return undefined
    const fits = server.resources().find((one) => matchTemplate(one.uri, uri) !== undefined)
    return toWanted('resource', fits)
  }
}

interface Scoped {
  readonly name: string
  readonly scopes?: readonly string[] | undefined
}

function toWanted(kind: string, found: Scoped | undefined): Wanted | undefined {
  if (found === undefined) return undefined
  return { name: `${kind} ${found.name}`, scopes: found.scopes ?? [] }
}
