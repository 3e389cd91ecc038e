import type { McpOptions } from '../../faces/mcp/protocol/mcp-options.ts'
import type { Server } from '../../server.ts'
import { createStdioConnection } from './create-stdio-connection.ts'
import { createMessageReader } from './read-messages.ts'

/** How a server is served over stdio, all optional. */
export interface StdioOptions extends McpOptions {
  /** Default: standard input. */
  readonly input?: NodeJS.ReadableStream | undefined
  /** Default: standard output. */
  readonly output?: NodeJS.WritableStream | undefined
}

/**
 * Serves MCP over stdin and stdout until stdin ends; resolves when every running call has been
 * answered.
 */
export async function serveStdio(server: Server, options: StdioOptions = {}): Promise<void> {
  const { input = process.stdin, output = process.stdout } = options
  const { write, flush } = createLineWriter(output)
  const connection = createStdioConnection(server, options, write)
  const reader = createMessageReader(connection.receive, write)
  input.setEncoding('utf8')
  input.on('data', reader.read)
  await new Promise<void>((resolve) => {
    input.once('end', resolve)
    input.once('close', resolve)
    input.once('error', () => resolve())
  })
  await connection.end()
  await flush()
}

/**
 * Lines of one turn of the event loop go out in one write. Whatever else is printed goes to stderr,
 * because stdout belongs to the protocol.
 */
function createLineWriter(output: NodeJS.WritableStream) {
  const send = output.write.bind(output)
  if (output === process.stdout) process.stdout.write = process.stderr.write.bind(process.stderr)
  // A client that stops reading is gone; its input ends as well.
  output.on('error', () => {})
  let pending = ''
  function takePending(): string {
    const text = pending
    pending = ''
    return text
  }
  function sendPending(): void {
    if (pending !== '') send(takePending())
  }
  return {
    write(line: string): void {
      if (pending === '') setImmediate(sendPending)
      pending += `${line}\n`
    },
    flush(): Promise<void> {
      return new Promise((resolve) => {
        send(takePending(), () => resolve())
      })
    },
  }
}
