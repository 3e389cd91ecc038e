import { parseMessage } from '../../faces/mcp/fast-lane.ts'
import { toJsonRpcError } from '../../faces/mcp/protocol/to-refusal-answer.ts'
import { jsonRpcErrors } from '../../outcome/json-rpc-errors.ts'

/** The protocol's limit for one line. */
const maxLineLength = 10 * 1024 * 1024

/** Reads messages from a stream, piece by piece. */
export interface MessageReader {
  /** Takes a piece of the stream, as it comes. */
  read(chunk: string): void
}

/**
 * Creates what puts the lines of a stream together and hands on the messages in them. A line that
 * is not JSON, or is over the limit, is answered with an error and skipped.
 */
export function createMessageReader(
  receive: (message: unknown) => void,
  answer: (error: string) => void,
): MessageReader {
  let pending: string[] = []
  let length = 0

  function end(rest: string): void {
    const isTooLong = length + rest.length > maxLineLength
    const line = pending.length === 0 ? rest : [...pending, rest].join('')
    pending = []
    length = 0
    if (isTooLong) return answer(tooLongError)
    if (line.trim() === '') return
    const message = parseMessage(line)
    if (message === undefined) answer(parseError)
    else receive(message)
  }

  return {
    read(chunk) {
      let from = 0
      for (let at = chunk.indexOf('\n'); at >= 0; at = chunk.indexOf('\n', from)) {
        end(chunk.slice(from, at))
        from = at + 1
      }
      if (from === chunk.length) return
      length += chunk.length - from
      if (length <= maxLineLength) pending.push(chunk.slice(from))
      else pending = []
    },
  }
}

/** The answer to JSON that is not a message of JSON-RPC. */
export const toInvalidRequest = (id?: unknown): string =>
  toJsonRpcError(jsonRpcErrors.invalidRequest, 'Invalid Request: not a JSON-RPC 2.0 message.', id)

const parseError = toJsonRpcError(jsonRpcErrors.parseError, 'Parse error: the line is not JSON.')
const tooLongError = toJsonRpcError(
  jsonRpcErrors.invalidRequest,
  `The line is over the limit of ${maxLineLength} characters.`,
)
