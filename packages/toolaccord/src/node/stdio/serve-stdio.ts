import type { McpOptions } from '../../faces/mcp/protocol/mcp-options.ts'
import type { Server } from '../../server.ts'
import { createStdioConnection } from './create-stdio-connection.ts'
import { type Send, guardStdout } from './guard-stdout.ts'
import { createMessageReader } from './read-messages.ts'

/** How a server is served over stdio, all optional. */
export interface StdioOptions extends McpOptions {
  /** Default: standard input. */
  readonly input?: NodeJS.ReadableStream | undefined
  /** Default: standard output. */
  readonly output?: NodeJS.WritableStream | undefined
}

/** How lines are served until someone stops it. */
export interface LineOptions extends StdioOptions {
  /** Resolves when no more shall be read, whether the input has ended or not. */
  readonly stopped?: Promise<unknown> | undefined
  /** How long calls and jobs have to end after that, in milliseconds. Default: 10 seconds. */
  readonly closeMs?: number | undefined
}

/**
 * Serves MCP over stdin and stdout until stdin ends; resolves when every running call has been
 * answered, and jobs have ended or have had 10 seconds more.
 */
export async function serveStdio(server: Server, options: StdioOptions = {}): Promise<void> {
  const { output = process.stdout } = options
  return serveLines(server, options, output === process.stdout ? guardStdout() : toSend(output))
}

/** Serves like {@link serveStdio}; `send` leads to the client. */
export async function serveLines(server: Server, options: LineOptions, send: Send): Promise<void> {
  const { input = process.stdin, stopped = untilNever(), closeMs = 10_000 } = options
  const { write, flush } = createLineWriter(send)
  const connection = createStdioConnection(server, options, write)
  const reader = createMessageReader(connection.receive, write)
  input.setEncoding('utf8')
  input.on('data', reader.read)
  const ended = new Promise<void>((resolve) => {
    input.once('end', resolve)
    input.once('close', resolve)
    input.once('error', () => resolve())
  })
  if (server.jobs?.isLocal) await server.jobs.work()
  await Promise.race([ended, stopped])
  input.off('data', reader.read)
  const limit = createTimeLimit(closeMs)
  stopped.then(limit.start)
  const isOver = limit.passed.then(() => connection.cancelAll())
  await Promise.race([connection.end().then(flush), isOver])
  // Jobs whose callers are gone have that long as well.
  limit.start()
  await server.jobs?.close(limit.signal)
  limit.end()
}

/** Creates a limit of time that begins when it is started, and then once only. */
function createTimeLimit(ms: number) {
  const controller = new AbortController()
  const { signal } = controller
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    signal,
    passed: new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve())
    }),
    start() {
      timer ??= setTimeout(() => controller.abort(), ms)
    },
    end: () => clearTimeout(timer),
  }
}

function toSend(output: NodeJS.WritableStream): Send {
  output.on('error', () => {})
  return (text, done) => {
    output.write(text, done)
  }
}

/** Lines of one turn of the event loop go out in one write. */
function createLineWriter(send: Send) {
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
        send(takePending(), resolve)
      })
    },
  }
}

const untilNever = (): Promise<never> => new Promise(() => {})
