import { chemigramBuilders } from './chemigram/builders.ts'
import { chemigramContract } from './chemigram/contract.ts'
import { dtprBuilders } from './dtpr/builders.ts'
import { dtprContract } from './dtpr/contract.ts'
import { mcpGuideBuilders } from './mcp-guide/builders.ts'
import { mcpGuideContract } from './mcp-guide/contract.ts'
import { responseV2Builders } from './response-v2/builders.ts'
import { responseV2Contract } from './response-v2/contract.ts'

/** The chemigram contract with its builders. */
export const chemigram = Object.freeze({ ...chemigramContract, ...chemigramBuilders })

/** The dtpr contract with its builders. */
export const dtpr = Object.freeze({ ...dtprContract, ...dtprBuilders })

/** The mcp-guide contract with its builders. */
export const mcpGuide = Object.freeze({ ...mcpGuideContract, ...mcpGuideBuilders })

/** The response-v2 contract with its builders. */
export const responseV2 = Object.freeze({ ...responseV2Contract, ...responseV2Builders })

export { defineContract } from './contract/contract.ts'
export { dialects } from './dialects.ts'
export { reasons } from '../outcome/reasons.ts'

export type { ChemigramCode } from './chemigram/codes.ts'
export type {
  ChemigramErrorInit,
  ChemigramFailure,
  ChemigramSuccess,
} from './chemigram/builders.ts'
export type { CodeSpelling, ContractInit, Envelope } from './contract/contract-init.ts'
export type { Contract, Wire } from './contract/contract.ts'
export type { ReasonProblem } from '../outcome/reasons.ts'
export type {
  DtprErrorInit,
  DtprFailure,
  DtprMeta,
  DtprMetaInit,
  DtprSuccess,
} from './dtpr/builders.ts'
export type {
  McpGuideFailure,
  McpGuideFailureOptions,
  McpGuideOptions,
  McpGuideResult,
  McpGuideSuccess,
} from './mcp-guide/builders.ts'
export type { Overflow } from './contract/overflow.ts'
export type { Reason } from '../outcome/reasons.ts'
export type { ResponseV2Code } from './response-v2/codes.ts'
export type {
  ResponseV2ErrorDetails,
  ResponseV2ErrorOptions,
  ResponseV2Failure,
  ResponseV2Options,
  ResponseV2RateLimit,
  ResponseV2Success,
  ResponseV2SuccessOptions,
} from './response-v2/builders.ts'
