import type { Contract } from './contracts/contract/contract.ts'
import { responseV2Contract } from './contracts/response-v2/contract.ts'
import type { CallOptions } from './define/call.ts'
import type { CompiledTool } from './define/compiled-tool.ts'
import type { Limits } from './define/limits.ts'
import type { Policy } from './define/policy.ts'
import type { Prompt } from './define/prompt.ts'
import type { Resource } from './define/resource.ts'
import { namesOf, prefixFaults, prefixOf, toMcpName } from './define/tool-names.ts'
import type { AnyTool, CommandInit, Effect, FormerName, Route, Tool } from './define/tool.ts'
import {
  DefinitionError,
  codeFaults,
  collisionFaults,
  compileTool,
  gateFaults,
  limitFaults,
} from './faults/definition.ts'
import { resourceFaults } from './faults/resource-faults.ts'
import {
  contractFaults,
  isTool,
  listFaults,
  textFaults,
  toolShapeFaults,
  unknownMembers,
} from './faults/shape-faults.ts'
import type { ContentFidelity } from './fidelity/content-fidelity.ts'
import { type Fitter, createFitter } from './fidelity/create-fitter.ts'
import { createFlagPolicy } from './flags/create-flag-policy.ts'
import type { Flags } from './flags/create-flags.ts'
import type { FlagSubject } from './flags/flag.ts'
import { createRequestIds } from './ids/create-request-ids.ts'
import { compact } from './json/json.ts'
import { type Logger, consoleLog } from './log/log.ts'
import { repeated } from './names/repeated.ts'
import type { Codebook } from './outcome/codebook.ts'
import type { Deprecation, Outcome } from './outcome/outcome.ts'
import { type ConsentOptions, createConsent } from './policies/consent/create-consent.ts'
import { consentOf } from './policies/consent/literal.ts'
import { createCallLog } from './policies/create-call-log.ts'
import { createScopes } from './policies/create-scopes.ts'
import { createDeprecation } from './policies/deprecation.ts'
import { type Pipeline, createPipeline } from './run/pipeline.ts'
import type { JsonSchema } from './schema/json-schema.ts'
import type { InputOf, OutputOf } from './schema/schema.ts'

/** A named, versioned set of tools with one contract and one set of policies. */
export interface ServerInit<Tools extends readonly AnyTool[]> {
  readonly name: string
  readonly version: string
  /** What the server is for, for agents and people. */
  readonly summary?: string | undefined
  /** How to use the tools together; MCP clients show it to the model. */
  readonly instructions?: string | undefined
  /** Default: response-v2. */
  readonly contract?: Contract | undefined
  /**
   * Chooses the contract of an answer by who asks; a call that names its dialect wins. Default:
   * that of the server, for all.
   */
  readonly contractFor?: ((subject: FlagSubject) => Contract) | undefined
  /** The server's own codes; those of the contract need no mention. */
  readonly codes?: Codebook | undefined
  readonly tools: Tools
  readonly prompts?: readonly Prompt[] | undefined
  readonly resources?: readonly Resource[] | undefined
  /**
   * Around every call, the first outermost; scopes, deprecation, flags and consent stand inside
   * these.
   */
  readonly policies?: readonly Policy[] | undefined
  /**
   * Stands before the names of tools on MCP. The environment variable MCP_TOOL_PREFIX wins; an
   * empty one is none.
   */
  readonly prefix?: string | undefined
  /** How users agree to what destroys. */
  readonly consent?: ConsentOptions | undefined
  /** Answers `call.flag`, and gates tools that name a flag. */
  readonly flags?: Flags | undefined
  /**
   * Makes answers fit a budget of tokens; `createFidelity` of toolaccord/fidelity makes one.
   * Default: answers go out as they are.
   */
  readonly fidelity?: ContentFidelity | undefined
  readonly limits?: Partial<Limits> | undefined
  /** Default: warnings and errors to stderr. */
  readonly log?: Logger | undefined
  /** Makes request ids. Default: UUIDs of version 7, which sort by time. */
  readonly newId?: (() => string) | undefined
  /** Default: the environment of the process. */
  readonly env?: Readonly<Record<string, string | undefined>>
}

