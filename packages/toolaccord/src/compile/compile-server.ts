import type { Contract } from '../contracts/contract/contract.ts'
import { responseV2Contract } from '../contracts/response-v2/contract.ts'
import type { Face } from '../define/call.ts'
import type { CompiledTool, ToolsByName } from '../define/compiled-tool.ts'
import type { Limits } from '../define/limits.ts'
import type { Prompt } from '../define/prompt.ts'
import type { Resource } from '../define/resource.ts'
import { prefixFaults, prefixOf, toMcpName } from '../define/tool-names.ts'
import { type ToolSets, toToolSets, toolSetFaults } from '../define/tool-sets.ts'
import type { AnyTool } from '../define/tool.ts'
import { createResultTool } from '../jobs/create-result-tool.ts'
import { compact } from '../json/json.ts'
import { repeated } from '../names/repeated.ts'
import { nextFaults } from '../next/next-faults.ts'
import type { Codebook } from '../outcome/codebook.ts'
import {
  type ConsentSettings,
  readConsentSettings,
} from '../policies/consent/read-consent-settings.ts'
import { codeFaults } from './code-faults.ts'
import { compileTool } from './compile-tool.ts'
import { DefinitionError } from './definition-error.ts'
import { checkInit } from './forms/check-init.ts'
import { type CheckedTool, checkTool, isTool } from './forms/check-tool.ts'
import type { ServerInit } from './forms/server-init.ts'
import { gateFaults, scopeFaults } from './gate-faults.ts'
import { limitFaults } from './limit-faults.ts'
import { collisionFaults } from './name-faults.ts'
import { resourceFaults } from './resource-faults.ts'

/** A server whose definition was checked, ready to be served. */
export interface CompiledServer {
  readonly contract: Contract
  readonly codes: Codebook
  readonly limits: Limits
  readonly prefix: string
  readonly consent: ConsentSettings
  /** The tools of the author, then those of the framework. */
  readonly tools: readonly CompiledTool[]
  readonly toolSets: ToolSets
  readonly prompts: readonly Prompt[]
  readonly resources: readonly Resource[]
}

type AnyInit = ServerInit<readonly AnyTool[]>

/** The limits of a server whose author sets none. */
export const defaultLimits: Limits = { timeoutMs: 30_000, depth: 64, bodyBytes: 1_048_576 }

/** Checks a definition as a whole; throws one DefinitionError that names every fault. */
export function compileServer(given: AnyInit): CompiledServer {
  const { init, faults: found } = checkInit(given)
  const contract = init.contract ?? responseV2Contract
  const codes: Codebook = Object.freeze({ ...contract.codes, ...init.codes })
  const limits = Object.freeze({ ...defaultLimits, ...compact({ ...init.limits }) })
  const env = init.env ?? globalThis.process?.env ?? {}
  const prefix = prefixOf(init.prefix, env)
  const prompts = Object.freeze([...(init.prompts ?? [])])
  const resources = Object.freeze([...(init.resources ?? []), ...(init.fidelity?.resources ?? [])])
  const checked = checkTools(given.tools, ownTools(given.tools, init))
  const named = namedIn(checked)
  const names = named.map(({ name }) => name)
  const consent = readConsentSettings(init.consent ?? {}, usualMode(contract), named, env)
  const compiled = checked.map((one) => compileTool(one, codes, consent.mode))
  const byName = new Map(checked.map(({ tool }, at) => [tool.name, compiled[at]?.compiled]))
  const faults = [
    ...found,
    ...emptyFaults(init),
    ...codeFaults(contract, init.codes ?? {}),
    ...limitFaults(limits),
    ...consent.faults,
    ...collisionFaults(named, prefix),
    ...prefixFaults(named, prefix),
    ...toolSetFaults(init.toolSets, names),
    ...gateFaults(named, init.flags),
    ...repeated(prompts.map(({ name }) => name)).map((name) => `two prompts are named '${name}'`),
    ...prompts.flatMap((prompt) => scopeFaultsOf(`prompt ${prompt.name}`, prompt)),
    ...resources.flatMap((resource) => scopeFaultsOf(`resource ${resource.uri}`, resource)),
    ...resourceFaults(resources, named),
    ...compiled.flatMap((one) => one.faults),
    ...nextFaults(init.codes ?? {}, byName),
  ]
  if (faults.length > 0) throw new DefinitionError(String(given.name), faults)
  const tools = compiled.flatMap((one) => one.compiled ?? [])
  const toolSets = toToolSets(init.toolSets, names)
  return { contract, codes, limits, prefix, consent, tools, toolSets, prompts, resources }
}

