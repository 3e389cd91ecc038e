import { mapNext } from '../../../outcome/next.ts'
import type { NextStep, Outcome } from '../../../outcome/outcome.ts'
import type { Server } from '../../../server.ts'

/** Returns an outcome whose next steps name tools as this face does; others are left out. */
export const withCalls = (outcome: Outcome, server: Pick<Server, 'tools'>): Outcome =>
  mapNext(outcome, (step) => toCall(step, server))

function toCall(step: NextStep, server: Pick<Server, 'tools'>): NextStep | undefined {
  const listed = server.tools().find(({ name }) => name === step.tool)
  return listed && { ...step, tool: listed.mcpName }
}
