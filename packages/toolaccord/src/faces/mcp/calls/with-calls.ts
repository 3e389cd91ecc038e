import type { ToolListing } from '../../../compile/to-tool-listing.ts'
import { mapNext } from '../../../outcome/next.ts'
import type { NextStep, Outcome } from '../../../outcome/outcome.ts'
import type { Server } from '../../../server.ts'

/** Makes the step that clients can take, of one for a tool that is not listed. */
export type ThroughGate = (step: NextStep, tool: ToolListing) => NextStep

/** The parts of a server that naming next steps needs. */
export interface CallNames extends Pick<Server, 'tools'> {
  /** Undefined if all tools are listed. */
  readonly throughGate?: ThroughGate | undefined
}

/** Returns an outcome whose next steps name tools as this face does; others are left out. */
export const withCalls = (outcome: Outcome, names: CallNames): Outcome =>
  mapNext(outcome, (step) => toCall(step, names))

function toCall(step: NextStep, { tools, throughGate }: CallNames): NextStep | undefined {
  const listed = tools().find(({ name }) => name === step.tool)
  if (listed === undefined) return undefined
  return throughGate?.(step, listed) ?? { ...step, tool: listed.mcpName }
}