/**
 * A server: its tools, its contract, and the way to call them.
 *
 * @example
 *   const toolNames = (server: Server) => server.tools().map(({ name }) => name)
 *   toolNames(defineServer({ name: 'office', version: '1.0.0', tools: [] })) // → []
 */
export interface Server<Tools extends readonly AnyTool[] = readonly AnyTool[]> {
  readonly name: string
  readonly version: string
  readonly summary?: string
  readonly instructions?: string
  readonly contract: Contract
  /** The contract of an answer whose call names no dialect. */
  contractFor(subject: FlagSubject): Contract
  /** Whether all are answered in one contract, unless they ask for another. */
  readonly hasOneContract: boolean
  /** Every code that this server may answer with. */
  readonly codes: Codebook
  readonly limits: Limits
  /** Where it writes what is not for callers. */
  readonly log: Logger
  /** A fresh request id. */
  newId(): string
  /** Every tool, in the order of their definition. */
  tools(): readonly ToolListing[]
  prompts(): readonly Prompt[]
  resources(): readonly Resource[]
  /** Calls a tool in process. It never throws: the outcome tells. */
  call<Name extends NameOf<Tools>>(
    name: Name,
    ...rest: CallRest<ArgumentsOf<Tools, Name>>
  ): Promise<OutcomeOf<Tools, Name>>
  /** What `call` is for a face: the outcome at once, where the tool did not wait. */
  readonly dispatch: Pipeline
  /** What faces pass outcomes through before they write them; absent where nobody counts tokens. */
  readonly fit?: Fitter
}

