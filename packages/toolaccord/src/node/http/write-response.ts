import type { ServerResponse } from 'node:http'

/** Writes a web Response to Node's response, as it comes; a client that goes away ends the stream. */
export async function writeResponse(
  target: ServerResponse,
  { status, headers, body }: Response,
): Promise<void> {
  target.writeHead(status, Object.fromEntries(headers))
  if (body === null) return void target.end()
  // Node keeps headers back until there is a body, and a stream of events may have none for long.
  if (headers.get('content-type') === 'text/event-stream') target.flushHeaders()
  const reader = body.getReader()
  target.once('close', () => void reader.cancel().catch(() => {}))
  for (;;) {
    const { done, value } = await reader.read()
    if (done || target.destroyed) break
    if (!target.write(value))
      await new Promise<void>((resolve) => {
        target.once('drain', resolve)
        target.once('close', resolve)
      })
  }
  target.end()
}
