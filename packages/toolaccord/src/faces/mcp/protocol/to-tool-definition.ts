import type { ToolListing } from '../../../compile/to-tool-listing.ts'
import { compact } from '../../../json/json.ts'
import { type Codebook, factsOf } from '../../../outcome/codebook.ts'
import { describeDeprecation } from '../../../policies/deprecation.ts'
import { describeSchema } from '../../../schema/describe-schema.ts'
import type { JsonSchema } from '../../../schema/json-schema.ts'
import { viewObject } from '../../../schema/json-schema.ts'
import type { Server } from '../../../server.ts'
import { toPortableSchema } from './to-portable-schema.ts'

/** A tool as `tools/list` shows it. */
export interface ToolDefinition {
  readonly name: string
  readonly title?: string | undefined
  readonly description: string
  readonly inputSchema: JsonSchema
  readonly outputSchema: JsonSchema
  readonly annotations: {
    readonly readOnlyHint: boolean
    readonly destructiveHint: boolean
    readonly idempotentHint: boolean
    readonly openWorldHint: boolean
  }
  readonly _meta?: Readonly<Record<string, unknown>> | undefined
}

/** Clients cut a description at this length, in bytes. */
const maxBytes = 2048

/** A tool of a server as `tools/list` shows it. */
export function toToolDefinition(server: Server, tool: ToolListing): ToolDefinition {
  return compact({
    name: tool.mcpName,
    title: tool.title,
    description: describeTool(server, tool),
    inputSchema: toInputSchema(tool),
    outputSchema: toOutputSchema(server, tool),
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
function toOutputSchema(server: Server, { outputSchema }: ToolListing): JsonSchema {
  if (!server.hasOneContract) return { type: 'object' }
  return toPortableSchema(server.contract.schema(outputSchema))
}

/** Opens the description of a tool that runs only with consent. */
const consentWarning =
  'REQUIRES EXPLICIT USER INSTRUCTION: use it only when the user has asked for exactly this.'

/** Warnings, summary, arguments and codes, as much as fits; what matters most comes first. */
function describeTool({ codes }: Server, tool: ToolListing): string {
  let text = toOpening(toShortText(tool), tool.description ?? '')
  text = appendBlock(text, 'Arguments:', describeArguments(tool.inputSchema))
  return appendBlock(text, 'Fails with:', describeCodes(tool, codes))
}

function toShortText({ consent, deprecated, summary }: ToolListing): string {
  const parts: string[] = []
  if (consent !== undefined) parts.push(consentWarning)
  if (deprecated !== undefined) parts.push(`DEPRECATED: it ${describeDeprecation(deprecated)}`)
  return [...parts, summary].join('\n\n')
}

/** The beginning of a description; the long text is cut before the short one. */
function toOpening(short: string, long: string): string {
  const text = long === '' ? cut(short) : cut(join(short, long))
  return text.startsWith(short) ? text : cut(short)
}

/** A string within the limit; decoding as a stream leaves out a character that was cut through. */
function cut(text: string): string {
  const bytes = new TextEncoder().encode(text)
  if (bytes.length <= maxBytes) return text
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  return `${decoder.decode(bytes.subarray(0, maxBytes - 3), { stream: true })}…`
}

function describeCodes(tool: ToolListing, codes: Codebook): string[] {
  return tool.codes.map((code) => {
    const facts = factsOf(codes, code)
    const about = [facts?.summary ?? facts?.message, facts?.hint].filter(Boolean)
    return [`- ${code}:`, ...about].join(' ')
  })
}

function describeArguments(schema: JsonSchema): string[] {
  const { properties, required } = viewObject(schema, schema)
  return Object.entries(properties).map(([name, argument]) => {
    const label = required.includes(name) ? `${name} (required)` : name
    const about = [describeSchema(argument, schema)].filter(Boolean)
    if (argument.default !== undefined) about.push(`default ${JSON.stringify(argument.default)}`)
    const line = `- ${label}: ${about.join(', ')}`
    return argument.description === undefined ? line : `${line}. ${argument.description}`
  })
}

/** Adds the lines of a block that fit; a heading without a line below it is left out. */
function appendBlock(text: string, heading: string, lines: readonly string[]): string {
  let longest = text
  let block = heading
  for (const line of lines) {
    block += `\n${line}`
    const next = join(text, block)
    if (new TextEncoder().encode(next).length > maxBytes) break
    longest = next
  }
  return longest
}

const join = (text: string, block: string) => (text === '' ? block : `${text}\n\n${block}`)
