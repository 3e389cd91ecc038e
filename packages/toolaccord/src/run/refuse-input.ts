import type { Contract } from '../contracts/contract/contract.ts'
import type { Limits } from '../define/limits.ts'
import type { CallRequest } from '../define/policy.ts'
import { isDeeperThan, isRecord } from '../json/json.ts'
import { toFailure } from '../outcome/failure.ts'
import type { Failure } from '../outcome/outcome.ts'
import type { InputIssue } from '../schema/input-issue.ts'

/** Refuses arguments that are not one object of JSON within the limits. */
export function findMalformed(
  { args, refuse }: Pick<CallRequest, 'args' | 'refuse'>,
  limits: Limits,
): Failure | undefined {
  if (!isRecord(args)) {
    return refuse('malformed_input', {
      message: 'The arguments must be one JSON object.',
      hint: 'Send an object whose keys are argument names.',
    })
  }
  if (!isDeeperThan(args, limits.depth)) return undefined
  const message = `The arguments nest deeper than ${limits.depth} levels.`
  return refuse('malformed_input', { message })
}

/** Refuses arguments that a schema does not accept, with one problem per bad argument. */
export function refuseInput(issues: readonly InputIssue[], contract: Contract): Failure {
  const [first, ...others] = issues.map(({ reason, ...problem }) =>
    contract.problem(reason, problem),
  )
  const problems: Failure['problems'] = [first ?? contract.problem('invalid_argument'), ...others]
  return toFailure(problems)
}
