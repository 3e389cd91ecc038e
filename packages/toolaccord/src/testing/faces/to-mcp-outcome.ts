import { isRecord } from '../../json/json.ts'
import { failure } from '../../outcome/failure.ts'
import { type Failure, type Outcome, ok } from '../../outcome/outcome.ts'

/** The result in an answer of JSON-RPC, or the failure that the protocol reports. */
export function toMcpOutcome({ result, error }: Readonly<Record<string, unknown>>): Outcome {
  if (isRecord(result)) return ok(result)
  return toFailed(error)
}

/** The failure in a JSON-RPC error; its code is the number if the error names no other. */
function toFailed(error: unknown): Failure {
  if (!isRecord(error)) throw new Error('MCP answered with neither a result nor an error')
  const data = isRecord(error.data) ? error.data : {}
  const { code = String(error.code), hint, details, request_id: requestId } = data
  const problem = {
    message: String(error.message),
    hint: typeof hint === 'string' ? hint : undefined,
    details: isRecord(details) ? details : undefined,
  }
  const notes = typeof requestId === 'string' ? { requestId } : {}
  return { ...failure(String(code), problem), notes }
}
