import { type AnyTool, defineTool } from '../../../define/tool.ts'
import { Refusal } from '../../../outcome/refusal.ts'
import type { Catalogue, CataloguedTool } from './catalogue.ts'
import { bareGateNames } from './gate-names.ts'
import { gateDataSchema, gateInputSchema } from './gate-schemas.ts'

/** The gate for tools that only read, or the one for all others. */
export type Gate = 'read' | 'write'

/**
 * Creates the tool that stands for a gate. The lanes turn a call through a gate into a call of the
 * tool behind it, so this tool runs only if they could not, and says why.
 */
export function createGateTool(gate: Gate, catalogue: Catalogue): AnyTool {
  return defineTool({
    name: bareGateNames[gate],
    summary: gate === 'read' ? 'Call a tool that only reads.' : 'Call a tool that changes data.',
    effect: gate,
    input: gateInputSchema,
    output: gateDataSchema,
    run({ name }) {
      throw toRefusal(gate, name, catalogue)
    },
  })
}

/** True if a tool is called through a gate: all are through that for writing, not the reverse. */
export const isOpenTo = (gate: Gate, found: CataloguedTool | undefined): boolean =>
  found !== undefined && (gate === 'write' || found.listing.effect === 'read')

/** The reason why a tool is not called through a gate. */
function toRefusal(gate: Gate, name: string, catalogue: Catalogue): Refusal {
  const { names } = catalogue
  if (Object.values(names).includes(name)) {
    return new Refusal('invalid_argument', {
      path: 'name',
      message: `'${name}' is called by its own name, not through '${names[gate]}'.`,
      hint: `Give the name of a tool that ${names.search} finds.`,
    })
  }
  const found = catalogue.find(name)
  if (found === undefined) return new Refusal('unknown_tool', catalogue.describeUnknown(name))
  if (isOpenTo(gate, found)) {
    const hint = 'Give name and arguments, and nothing else.'
    return new Refusal('malformed_input', { message: `'${name}' was not called.`, hint })
  }
  const { effect } = found.listing
  return new Refusal('invalid_argument', {
    path: 'name',
    message: `'${name}' does not only read: its effect is ${effect}. It was not called.`,
    hint: `Call it through ${names.write}.`,
  })
}
