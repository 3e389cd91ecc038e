// The answer of a tool in the response-v2 envelope, for the servers that do not make it themselves.
import { randomUUID } from 'node:crypto'

export const serverInfo = { name: 'bench', version: '1.0.0' }

export function toEnvelope({ data, problem }) {
  const meta = { version: 'response-v2', request_id: randomUUID() }
  if (problem === undefined) return { success: true, data, error: null, meta }
  const { code, kind, message, hint, details } = problem
  return {
    success: false,
    data: { error_code: code, error_type: kind, remediation: hint, details },
    error: message,
    meta,
  }
}

/** The result of an MCP call: the envelope as structure and as text. */
export function toResult(envelope) {
  const result = {
    content: [{ type: 'text', text: JSON.stringify(envelope) }],
    structuredContent: envelope,
  }
  return envelope.success ? result : { ...result, isError: true }
}

/** The schema of the envelope around a tool's output, success and failure. */
export function envelopeSchema(z, output) {
  const details = z.object({ retryable: z.boolean() })
  const error = z.object({
    error_code: z.string(),
    error_type: z.string(),
    remediation: z.string(),
    details,
  })
  const meta = z.object({ version: z.string(), request_id: z.string() })
  return z.object({
    success: z.boolean(),
    data: z.union([output, error]),
    error: z.string().nullable(),
    meta,
  })
}
