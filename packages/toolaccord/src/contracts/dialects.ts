import { nearest } from '../names/nearest.ts'
import type { ReasonProblem } from '../outcome/reasons.ts'
import { chemigramContract } from './chemigram/contract.ts'
import type { Contract } from './contract/contract.ts'
import { dtprContract } from './dtpr/contract.ts'
import { mcpGuideContract } from './mcp-guide/contract.ts'
import { responseV2Contract } from './response-v2/contract.ts'

/** The dialects that a caller may ask for by name, whatever the server's own is. */
export const dialects: ReadonlyMap<string, Contract> = new Map(
  [chemigramContract, dtprContract, mcpGuideContract, responseV2Contract].map((contract) => [
    contract.name,
    contract,
  ]),
)

/** The contract of a name: the server's own if it has that name, else the dialect. */
export const findDialect = (name: string, own: Contract): Contract | undefined =>
  name === own.name ? own : dialects.get(name)

/** The problem with the name of a dialect that is not known. */
export function toUnknownDialect(name: string, own: Contract): ReasonProblem {
  const known = [...new Set([own.name, ...dialects.keys()])]
  const close = nearest(name, known)
  const guess = close === undefined ? '' : `Did you mean '${close}'? `
  return {
    message: `There is no dialect '${name}'.`,
    hint: `${guess}Accepted: ${known.join(', ')}.`,
  }
}
