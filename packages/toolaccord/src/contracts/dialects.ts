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
