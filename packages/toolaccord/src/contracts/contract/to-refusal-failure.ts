import { toFailure } from '../../outcome/failure.ts'
import type { Failure, Notes } from '../../outcome/outcome.ts'
import type { Reason, ReasonProblem } from '../../outcome/reasons.ts'
import type { Contract } from './contract.ts'

/** A problem of the framework's own, before a contract spells its code. */
export interface ReasonedProblem extends ReasonProblem {
  readonly reason: Reason
}

/**
 * Makes a failure of the framework's own. Its instruction, if the contract has one, is that of the
 * first reason.
 */
export function toRefusalFailure(
  contract: Contract,
  problems: readonly [ReasonedProblem, ...ReasonedProblem[]],
  given: Notes = {},
): Failure {
  const [first, ...others] = problems
  const instruction = contract.instructionFor(first.reason)
  const notes = instruction === undefined ? given : { ...given, instruction }
  const further = others.map((other) => toProblem(contract, other))
  return toFailure([toProblem(contract, first), ...further], { notes })
}

function toProblem(contract: Contract, { reason, ...problem }: ReasonedProblem) {
  return contract.problem(reason, problem)
}
