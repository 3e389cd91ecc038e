import type { Server } from '../../../server.ts'

/** What both eras tell about a server at the beginning. */
export interface ServerFacts {
  readonly serverInfo: {
    readonly name: string
    readonly version: string
    readonly description?: string
  }
  readonly capabilities: Readonly<Record<string, object>>
  readonly instructions?: string
}

/** Derives what a server says about itself in the handshake from what it defines. */
export function toServerFacts(server: Server): ServerFacts {
  const { name, version, summary, instructions } = server
  const completes =
    server
      .prompts()
      .some(({ arguments: args = {} }) =>
        Object.values(args).some(({ complete }) => complete !== undefined),
      ) || server.resources().some(({ complete }) => complete !== undefined)
  const interactive = server.tools().some((tool) => tool.interactive)
  return {
    serverInfo: { name, version, ...(summary !== undefined && { description: summary }) },
    capabilities: {
      tools: { listChanged: true },
      ...(server.prompts().length > 0 && { prompts: { listChanged: true } }),
      ...(server.resources().length > 0 && { resources: { listChanged: true, subscribe: true } }),
      ...(completes && { completions: {} }),
      ...(interactive && { logging: {} }),
    },
    ...(instructions !== undefined && { instructions }),
  }
}

/** The names of tools that may talk while they run, or ask before they do; only the SDK can do that. */
export const toInteractive = (server: Server): ReadonlySet<string> =>
  new Set(
    server
      .tools()
      .flatMap(({ mcpNames, interactive, consent }) =>
        interactive || consent !== undefined ? mcpNames : [],
      ),
  )
