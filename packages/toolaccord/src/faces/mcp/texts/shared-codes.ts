import type { ToolListing } from '../../../compile/to-tool-listing.ts'
import { type Codebook, factsOf } from '../../../outcome/codebook.ts'
import type { Reason } from '../../../outcome/reasons.ts'
import type { Server } from '../../../server.ts'

/** The codes that are said once for all tools, in the instructions of a server. */
export interface SharedCodes {
  /** Those that the framework may answer any call with. */
  readonly general: readonly string[]
  /** Others that more than one tool declares; what most tools declare comes first. */
  readonly several: readonly string[]
  /** True for a code of either kind. */
  has(code: string): boolean
}

/** Finds the codes that the tools of a server share. */
export function toSharedCodes({ tools, contract }: Server): SharedCodes {
  const general = new Set(reasonsOf(tools()).map((reason) => contract.problem(reason).code))
  const counts = new Map<string, number>()
  for (const tool of tools()) {
    for (const code of tool.codes) counts.set(code, (counts.get(code) ?? 0) + 1)
  }
  const repeated = [...counts].filter(([code, count]) => count > 1 && !general.has(code))
  const several = repeated.toSorted(([, a], [, b]) => b - a).map(([code]) => code)
  const all = new Set([...general, ...several])
  return { general: [...general], several, has: (code) => all.has(code) }
}

/** The reasons for which the framework may refuse a call of these tools over MCP. */
function reasonsOf(tools: readonly ToolListing[]): readonly Reason[] {
  const reasons: Reason[] = []
  if (tools.length === 0) return reasons
  reasons.push('missing_argument', 'wrong_type', 'invalid_argument')
  if (tools.some(({ consent }) => consent !== undefined)) reasons.push('consent_required')
  if (tools.some(({ scopes }) => scopes.length > 0)) reasons.push('forbidden')
  reasons.push('timeout', 'internal')
  return reasons
}

/** A line about each code. Its hint is left out, because the failure brings it. */
export function describeCodes(codes: readonly string[], book: Codebook): string[] {
  return codes.map((code) => {
    const facts = factsOf(book, code)
    const about = facts?.summary ?? facts?.message
    return about === undefined ? `- ${code}` : `- ${code}: ${about}`
  })
}
