import type { ServerResponse } from 'node:http'

/** Writes a web Response to Node's response as it comes; a client that leaves ends the stream. */
export async function writeResponse(
  target: ServerResponse,
  { status, headers, body }: Response,
): Promise<void> {
  target.writeHead(status, Object.fromEntries(headers))
  if (body === null) {
    target.end()
    return
  }
  // Node keeps headers back until there is a body, and a stream of events may have none for long.
  if (headers.get('content-type') === 'text/event-stream') target.flushHeaders()
  const reader = body.getReader()
  target.once('close', () => {
    reader.cancel().catch(ignore)
  })
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    if (target.destroyed) break
    if (!target.write(read.value)) await drained(target)
  }
  target.end()
}

/** Nobody waits for the end of a stream that is given up. */
const ignore = (): void => {}

function drained(target: ServerResponse): Promise<void> {
  return new Promise<void>((resolve) => {
    target.once('drain', resolve)
    target.once('close', resolve)
  })
}
