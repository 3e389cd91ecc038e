import type { ToolListing } from '../../../compile/to-tool-listing.ts'
import { orPendingSchema } from '../../../jobs/result-schemas.ts'
import { compact } from '../../../json/json.ts'
import { describeDeprecation } from '../../../policies/deprecation.ts'
import type { JsonSchema } from '../../../schema/json-schema.ts'
import type { Server } from '../../../server.ts'
import { toPortableSchema } from '../schemas/to-portable-schema.ts'
import { appendBlock, appendLine, cutText, joinBlocks } from '../texts/append-block.ts'
import { describeStripped } from '../texts/describe-stripped.ts'
import { type SharedCodes, describeCodes, toSharedCodes } from '../texts/shared-codes.ts'
import type { McpOptions } from './mcp-options.ts'

/** A tool as `tools/list` shows it. */
export interface ToolDefinition {
  readonly name: string
  readonly title?: string | undefined
  readonly description: string
  readonly inputSchema: JsonSchema
  readonly outputSchema?: JsonSchema | undefined
  readonly annotations: {
    readonly readOnlyHint: boolean
    readonly destructiveHint: boolean
    readonly idempotentHint: boolean
    readonly openWorldHint: boolean
  }
  readonly _meta?: Readonly<Record<string, unknown>> | undefined
}

/** What the list says about a tool beside the tool itself. */
export interface DefinitionOptions extends Pick<McpOptions, 'outputSchemas'> {
  /** The codes that the instructions of the server explain. */
  readonly sharedCodes?: Pick<SharedCodes, 'has'> | undefined
}

/** A tool of a server as `tools/list` shows it. */
export function toToolDefinition(
  server: Server,
  tool: ToolListing,
  options: DefinitionOptions = {},
): ToolDefinition {
  const { outputSchemas = true, sharedCodes = toSharedCodes(server) } = options
  return compact({
    name: tool.mcpName,
    title: tool.title,
    description: describeTool(server, tool, sharedCodes),
    inputSchema: toInputSchema(tool),
    outputSchema: outputSchemas ? toOutputSchema(server, tool) : undefined,
    annotations: {
      readOnlyHint: tool.effect === 'read',
      destructiveHint: tool.effect === 'destroy',
      idempotentHint: tool.effect === 'read',
      openWorldHint: tool.openWorld,
    },
    _meta: tool.meta,
  })
}

/** What a verbatim schema says, `$schema` included, is left to its author. */
const toInputSchema = ({ inputSchema, verbatim }: ToolListing): JsonSchema =>
  verbatim ? inputSchema : toPortableSchema(inputSchema)

/** The list is the same for every caller; if answers are not, it promises only an object. */
function toOutputSchema(server: Server, tool: ToolListing): JsonSchema | undefined {
  // Clients demand structured content of every tool that lists a schema.
  if (tool.attaches) return undefined
  if (!server.hasOneContract) return { type: 'object' }
  const { job, outputSchema } = tool
  const data = job === 'starts' ? orPendingSchema(outputSchema) : outputSchema
  return toPortableSchema(server.contract.leanSchema(data))
}

/** Opens the description of a tool that runs only with consent. */
const consentWarning =
  'REQUIRES EXPLICIT USER INSTRUCTION: use it only when the user has asked for exactly this.'

/** Warnings, summary and what else models must be told, as much as fits; the last is cut first. */
function describeTool(
  { codes }: Server,
  tool: ToolListing,
  sharedCodes: Pick<SharedCodes, 'has'>,
): string {
  const own = tool.codes.filter((code) => !sharedCodes.has(code))
  const opening = toOpening(toShortText(tool), tool.description ?? '')
  const text = appendLine(opening, describeStripped(tool.inputSchema))
  return appendBlock(text, 'Fails with:', describeCodes(own, codes))
}

function toShortText({ consent, deprecated, summary }: ToolListing): string {
  const parts: string[] = []
  if (consent !== undefined) parts.push(consentWarning)
  if (deprecated !== undefined) parts.push(`DEPRECATED: it ${describeDeprecation(deprecated)}`)
  return [...parts, summary].join('\n\n')
}

/** The beginning of a description; the long text is cut before the short one. */
function toOpening(short: string, long: string): string {
  const text = long === '' ? cutText(short) : cutText(joinBlocks(short, long))
  return text.startsWith(short) ? text : cutText(short)
}
