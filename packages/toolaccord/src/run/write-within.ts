import { type Contract, type Written, writeWhole } from '../contracts/contract/contract.ts'
import { toNextMembers } from '../contracts/contract/next-members.ts'
import type { CallOptions } from '../define/call.ts'
import type { Fitter } from '../fidelity/create-fitter.ts'
import type { Codebook } from '../outcome/codebook.ts'
import { type Outcome, hasNext } from '../outcome/outcome.ts'
import { withoutDuration } from '../outcome/without-duration.ts'

/** How to fetch what was left out, if the envelope has no field that says so. */
export function hiddenInstruction({ outcome, overflow }: Written): string | undefined {
  if (outcome.notes.fidelity === undefined) return undefined
  const { instruction, next } = overflow?.notes ?? {}
  const steps = next && toNextMembers(next)
  if (!steps) return instruction ?? undefined
  return [instruction, `Next: ${JSON.stringify(steps)}`].filter(Boolean).join(' ')
}

/** All that the model will see of an answer. */
const toSeen = (written: Written): string =>
  `${written.envelope}\n${hiddenInstruction(written) ?? ''}`

/** How to write the outcome of a call within its budget. */
export interface WriteOptions<Answer extends Written> {
  readonly fitter: Fitter | undefined
  readonly name: string
  readonly options: CallOptions
  readonly write: (outcome: Outcome) => Answer
  /**
   * Spells the next steps of the outcome the way of a face. A budget counts them as calls, so that
   * every face leaves out the same.
   */
  readonly spellNext?: ((outcome: Outcome) => Outcome) | undefined
}

/**
 * Writes the outcome of a call, made to fit the budget of the call if the server counts tokens.
 *
 * @param overLength The characters of the answer, if it is known to be over its budget.
 */
export async function writeWithin<Answer extends Written>(
  how: WriteOptions<Answer>,
  outcome: Outcome,
  overLength?: number,
): Promise<Answer> {
  const { fitter, name, options, write } = how
  if (fitter === undefined) return write(spell(outcome, how))
  if (overLength !== undefined) return writeCut(fitter, how, outcome, overLength)
  const written = write(outcome)
  if (!isWithin(fitter, written, name, options)) {
    return writeCut(fitter, how, outcome, written.envelope.length)
  }
  const spelt = spell(outcome, how)
  return spelt === outcome ? written : write(spelt)
}

/** Answers of more characters are far over any budget; that need not be measured. */
const writableLength = 1_000_000

/**
 * Writes an outcome that is over its budget. Every face leaves out the same, so what is cut does
 * not depend on how long a tool ran.
 */
async function writeCut<Answer extends Written>(
  fitter: Fitter,
  how: WriteOptions<Answer>,
  whole: Outcome,
  length: number,
): Promise<Answer> {
  const { name, options, write } = how
  const outcome = withoutDuration(whole)
  return fitter.inTurns(options, async (turn) => {
    if (outcome !== whole && length < writableLength) {
      await turn()
      if (isWithin(fitter, write(outcome), name, options)) return write(spell(outcome, how))
    }
    const writeSeen = (smaller: Outcome) => toSeen(write(smaller))
    const fitted = await fitter.fit({ name, options, outcome, length, write: writeSeen, turn })
    await turn()
    return write(spell(fitted, how))
  })
}

/** Spells the next steps of an outcome, if it has some and the face has its own way. */
function spell(outcome: Outcome, { spellNext }: Pick<Answered, 'spellNext'>): Outcome {
  if (spellNext === undefined || !hasNext(outcome)) return outcome
  return spellNext(outcome)
}

/** True if an answer is within the budget of its call. */
export const isWithin = (
  fitter: Fitter | undefined,
  written: Written,
  name: string,
  options: CallOptions,
): boolean => fitter === undefined || fitter.fits(name, options, toSeen(written))

/** An outcome, and the call that it is the answer to. */
export interface Answered {
  readonly name: string
  readonly outcome: Outcome
  readonly contract: Contract
  readonly options: CallOptions
  readonly spellNext?: WriteOptions<Written>['spellNext']
}

/** Writes the outcome of a call in its contract, within its budget. */
export function writeEnvelope(
  { codes, fitter }: { readonly codes: Codebook; readonly fitter?: Fitter | undefined },
  { name, outcome, contract, options, spellNext }: Answered,
): Promise<Written> {
  const write = (one: Outcome) => writeWhole(one, contract, codes)
  return writeWithin({ fitter, name, options, write, spellNext }, outcome)
}
