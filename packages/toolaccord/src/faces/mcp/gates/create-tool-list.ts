import { DefinitionError } from '../../../compile/definition-error.ts'
import type { Caller } from '../../../define/call.ts'
import { isRecord, without } from '../../../json/json.ts'
import { walk } from '../../../schema/walk.ts'
import type { Server } from '../../../server.ts'
import { createViews } from '../../create-views.ts'
import type { CallTarget } from '../calls/call-target.ts'
import type { ThroughGate } from '../calls/with-calls.ts'
import { hostArgumentsOf } from '../hosts/create-argument-filter.ts'
import type { McpOptions } from '../protocol/mcp-options.ts'
import type { ToolDefinition } from '../protocol/to-tool-definition.ts'
import { type ToolPages, toToolPages } from '../protocol/to-tool-pages.ts'
import { Catalogue } from './catalogue.ts'
import { createDescribeTool } from './create-describe-tool.ts'
import { type Gate, createGateTool, isOpenTo } from './create-gate-tool.ts'
import { createSearchTool } from './create-search-tool.ts'
import { type GateNames, toGateNames } from './gate-names.ts'
import { gateInputJson } from './gate-schemas.ts'
import { toGateDefinitions } from './to-gate-definitions.ts'

/** The tools that clients are shown, and how their calls find the tools of the server. */
export interface ToolList {
  /** The server that calls go to; behind gates it has the four tools, too. */
  readonly server: Server
  /** The pages of `tools/list` for a caller: the tools that it has the scopes for. */
  pagesFor(caller: Caller | undefined): ToolPages
  /** Returns the call that a call through a gate stands for. Undefined if there are no gates. */
  readonly toTarget?: ((name: string, args: unknown) => CallTarget) | undefined
  /** Makes a next step a call through a gate. Undefined if there are no gates. */
  readonly throughGate?: ThroughGate | undefined
}

/** The default of `listBudget`: a tenth of the 200,000 tokens that common models read. */
const defaultBudget = 20_000

/** A quarter of the bytes is within a twentieth of what tokenizers count in lists of tools. */
const bytesPerToken = 4

/** Creates the list of a server: its tools, or the gates to them if the list is too long. */
export function createToolList(server: Server, options: McpOptions): ToolList {
  const { gates = 'auto', listBudget = defaultBudget } = options
  checkOptions(gates, listBudget)
  const pagesFor = createViews(server, (view) => toToolPages(view, options))
  if (gates === 'never') return { server, pagesFor }
  const definitions = [...pagesFor(undefined).values()].flatMap(({ tools }) => tools)
  if (gates === 'auto' && isWithin(definitions, listBudget)) return { server, pagesFor }
  try {
    return toGatedList(server, definitions, hostArgumentsOf(options.profiles))
  } catch (thrown) {
    if (!(thrown instanceof DefinitionError)) throw thrown
    const advice = `${thrown.message}\nRename the tool, or set gates to 'never'.`
    if (gates === 'always') throw new TypeError(advice, { cause: thrown })
    server.log.warn(`the tools are listed without gates: ${advice}`)
    return { server, pagesFor }
  }
}

function checkOptions(gates: string, listBudget: number): void {
  if (!['auto', 'always', 'never'].includes(gates)) {
    throw new RangeError(`gates: '${gates}' is not auto, always or never.`)
  }
  if (!Number.isInteger(listBudget) || listBudget < 0) {
    throw new RangeError(`listBudget: ${listBudget} is not a whole number from 0.`)
  }
}

/** True if what models are shown of a list is within a budget of tokens. */
function isWithin(definitions: readonly ToolDefinition[], budget: number): boolean {
  let bytes = 0
  for (const { name, description, inputSchema } of definitions) {
    const shown = JSON.stringify({ name, description, inputSchema })
    bytes += new TextEncoder().encode(shown).length
  }
  return bytes <= budget * bytesPerToken
}

function toGatedList(
  server: Server,
  definitions: readonly ToolDefinition[],
  hostArguments: readonly string[],
): ToolList {
  const names = toGateNames(server.prefix)
  const byName = new Map(definitions.map((definition) => [definition.name, definition]))
  const tools = server.tools().flatMap((listing) => {
    const definition = byName.get(listing.mcpName)
    return definition === undefined ? [] : [{ listing, definition }]
  })
  const catalogue = new Catalogue(tools, names)
  const gated = server.withTools([
    createSearchTool(catalogue),
    createDescribeTool(catalogue),
    createGateTool('read', catalogue),
    createGateTool('write', catalogue),
  ])
  const pages = new Map([[undefined, { tools: toGateDefinitions(catalogue) }]])
  const instructions = toInstructions(server.instructions, names)
  const gates = new Map<string, Gate>([
    [names.read, 'read'],
    [names.write, 'write'],
  ])

  return {
    server: Object.freeze({ ...gated, instructions }),
    pagesFor: () => pages,
    toTarget(name, args) {
      const gate = gates.get(name)
      return (gate && findTarget(gate, args)) ?? { name, args }
    },
    throughGate({ args = {}, ...step }, { mcpName, effect }) {
      const tool = effect === 'read' ? names.read : names.write
      return { ...step, tool, args: { name: mcpName, arguments: args } }
    },
  }

  /** The call behind a gate; undefined if the gate itself has to say what is wrong. */
  function findTarget(gate: Gate, args: unknown): CallTarget | undefined {
    if (!isRecord(args)) return undefined
    const { value, faults } = walk(gateInputJson, without(args, hostArguments), {
      repairDepth: server.limits.depth,
    })
    if (faults.length > 0 || !isRecord(value)) return undefined
    const { name, arguments: inner } = value
    if (typeof name !== 'string' || !isOpenTo(gate, catalogue.find(name))) return undefined
    if (isRecord(inner)) return { name, args: inner }
    return inner === undefined || inner === null ? { name, args: {} } : undefined
  }
}

/** Instructions and answers name tools that are not listed. */
function toInstructions(own: string | undefined, { search, read, write }: GateNames): string {
  const how =
    `Tools that are not listed are found with ${search} ` +
    `and called through ${read} if they only read, through ${write} otherwise.`
  return own === undefined ? how : `${own}\n\n${how}`
}
