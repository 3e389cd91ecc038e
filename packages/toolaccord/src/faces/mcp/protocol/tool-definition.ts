import { factsOf } from '../../../outcome/codebook.ts'
import { describeDeprecation } from '../../../policies/deprecation.ts'
import { describeSchema } from '../../../schema/describe-schema.ts'
import type { JsonSchema } from '../../../schema/json-schema.ts'
import { viewObject } from '../../../schema/object-view.ts'
import type { Server, ToolListing } from '../../../server.ts'
import { toPortableSchema } from './to-portable-schema.ts'

/** A tool as `tools/list` shows it. */
export interface ToolDefinition {
  readonly name: string
  readonly title?: string
  readonly description: string
  readonly inputSchema: JsonSchema
  readonly outputSchema: JsonSchema
  readonly annotations: {
    readonly readOnlyHint: boolean
    readonly destructiveHint: boolean
    readonly idempotentHint: boolean
    readonly openWorldHint: boolean
  }
  readonly _meta?: Readonly<Record<string, unknown>>
}

/** Clients cut a description here. */
const maxBytes = 2048

/** Describes a tool as `tools/list` shows it. */
export function toToolDefinition(server: Server, tool: ToolListing): ToolDefinition {
  const { mcpName, title, effect, inputSchema, outputSchema, meta } = tool
  return {
    name: mcpName,
    ...(title !== undefined && { title }),
    description: describeTool(server, tool),
    inputSchema: toPortableSchema(inputSchema),
    // The list is the same for all, so where answers are not, it promises no more than an object.
    outputSchema: server.hasOneContract
      ? toPortableSchema(server.contract.schema(outputSchema))
      : { type: 'object' },
    annotations: {
      readOnlyHint: effect === 'read',
      destructiveHint: effect === 'destroy',
      idempotentHint: effect === 'read',
      openWorldHint: tool.openWorld,
    },
    ...(meta && { _meta: meta }),
  }
}

/** Opens the description of what runs only with consent. */
const consentWarning =
  'REQUIRES EXPLICIT USER INSTRUCTION: use it only when the user has asked for exactly this.'

/** Warnings, summary, arguments and codes, as much as fits; what matters most comes first. */
function describeTool({ codes }: Server, tool: ToolListing): string {
  const failures = tool.codes.map((code) => {
    const facts = factsOf(codes, code)
    return `- ${[`${code}:`, facts?.summary ?? facts?.message, facts?.hint].filter(Boolean).join(' ')}`
  })
  const lists = [
    ['Arguments:', ...describeArguments(tool.inputSchema)],
    ['Fails with:', ...failures],
  ].filter((lines) => lines.length > 1)
  const opening = [
    ...(tool.consent === undefined ? [] : [consentWarning]),
    ...(tool.deprecated === undefined
      ? []
      : [`DEPRECATED: it ${describeDeprecation(tool.deprecated)}`]),
    tool.summary,
  ]
  return lists.reduce(appendFitting, toOpening(opening.join('\n\n'), tool.description ?? ''))
}

/** What a description begins with; what is told at length is cut before what is told in short. */
function toOpening(short: string, long: string): string {
  const text = long === '' ? cut(short) : cut(join(short, long))
  return text.startsWith(short) ? text : cut(short)
}

/**
 * A text within the limit; decoded as a stream, so that a character that was cut through is left
 * out.
 */
function cut(text: string): string {
  const bytes = new TextEncoder().encode(text)
  return bytes.length <= maxBytes
    ? text
    : `${new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, maxBytes - 3), { stream: true })}…`
}

function describeArguments(schema: JsonSchema): string[] {
  const { properties, required } = viewObject(schema, schema)
  return Object.entries(properties).map(([name, argument]) => {
    const about = [
      describeSchema(argument, schema),
      argument.default === undefined ? '' : `default ${JSON.stringify(argument.default)}`,
    ]
      .filter(Boolean)
      .join(', ')
    return `- ${name}${required.includes(name) ? ' (required)' : ''}: ${about}${argument.description === undefined ? '' : `. ${argument.description}`}`
  })
}

/** The lines of a block up to the limit; a heading without a line below it is left out. */
function appendFitting(text: string, lines: readonly string[]): string {
  const room = (addition: string) => new TextEncoder().encode(addition).length <= maxBytes
  let block = ''
  for (const line of lines) {
    const next = block === '' ? line : `${block}\n${line}`
    if (!room(join(text, next))) break
    block = next
  }
  return block === '' || (lines.length > 1 && block === lines[0]) ? text : join(text, block)
}

const join = (text: string, block: string) => (text === '' ? block : `${text}\n\n${block}`)
