import type { Contract } from '../contracts/contract/contract.ts'
import { responseV2Contract } from '../contracts/response-v2/contract.ts'
import type { CompiledTool, ToolsByName } from '../define/compiled-tool.ts'
import type { Limits } from '../define/limits.ts'
import type { Prompt } from '../define/prompt.ts'
import type { Resource } from '../define/resource.ts'
import { prefixFaults, prefixOf, toMcpName } from '../define/tool-names.ts'
import { type ToolSets, toToolSets, toolSetFaults } from '../define/tool-sets.ts'
import type { AnyTool } from '../define/tool.ts'
import { compact } from '../json/json.ts'
import { repeated } from '../names/repeated.ts'
import { nextFaults } from '../next/next-faults.ts'
import type { Codebook } from '../outcome/codebook.ts'
import {
  type ConsentSettings,
  readConsentSettings,
} from '../policies/consent/read-consent-settings.ts'
import { codeFaults } from './code-faults.ts'
import { type Compilation, compileTool } from './compile-tool.ts'
import { DefinitionError } from './definition-error.ts'
import { gateFaults } from './gate-faults.ts'
import { limitFaults } from './limit-faults.ts'
import { collisionFaults } from './name-faults.ts'
import { resourceFaults } from './resource-faults.ts'
import type { ServerInit } from './server-init.ts'
import {
  contractFaults,
  isTool,
  listFaults,
  stringFaults,
  toolShapeFaults,
  unknownProperties,
} from './shape-faults.ts'

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

/** Every option of a server; the compiler keeps the list whole. */
const knownOptions: Readonly<Record<keyof ServerInit<readonly AnyTool[]>, true>> = {
  name: true,
  version: true,
  summary: true,
  instructions: true,
  contract: true,
  contractFor: true,
  codes: true,
  tools: true,
  toolSets: true,
  prompts: true,
  resources: true,
  policies: true,
  prefix: true,
  consent: true,
  flags: true,
  fidelity: true,
  limits: true,
  timing: true,
  log: true,
  newId: true,
  env: true,
}

/** Checks a definition as a whole; throws one DefinitionError that names every fault. */
export function compileServer(init: AnyInit): CompiledServer {
  const contract = init.contract ?? responseV2Contract
  const codes: Codebook = Object.freeze({ ...contract.codes, ...init.codes })
  const limits = Object.freeze({ ...defaultLimits, ...compact({ ...init.limits }) })
  const env = init.env ?? globalThis.process?.env ?? {}
  const prefix = prefixOf(init.prefix, env)
  const prompts = Object.freeze([...(init.prompts ?? [])])
  const resources = Object.freeze([...(init.resources ?? []), ...(init.fidelity?.resources ?? [])])
  const shape = checkShape(init, contract)
  const names = shape.tools.map(({ name }) => name)
  const consent = readConsentSettings(init.consent ?? {}, usualMode(contract), shape.tools, env)
  const compiled = shape.tools.map((tool) => compileTool(tool, codes, consent.mode))
  const byName = new Map(shape.tools.map(({ name }, at) => [name, compiled[at]?.compiled]))
  const faults = [
    ...shape.faults,
    ...emptyFaults(init),
    ...codeFaults(contract, init.codes ?? {}),
    ...limitFaults(limits),
    ...consent.faults,
    ...collisionFaults(shape.tools, prefix),
    ...prefixFaults(shape.tools, prefix),
    ...toolSetFaults(init.toolSets, names),
    ...gateFaults(shape.tools, init.flags),
    ...repeated(prompts.map(({ name }) => name)).map((name) => `two prompts are named '${name}'`),
    ...resourceFaults(resources, shape.tools),
    ...compiled.flatMap((one) => one.faults),
    ...nextFaults(init.codes ?? {}, byName),
  ]
  if (faults.length > 0) throw new DefinitionError(init.name, faults)
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
  const added = more.map((tool) => compileTool(tool, codes, consent.mode))
  const all = [...server.tools.map(({ tool }) => tool), ...more]
  const faults = [
    ...collisionFaults(all, prefix),
    ...prefixFaults(more, prefix),
    ...added.flatMap((one) => one.faults),
  ]
  if (faults.length > 0) throw new DefinitionError(name, faults)
  return { ...server, tools: [...server.tools, ...added.flatMap((one) => one.compiled ?? [])] }
}

/** The source of the mcp-guide contract prescribes the literal. */
const usualMode = ({ name }: Contract) => (name === 'mcp-guide' ? 'literal' : 'ask-or-code')

/** What a compiler would have refused, and the tools that it would not. */
interface Shape {
  readonly faults: readonly string[]
  readonly tools: readonly AnyTool[]
}

/** Looks for what is not a tool first, because that cannot be looked at further. */
function checkShape(init: AnyInit, contract: Contract): Shape {
  const { name, version, tools, policies = [], fidelity } = init
  const given = Array.isArray(tools) ? [...tools, ...(fidelity?.tools ?? [])] : []
  const checked: readonly (Compilation & { readonly tool: AnyTool })[] = given
    .filter(isTool)
    .map((tool) => ({ tool, faults: toolShapeFaults(tool) }))
  const faults = [
    ...unknownProperties(init, knownOptions, 'option').map((fault) => `it ${fault}`),
    ...stringFaults({ name, version }),
    ...contractFaults(contract),
    ...listFaults('policies', policies, {
      isOne: (policy) => 'around' in policy,
      one: 'a policy',
      advice: 'give it a name and around(request, next)',
    }),
    ...listFaults('tools', tools, {
      isOne: isTool,
      one: 'a tool',
      advice: 'make it with defineTool',
    }),
    ...checked.flatMap((one) => one.faults),
  ]
  const sound = checked.filter((one) => one.faults.length === 0)
  return { faults, tools: sound.map(({ tool }) => tool) }
}

function* emptyFaults({ name, version }: AnyInit): Iterable<string> {
  if (`${name}`.trim() === '') yield 'it needs a name'
  if (`${version}`.trim() === '') yield 'it needs a version'
}

/** Tools by every name that they answer to, former names included. */
export function toToolsByName(
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
