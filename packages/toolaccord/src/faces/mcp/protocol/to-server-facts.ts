import { compact } from '../../../json/json.ts'
import type { Server } from '../../../server.ts'
import { appendBlock, appendLine, cutText } from '../texts/append-block.ts'
import { describeCodes, toSharedCodes } from '../texts/shared-codes.ts'
import { tasksExtension } from './meta-keys.ts'

/** The facts about a server that both eras show at the beginning. */
export interface ServerFacts {
  readonly serverInfo: {
    readonly name: string
    readonly version: string
    readonly description?: string | undefined
  }
  readonly capabilities: Readonly<Record<string, object>>
  readonly instructions?: string | undefined
}

/** The facts about a server, without properties that are undefined. */
export function toServerFacts(server: Server): ServerFacts {
  const { name, version, summary } = server
  const serverInfo = compact({ name, version, description: summary })
  const instructions = toInstructions(server)
  return compact({ serverInfo, capabilities: toCapabilities(server), instructions })
}

/** The capabilities in the stateless revision, which has extensions. */
export function toModernCapabilities(server: Server): ServerFacts['capabilities'] {
  const capabilities = toCapabilities(server)
  if (server.jobs === undefined) return capabilities
  return { ...capabilities, extensions: { [tasksExtension]: {} } }
}

/** The author's instructions and the codes that tools share, as much as clients keep. */
function toInstructions(server: Server): string | undefined {
  const { general, several } = toSharedCodes(server)
  let text = cutText(server.instructions ?? '')
  if (general.length > 0) text = appendLine(text, `Codes of every tool: ${general.join(', ')}.`)
  text = appendBlock(text, 'Codes of several tools:', describeCodes(several, server.codes))
  return text === '' ? undefined : text
}

function toCapabilities(server: Server): ServerFacts['capabilities'] {
  const capabilities: Record<string, object> = { tools: { listChanged: true } }
  if (server.prompts().length > 0) capabilities.prompts = { listChanged: true }
  if (server.resources().length > 0) {
    capabilities.resources = { listChanged: true, subscribe: true }
  }
  if (hasCompletions(server)) capabilities.completions = {}
  if (server.tools().some((tool) => tool.interactive)) capabilities.logging = {}
  return capabilities
}

function hasCompletions(server: Server): boolean {
  const prompted = server.prompts().flatMap((prompt) => Object.values(prompt.arguments ?? {}))
  const completed = [...prompted, ...server.resources()]
  return completed.some(({ complete }) => complete !== undefined)
}

/** The names of tools that may talk while they run, or ask before; only the SDK can do that. */
export function toInteractive(server: Server): ReadonlySet<string> {
  const tools = server.tools()
  // A job may have its question when its caller has the handle already, and fetches its answer.
  const asksLate = tools.some(({ job, interactive }) => job === 'starts' && interactive)
  const talking = tools.filter(
    ({ interactive, consent, job }) =>
      interactive || consent !== undefined || (job === 'fetches' && asksLate),
  )
  return new Set(talking.flatMap(({ mcpNames }) => mcpNames))
}

/** The names of tools whose answers come as content, because they attach blocks to them. */
export function toAttaching(server: Server): ReadonlySet<string> {
  const attaching = server.tools().filter((tool) => tool.attaches)
  return new Set(attaching.flatMap(({ mcpNames }) => mcpNames))
}
