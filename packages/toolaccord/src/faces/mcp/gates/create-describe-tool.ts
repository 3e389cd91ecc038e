import type { Caller } from '../../../define/call.ts'
import { type AnyTool, defineTool } from '../../../define/tool.ts'
import { clip } from '../../../json/json.ts'
import { ok } from '../../../outcome/outcome.ts'
import { Refusal } from '../../../outcome/refusal.ts'
import { isShownTo } from '../../create-views.ts'
import type { Catalogue, CataloguedTool } from './catalogue.ts'
import { bareGateNames } from './gate-names.ts'
import {
  type DescribeData,
  type DescribedTool,
  describeDataSchema,
  describeInputSchema,
} from './gate-schemas.ts'

/** The tokens of an answer whose server does not count them. */
const usualBudget = 5000
/** Tokens for the envelope. */
const frameTokens = 320
/** A cautious count: most tokens of a schema have four. */
const bytesPerToken = 3

/** Creates the tool that shows how tools are called. */
export function createDescribeTool(catalogue: Catalogue): AnyTool {
  return defineTool({
    name: bareGateNames.describe,
    summary: 'Show the description and the input schema of tools.',
    effect: 'read',
    input: describeInputSchema,
    output: describeDataSchema,
    fidelity: { items: [{ path: 'tools', id: 'name' }] },
    run({ names }, { budget = usualBudget, caller }) {
      const room = (budget - frameTokens) * bytesPerToken
      return ok(describe(new Set(names), room, caller))
    },
  })

  /** Describes as many tools as there is room for; the first is always described. */
  function describe(
    names: ReadonlySet<string>,
    room: number,
    caller: Caller | undefined,
  ): DescribeData {
    const tools: DescribedTool[] = []
    const unknown: string[] = []
    const leftOut: string[] = []
    let bytes = 0
    for (const name of names) {
      const found = catalogue.find(name)
      if (found === undefined || !isShownTo(found.listing, caller)) {
        unknown.push(clip(name))
        continue
      }
      const described = toDescribedTool(found)
      bytes += new TextEncoder().encode(JSON.stringify(described)).length
      if (tools.length === 0 || bytes <= room) tools.push(described)
      else leftOut.push(name)
    }
    const [missing] = unknown
    if (tools.length === 0 && missing !== undefined) {
      throw new Refusal('unknown_tool', catalogue.describeUnknown(missing))
    }
    return toData(tools, unknown, leftOut)
  }

  function toDescribedTool(found: CataloguedTool): DescribedTool {
    const { definition, listing } = found
    return {
      name: definition.name,
      effect: listing.effect,
      call_with: catalogue.gateOf(found),
      description: definition.description,
      input_schema: definition.inputSchema,
    }
  }
}

function toData(
  tools: readonly DescribedTool[],
  unknown: readonly string[],
  leftOut: readonly string[],
): DescribeData {
  const data: { -readonly [Name in keyof DescribeData]: DescribeData[Name] } = { tools }
  if (unknown.length > 0) data.unknown = unknown
  if (leftOut.length > 0) data.left_out = leftOut
  return data
}
