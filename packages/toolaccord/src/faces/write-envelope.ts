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
  const fitter = server.fit
  if (fitter === undefined || fitter.fits(name, called, written.envelope)) return written
  const answer = { name, options: called, outcome, write: (one: Outcome) => toSeen(write(one)) }
  return fitter.fit(answer).then(write)
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