/** Compiles more tools for a server that was compiled already. */
export function compileWith(
  name: string,
  server: CompiledServer,
  more: readonly AnyTool[],
): CompiledServer {
  const { codes, prefix, consent } = server
  const checked = checkTools(more, isFirstLong(server, more) ? [createResultTool()] : [])
  const added = checked.map((one) => compileTool(one, codes, consent.mode))
  const named = namedIn(checked)
  const faults = [
    ...collisionFaults([...server.tools.map(({ tool }) => tool), ...named], prefix),
    ...prefixFaults(named, prefix),
    ...added.flatMap((one) => one.faults),
  ]
  if (faults.length > 0) throw new DefinitionError(name, faults)
  return { ...server, tools: [...server.tools, ...added.flatMap((one) => one.compiled ?? [])] }
}

/** Checks the tools of the author, then those of the framework; what is not a tool is left out. */
function checkTools(
  tools: readonly AnyTool[],
  more: readonly AnyTool[] = [],
): readonly CheckedTool[] {
  const own = Array.isArray(tools) ? tools : []
  return [...own, ...more].flatMap((tool: unknown, index) =>
    isTool(tool) ? [checkTool(tool, `tools[${index}]`)] : [],
  )
}

/** The tools that the framework adds: they fetch what answers leave out, and what jobs give. */
function ownTools(tools: readonly AnyTool[], { fidelity }: AnyInit): readonly AnyTool[] {
  const own = fidelity?.tools ?? []
  return isAnyLong(tools) ? [...own, createResultTool()] : own
}

const isAnyLong = (tools: readonly AnyTool[]): boolean =>
  Array.isArray(tools) && tools.some((tool) => isTool(tool) && tool.long !== undefined)

/** True if the first long tools of a server are among those that are added. */
const isFirstLong = ({ tools }: CompiledServer, more: readonly AnyTool[]): boolean =>
  isAnyLong(more) && !isAnyLong(tools.map(({ tool }) => tool))

/** The tools that have names, which are compared with each other. */
const namedIn = (checked: readonly CheckedTool[]): readonly AnyTool[] =>
  checked.filter(({ isNamed }) => isNamed).map(({ tool }) => tool)

/** The source of the mcp-guide contract prescribes the literal. */
const usualMode = ({ name }: Contract) => (name === 'mcp-guide' ? 'literal' : 'ask-or-code')

const scopeFaultsOf = (subject: string, of: Pick<AnyTool, 'scopes'>) =>
  [...scopeFaults(of)].map((fault) => `${subject}: ${fault}`)

function* emptyFaults({ name, version }: Partial<AnyInit>): Iterable<string> {
  if (name?.trim() === '') yield 'it needs a name'
  if (version?.trim() === '') yield 'it needs a version'
}

/** The tools of every face, by every name that they answer to there. */
export function toToolsByFace(
  tools: readonly CompiledTool[],
  prefix: string,
): Readonly<Record<Face, ToolsByName>> {
  const plain = toToolsByName(tools, () => '')
  const mcp = toToolsByName(tools, (tool) => tool.prefix ?? prefix)
  return { direct: plain, cli: plain, rest: plain, mcp }
}

/** Tools by every name that they answer to, former names included. */
function toToolsByName(
  compiled: readonly CompiledTool[],
  prefixOf: (tool: AnyTool) => string,
): ToolsByName {
  const byName = new Map<string, CompiledTool>()
  for (const one of compiled) {
    const names = [one.tool.name, ...(one.tool.formerly ?? []).map(({ name }) => name)]
    for (const calledAs of names) {
      const named = calledAs === one.calledAs ? one : { ...one, calledAs }
      byName.set(toMcpName(calledAs, prefixOf(one.tool)), named)
    }
  }
  return byName
}
