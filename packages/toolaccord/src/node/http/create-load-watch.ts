import type { Socket } from 'node:net'
import { getHeapStatistics } from 'node:v8'
import type { Logger } from '../../log/log.ts'
import type { Connection } from './connection.ts'
import type { FullHttpLimits } from './to-http-limits.ts'

/** What a load watch looks at. */
export interface LoadWatchInit {
  readonly connections: ReadonlyMap<Socket, Connection>
  readonly limits: FullHttpLimits
  /** The largest body that is read. */
  readonly bodyBytes: number
  readonly log: Logger
}

/** Watches what clients make a server hold. */
export interface LoadWatch {
  /** True if requests must be refused until clients have read more; read for every request. */
  readonly isFull: boolean
  /** Ends a connection that Node reports as silent, unless its call is running. */
  endSilent(socket: Socket): void
  /** Measures, and has clients timed that have something to read. */
  look(): void
}

/** Under load, clients that read nothing have only so long. */
const hurryMs = 2000

/** Creates the watch of a server, which looks when it is told to. */
export function createLoadWatch(init: LoadWatchInit): LoadWatch {
  const { connections, limits, bodyBytes, log } = init
  function measure(): void {
    const held = bytesHeld()
    const wasFull = watch.isFull
    watch.isFull = held > limits.bytes || isHeapFull(limits.heapBytes)
    if (watch.isFull && !wasFull) {
      log.warn('requests are refused until clients have read more', { held })
    }
  }

  function bytesHeld(): number {
    let held = 0
    for (const [socket, { latest }] of connections) {
      held += socket.writableLength
      if (latest?.req.complete === false) held += bytesToCome(latest.req.headers['content-length'])
    }
    return held
  }

  /** A body without a length may have as many as are read. */
  function bytesToCome(length: string | undefined): number {
    if (length === undefined) return bodyBytes
    return Math.min(Number(length), bodyBytes)
  }

  /** Lets Node time those whose clients have something to read; it sees partial progress. */
  function look(): void {
    measure()
    const allowedMs = watch.isFull ? Math.min(hurryMs, limits.stallMs) : limits.stallMs
    for (const [socket, connection] of connections) {
      if (socket.writableLength > 0) time(socket, connection, allowedMs)
      else if (connection.watchedMs > 0) stopTiming(socket, connection)
    }
  }

  function endSilent(socket: Socket): void {
    if (socket.writableLength > 0) {
      socket.destroy()
      return
    }
    const { bytesRead } = socket
    // A busy process may see the time pass before it reads a request that came in time.
    setImmediate(() => {
      const isRunning = connections.get(socket)?.isAnswering === true
      if (!isRunning && socket.bytesRead === bytesRead) socket.destroy()
    })
  }

  const watch = {
    isFull: isHeapFull(limits.heapBytes),
    look,
    endSilent,
  }
  return watch
}

function time(socket: Socket, connection: Connection, allowedMs: number): void {
  if (connection.watchedMs > 0 && connection.watchedMs <= allowedMs) return
  connection.watchedMs = allowedMs
  // Node takes what it handed to the system for progress, and waits once more.
  socket.setTimeout(Math.ceil(allowedMs / 2))
}

function stopTiming(socket: Socket, connection: Connection): void {
  connection.watchedMs = 0
  // Between two requests the time is Node's own, for connections that are kept alive.
  if (connection.isAnswering) socket.setTimeout(0)
}

function isHeapFull(limit: number): boolean {
  return limit !== Infinity && getHeapStatistics().used_heap_size > limit
}
