/** The protocol's limit for one line. */
const maxLineLength = 10 * 1024 * 1024

/** Reads messages from a stream, piece by piece. */
export interface MessageReader {
  /** Takes a piece of the stream, as it comes. */
  read(chunk: string): void
}

/**
 * Puts the lines of a stream together and hands on the messages in them; a line that is no JSON, or
 * over the limit, is answered with an error and skipped.
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
    const message = parse(line)
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

/** Undefined is no JSON, so it stands for what is none. */
function parse(line: string): unknown {
  try {
    return JSON.parse(line) as unknown
  } catch {
    return undefined
  }
}

/** The answer to what is JSON, but no message of JSON-RPC. */
export const toInvalidRequest = (id: unknown = null): string =>
  toError(-32_600, 'Invalid Request: this is no message of JSON-RPC 2.0.', id)

const toError = (code: number, message: string, id: unknown = null) =>
  JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })
const parseError = toError(-32_700, 'Parse error: the line is not JSON.')
const tooLongError = toError(-32_600, `The line is over the limit of ${maxLineLength} characters.`)