/** What a server tells about one of its tools. */
export interface ToolListing {
  readonly name: string
  readonly title?: string
  readonly summary: string
  readonly description?: string
  readonly effect: Effect
  readonly codes: readonly string[]
  /** As clients see it and as it runs: objects are closed. */
  readonly inputSchema: JsonSchema
  /** Of the data; the contract puts the envelope around it. */
  readonly outputSchema: JsonSchema
  readonly rest?: Route
  readonly cli: CommandInit
  readonly openWorld: boolean
  readonly interactive: boolean
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

/** Any name; editors offer those of the tools. */
export type NameOf<Tools extends readonly AnyTool[]> =
  | Tools[number]['name']
  | (string & Record<never, never>)

/** The tool of a name; never for a name that is not known when compiling. */
type Named<Tools extends readonly AnyTool[], Name extends string> = string extends Name
  ? never
  : Extract<Tools[number], { readonly name: Name }>

/** The arguments of a tool by its name; unknown for a name that is not known when compiling. */
export type ArgumentsOf<Tools extends readonly AnyTool[], Name extends string> = [
  Named<Tools, Name>,
] extends [never]
  ? unknown
  : InputOf<Named<Tools, Name>['input']>

/** What follows the name in a call; arguments may be left out where none is required. */
export type CallRest<Arguments> =
  Record<never, never> extends Arguments
    ? [args?: Arguments, options?: CallOptions]
    : [args: Arguments, options?: CallOptions]

/** The outcome of a tool by its name. */
export type OutcomeOf<Tools extends readonly AnyTool[], Name extends string> = [
  Named<Tools, Name>,
] extends [never]
  ? Outcome
  : Named<Tools, Name> extends Tool<Name, infer _Input, infer Output, string>
    ? Outcome<OutputOf<Output>>
    : Outcome

/** Every option of a server; the compiler keeps the list whole. */
const options: Readonly<Record<keyof ServerInit<readonly AnyTool[]>, true>> = {
  name: true,
  version: true,
  summary: true,
  instructions: true,
  contract: true,
  contractFor: true,
  codes: true,
  tools: true,
  prompts: true,
  resources: true,
  policies: true,
  prefix: true,
  consent: true,
  flags: true,
  fidelity: true,
  limits: true,
  log: true,
  newId: true,
  env: true,
}

export const defaultLimits: Limits = { timeoutMs: 30_000, depth: 64, bodyBytes: 1_048_576 }

/**
 * Makes a server from tools, or throws one DefinitionError that names every fault.
 *
 * @example
 *   const ping = defineTool({
 *     name: 'ping',
 *     summary: 'Answer.',
 *     output: z.object({ up: z.boolean() }),
 *     effect: 'read',
 *     run: () => ok({ up: true }),
 *   })
 *   const server = defineServer({ name: 'office', version: '1.0.0', tools: [ping] })
 *   const outcome = await server.call('ping')
 *   outcome.ok && outcome.data // → { up: true }
 */
export function defineServer<const Tools extends readonly AnyTool[]>(
  init: ServerInit<Tools>,
): Server<Tools> {
  const {
    name,
    version,
    summary,
    instructions,
    contract = responseV2Contract,
    consent = {},
    flags,
    fidelity,
    log = consoleLog,
    newId = createRequestIds(),
  } = init
  const codes: Codebook = Object.freeze({ ...contract.codes, ...init.codes })
  const limits = Object.freeze({ ...defaultLimits, ...compact({ ...init.limits }) })
  const prefix = prefixOf(init.prefix, init.env ?? globalThis.process?.env ?? {})
  const compiled = compileAll(init, contract, codes, limits, prefix)
  const listings = Object.freeze(
    compiled
      .filter(({ tool }) => flags?.isListed(tool) ?? true)
      .map((one) => toListing(one, prefix)),
  )
  const [prompts, resources] = [
    Object.freeze([...(init.prompts ?? [])]),
    Object.freeze(resourcesOf(init)),
  ]
  const policies = [
    ...callLogOf(init, log),
    ...(init.policies ?? []),
    createScopes(),
    createDeprecation(codes),
    ...(flags === undefined ? [] : [createFlagPolicy(flags)]),
    createConsent(consent),
  ]
  const [tools, mcpTools] = [
    byName(compiled, () => ''),
    byName(compiled, (tool) => tool.prefix ?? prefix),
  ]
  const dispatch = createPipeline({
    tools,
    mcpTools,
    contract,
    codes,
    policies,
    limits,
    log,
    newId,
    budget: fidelity?.budget,
  })
  return Object.freeze({
    name,
    version,
    summary,
    instructions,
    contract,
    contractFor: init.contractFor ?? (() => contract),
    hasOneContract: init.contractFor === undefined,
    codes,
    limits,
    log,
    newId,
    tools: () => listings,
    prompts: () => prompts,
    resources: () => resources,
    // The cast says what the pipeline has checked at run time: the data has the type of the tool's output schema.
    call: (async (name: string, args?: unknown, options?: CallOptions) =>
      dispatch(name, args, options)) as Server<Tools>['call'],
    dispatch,
    fit:
      fidelity &&
      createFitter({
        fidelity,
        tools,
        mcpTools,
        mcpRetrieveTool: toMcpName(fidelity.retrieveTool, prefix),
        contract,
        log,
      }),
  })
}

/** The tools and resources of the author, then those of the framework. */
const toolsOf = ({ tools, fidelity }: ServerInit<readonly AnyTool[]>): readonly AnyTool[] => [
  ...tools,
  ...(fidelity?.tools ?? []),
]
const resourcesOf = ({
  resources = [],
  fidelity,
}: ServerInit<readonly AnyTool[]>): readonly Resource[] => [
  ...resources,
  ...(fidelity?.resources ?? []),
]

/** A log that says it is read gets every call, unless the author logs calls another way. */
const callLogOf = (
  { policies = [] }: ServerInit<readonly AnyTool[]>,
  log: Logger,
): readonly Policy[] =>
  log.isOn?.('info') === true && policies.every(({ name }) => name !== 'call-log')
    ? [createCallLog()]
    : []

/** Tools by every name that they answer to. */
const byName = (
  compiled: readonly CompiledTool[],
  prefixOf: (tool: AnyTool) => string,
): ReadonlyMap<string, CompiledTool> =>
  new Map(
    compiled.flatMap((one) => {
      const former = (one.tool.formerly ?? []).map(({ name }): CompiledTool => ({
        ...one,
        calledAs: name,
      }))
      return [one, ...former].map((named): [string, CompiledTool] => [
        toMcpName(named.calledAs, prefixOf(one.tool)),
        named,
      ])
    }),
  )

/** What a compiler would have refused, and the tools that it would not. */
function shapeFaults(
  init: ServerInit<readonly AnyTool[]>,
  contract: Contract,
): { readonly faults: readonly string[]; readonly tools: readonly AnyTool[] } {
  const { name, version, tools, policies = [] } = init
  const made = Array.isArray(tools) ? toolsOf(init).filter(isTool) : []
  const checked = made.map((tool) => ({ tool, faults: toolShapeFaults(tool) }))
  const faults = [
    ...unknownMembers(init, options, 'option').map((fault) => `it ${fault}`),
    ...textFaults({ name, version }),
    ...contractFaults(contract),
    ...listFaults(
      'policies',
      policies,
      (policy) => 'around' in policy,
      'a policy',
      'give it a name and around(request, next)',
    ),
    ...listFaults('tools', tools, isTool, 'a tool', 'make it with defineTool'),
    ...checked.flatMap((one) => one.faults),
  ]
  return { faults, tools: checked.flatMap((one) => (one.faults.length === 0 ? [one.tool] : [])) }
}

function compileAll(
  init: ServerInit<readonly AnyTool[]>,
  contract: Contract,
  codes: Codebook,
  limits: Limits,
  prefix: string,
): CompiledTool[] {
  const shape = shapeFaults(init, contract)
  // What is no tool cannot be looked at further.
  const [tools, resources] = [shape.tools, resourcesOf(init)]
  const results = tools.map((tool) =>
    compileTool(tool, codes, init.consent?.mode ?? 'ask-or-literal'),
  )
  const faults = [
    ...shape.faults,
    ...(`${init.name}`.trim() === '' ? ['it needs a name'] : []),
    ...(`${init.version}`.trim() === '' ? ['it needs a version'] : []),
    ...codeFaults(contract, init.codes ?? {}),
    ...limitFaults(limits),
    ...collisionFaults(tools, prefix),
    ...prefixFaults(tools, prefix),
    ...gateFaults(tools, init.flags),
    ...repeated((init.prompts ?? []).map(({ name }) => name)).map(
      (name) => `two prompts are named '${name}'`,
    ),
    ...resourceFaults(resources, tools),
    ...results.flatMap((result) => result.faults),
  ]
  if (faults.length > 0) throw new DefinitionError(init.name, faults)
  return results.flatMap(({ compiled }) => (compiled === undefined ? [] : [compiled]))
}

function toListing({ tool, inputSchema, outputSchema }: CompiledTool, prefix: string): ToolListing {
  const {
    name,
    title,
    summary,
    description,
    effect,
    codes,
    rest,
    cli,
    openWorld = false,
    interactive = false,
    meta,
    scopes = [],
    formerly = [],
    deprecated,
  } = tool
  const [mcpName, mcpNames, consent] = [
    toMcpName(name, tool.prefix ?? prefix),
    namesOf(tool, prefix),
    consentOf(tool),
  ]
  return Object.freeze({
    name,
    title,
    summary,
    description,
    effect,
    codes,
    inputSchema,
    outputSchema,
    rest,
    cli,
    openWorld,
    interactive,
    meta,
    mcpName,
    mcpNames,
    consent,
    scopes,
    formerly,
    deprecated,
  })
}
