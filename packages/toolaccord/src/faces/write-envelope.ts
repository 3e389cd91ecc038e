import { after } from '../async/after.ts'
import type { Contract } from '../contracts/contract/contract.ts'
import type { Overflow } from '../contracts/contract/overflow.ts'
import type { CallOptions } from '../define/call.ts'
import type { Codebook } from '../outcome/codebook.ts'
import type { Outcome } from '../outcome/outcome.ts'
import type { Server } from '../server.ts'

/** An outcome in its envelope, serialised once. */
export interface Written {
  readonly outcome: Outcome
  readonly envelope: string
  readonly overflow?: Overflow | undefined
}

/** Writes the outcome of a call, made to fit the budget of the call where the server counts tokens. */
export function writeEnvelope(
  server: Pick<Server, 'codes' | 'fit'>,
  name: string,
  outcome: Outcome,
  contract: Contract,
  called: CallOptions,
): Written | PromiseLike<Written> {
  const write = (one: Outcome) => writeWhole(one, contract, server.codes)
  const written = write(outcome)
  if (server.fit === undefined) return written
  const fitted = server.fit(name, outcome, called, written.envelope, (one) => toSeen(write(one)))
  return after(fitted, (known) => (known === outcome ? written : write(known)))
}

/** Writes an outcome as it is. */
export function writeWhole(outcome: Outcome, contract: Contract, codes: Codebook): Written {
  const { body, overflow } = contract.encode(outcome, codes)
  return { outcome, envelope: JSON.stringify(body), overflow }
}

/** How to fetch what was left out, where the envelope has no field to say so. */
export const untoldInstruction = ({ outcome: { notes }, overflow }: Written): string | undefined =>
  notes.fidelity === undefined ? undefined : (overflow?.notes?.instruction ?? undefined)

/** All that the model will see. */
const toSeen = (written: Written): string =>
  `${written.envelope}\n${untoldInstruction(written) ?? ''}`
