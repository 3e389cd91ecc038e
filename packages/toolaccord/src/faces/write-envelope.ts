import type { Contract } from '../contracts/contract/contract.ts'
import type { CallOptions } from '../define/call.ts'
import type { Outcome } from '../outcome/outcome.ts'
import { type Written, writeWhole, writeWithin } from '../run/answer.ts'
import type { Server } from '../server.ts'

/** An outcome, and the call that it is the answer to. */
export interface Answered {
  readonly name: string
  readonly outcome: Outcome
  readonly contract: Contract
  readonly options: CallOptions
}

/** Writes the outcome of a call, made to fit its budget if the server counts tokens. */
export function writeEnvelope(
  server: Pick<Server, 'codes' | 'fitter'>,
  { name, outcome, contract, options }: Answered,
): Promise<Written> {
  const write = (one: Outcome) => writeWhole(one, contract, server.codes)
  return writeWithin({ fitter: server.fitter, name, options, write }, outcome)
}
