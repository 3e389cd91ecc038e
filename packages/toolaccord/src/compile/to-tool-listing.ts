import type { CompiledTool } from '../define/compiled-tool.ts'
import { toolNamesOf, toMcpName } from '../define/tool-names.ts'
import type { AnyTool, CommandInit, Effect, FormerName, Route } from '../define/tool.ts'
import { isResultTool } from '../jobs/create-result-tool.ts'
import { toFlagNames } from '../names/to-flag-names.ts'
import { toKebab } from '../names/to-kebab.ts'
import type { Deprecation } from '../outcome/outcome.ts'
import { consentOf } from '../policies/consent/literal.ts'
import type { JsonSchema } from '../schema/json-schema.ts'

/** The facts about a tool that a server shows. */
export interface ToolListing {
  readonly name: string
  readonly title?: string
  readonly summary: string
  readonly description?: string
  readonly effect: Effect
  readonly codes: readonly string[]
  /** As clients see it and as it runs: objects are closed. */
  readonly inputSchema: JsonSchema
  /** True if the input schema is shown as its author wrote it. */
  readonly verbatim?: boolean | undefined
  /** Of the data; the contract puts the envelope around it. */
  readonly outputSchema: JsonSchema
  readonly rest?: Route
  readonly cli: CommandInit
  readonly openWorld: boolean
  readonly interactive: boolean
  /** `starts`: it may take long, and then runs as a job. `fetches`: it gives what a job gave. */
  readonly job?: 'starts' | 'fetches' | undefined
  /** True if its answers on MCP come as content. */
  readonly attaches: boolean
  readonly meta?: Readonly<Record<string, unknown>>
  /** Its name on MCP. */
  readonly mcpName: string
  /** Every name that it answers to on MCP, its own first. */
  readonly mcpNames: readonly string[]
  /** What the user must agree to before it runs. */
  readonly consent?: string
  readonly scopes: readonly string[]
  readonly formerly: readonly FormerName[]
  readonly deprecated?: Deprecation
}

/** The listing of a tool on a server with a prefix. */
export function toToolListing(
  { tool, inputSchema, outputSchema }: CompiledTool,
  prefix: string,
): ToolListing {
  return Object.freeze({
    name: tool.name,
    title: tool.title,
    summary: tool.summary,
    description: tool.description,
    effect: tool.effect,
    codes: tool.codes,
    inputSchema,
    verbatim: tool.input.verbatim,
    outputSchema,
    rest: tool.rest,
    cli: toCommandInit(tool, inputSchema),
    openWorld: tool.openWorld ?? false,
    interactive: tool.interactive ?? false,
    job: jobOf(tool),
    attaches: tool.attaches ?? false,
    meta: tool.meta,
    mcpName: toMcpName(tool.name, tool.prefix ?? prefix),
    mcpNames: toolNamesOf(tool, prefix),
    consent: consentOf(tool),
    scopes: tool.scopes ?? [],
    formerly: tool.formerly ?? [],
    deprecated: tool.deprecated,
  })
}

function jobOf(tool: AnyTool): ToolListing['job'] {
  if (tool.long !== undefined) return 'starts'
  return isResultTool(tool) ? 'fetches' : undefined
}

/** The command of a tool, with a flag for each argument that could not be named after it. */
function toCommandInit({ cli, long }: AnyTool, { properties = {} }: JsonSchema): CommandInit {
  const { flags = {}, positionals = [], output } = cli
  const given = {
    properties: Object.keys(properties),
    flags,
    hasOutput: output !== undefined,
    isLong: long !== undefined,
  }
  const renamed = [...toFlagNames(given)].filter(
    ([argument, flag]) =>
      flags[argument] === undefined &&
      flag !== toKebab(argument) &&
      // It is given by position alone.
      !positionals.includes(argument),
  )
  if (renamed.length === 0) return cli
  return Object.freeze({ ...cli, flags: { ...flags, ...Object.fromEntries(renamed) } })
}
