import { estimateTokens } from '../../fidelity/tokens/estimate-tokens.ts'
import type { Server } from '../../server.ts'
import { toServerFacts } from './protocol/to-server-facts.ts'
import { type ToolDefinition, toToolDefinition } from './protocol/to-tool-definition.ts'
import { toSharedCodes } from './texts/shared-codes.ts'

/** The tokens of one tool in `tools/list`. */
export interface ToolCost {
  readonly name: string
  readonly description: number
  readonly input: number
  readonly output: number
  /** Name, description and input schema: what hosts show a model. */
  readonly offered: number
  /** All of it. */
  readonly listed: number
}

/** The tokens of a whole `tools/list`. */
export interface ListCost {
  readonly tools: readonly ToolCost[]
  readonly offered: number
  readonly listed: number
  /** Those of the server's instructions, which hosts show a model too. */
  readonly instructions: number
}

/** Counts tokens; not fewer than a tokenizer would, unless another way to count is given. */
export type CountTokens = (text: string) => number

/** Returns what the tools of a server cost those who list them. */
export function toListCost(server: Server, count: CountTokens = estimateTokens): ListCost {
  const sharedCodes = toSharedCodes(server)
  const definitions = server.tools().map((tool) => toToolDefinition(server, tool, { sharedCodes }))
  const instructions = count(toServerFacts(server).instructions ?? '')
  return { ...toDefinitionsCost(definitions, count), instructions }
}

/** Returns what tools cost, as they are listed. */
export function toDefinitionsCost(
  definitions: readonly ToolDefinition[],
  count: CountTokens = estimateTokens,
): Omit<ListCost, 'instructions'> {
  const tools = definitions.map((definition) => toToolCost(definition, count))
  return {
    tools,
    offered: sum(tools.map(({ offered }) => offered)),
    listed: sum(tools.map(({ listed }) => listed)),
  }
}

function toToolCost(definition: ToolDefinition, count: CountTokens): ToolCost {
  const { name, description, inputSchema, outputSchema = {} } = definition
  return {
    name,
    description: count(description),
    input: count(JSON.stringify(inputSchema)),
    output: count(JSON.stringify(outputSchema)),
    offered: count(JSON.stringify({ name, description, inputSchema })),
    listed: count(JSON.stringify(definition)),
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)
