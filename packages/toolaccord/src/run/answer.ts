import type { Contract } from '../contracts/contract/contract.ts'
import type { Overflow } from '../contracts/contract/overflow.ts'
import type { CallOptions } from '../define/call.ts'
import type { Fitter } from '../fidelity/create-fitter.ts'
import type { Codebook } from '../outcome/codebook.ts'
import type { Outcome } from '../outcome/outcome.ts'
import type { Pipeline } from './pipeline.ts'
import { isPromise } from './run-tool.ts'

/** An outcome in its envelope, serialised once. */
export interface Written {
  readonly outcome: Outcome
  readonly envelope: string
  readonly overflow?: Overflow | undefined
}

/** Writes an outcome as it is. */
export function writeWhole(outcome: Outcome, contract: Contract, codes: Codebook): Written {
  const { body, overflow } = contract.encode(outcome, codes)
  return { outcome, envelope: JSON.stringify(body), overflow }
}

/** How to fetch what was left out, if the envelope has no field that says so. */
export function hiddenInstruction({ outcome, overflow }: Written): string | undefined {
  if (outcome.notes.fidelity === undefined) return undefined
  return overflow?.notes?.instruction ?? undefined
}

/** All that the model will see of an answer. */
const toSeen = (written: Written): string =>
  `${written.envelope}\n${hiddenInstruction(written) ?? ''}`

/** The form that a face gives an answer. */
export interface AnswerForm<Answer extends Written, Reply> {
  write(outcome: Outcome): Answer
  reply(written: Answer): Reply
}

/**
 * Calls a tool and writes its answer within the budget of the call. The reply is there at once if
 * nothing has to be waited for.
 */
export type Answerer = <Answer extends Written, Reply>(
  name: string,
  args: unknown,
  options: CallOptions,
  form: AnswerForm<Answer, Reply>,
) => Reply | Promise<Reply>

/** Creates the answerer of a server from its pipeline. */
export function createAnswerer(callTool: Pipeline, fitter: Fitter | undefined): Answerer {
  return function answer(name, args, options, form) {
    const outcome = callTool(name, args, options)
    if (isPromise(outcome)) return answerLater(outcome)
    const written = form.write(outcome)
    if (isWithin(fitter, written, name, options)) return form.reply(written)
    return answerLater(outcome)

    async function answerLater(calling: Outcome | Promise<Outcome>) {
      const whole = await calling
      return form.reply(await writeWithin({ fitter, name, options, write: form.write }, whole))
    }
  }
}

/** How to write the outcome of a call within its budget. */
export interface WriteOptions<Answer extends Written> {
  readonly fitter: Fitter | undefined
  readonly name: string
  readonly options: CallOptions
  readonly write: (outcome: Outcome) => Answer
}

/** Writes the outcome of a call, made to fit the budget of the call if the server counts tokens. */
export async function writeWithin<Answer extends Written>(
  how: WriteOptions<Answer>,
  outcome: Outcome,
): Promise<Answer> {
  const { fitter, name, options, write } = how
  const written = write(outcome)
  if (fitter === undefined || isWithin(fitter, written, name, options)) return written
  const fitted = await fitter.fit({
    name,
    options,
    outcome,
    write: (smaller) => toSeen(write(smaller)),
  })
  return fitted === outcome ? written : write(fitted)
}

const isWithin = (
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
}

/** Writes the outcome of a call in its contract, within its budget. */
export function writeEnvelope(
  { codes, fitter }: { readonly codes: Codebook; readonly fitter?: Fitter | undefined },
  { name, outcome, contract, options }: Answered,
): Promise<Written> {
  const write = (one: Outcome) => writeWhole(one, contract, codes)
  return writeWithin({ fitter, name, options, write }, outcome)
}
