import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { closeSync, statSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import type { Readable } from 'node:stream'
import { FoundryError } from '../../errors/foundry-error.ts'
import { type Output, createOutput } from './create-output.ts'
import { endGroup } from './end-group.ts'
import { type Pipe, openPipe } from './open-pipe.ts'
import { type Environment, toSafeEnvironment } from './to-safe-environment.ts'

/** A command to run, and how much of it is too much. */
export interface CommandRequest {
  /** What `/bin/sh -c` is given. */
  readonly command: string
  /** The root of the repository, as the operator gave it. */
  readonly cwd: string
  readonly timeoutMs: number
  /** How much of the output is kept. */
  readonly maxOutputBytes?: number | undefined
  /** How much the command may print before it is stopped. */
  readonly maxPrintedBytes?: number | undefined
  /** Where variables come from; only those that are safe or named in `envNames` are passed on. */
  readonly env: Environment
  readonly envNames?: readonly string[] | undefined
  readonly signal?: AbortSignal | undefined
  /** Called with every part of the output, as plain text. */
  readonly onOutput?: ((text: string) => void) | undefined
}

/** How a command ended: by itself, or for which reason it was stopped. */
export type CommandEnd =
  | 'exited'
  | 'killed'
  | 'timeout'
  | 'aborted'
  | 'too_much_output'
  | 'not_started'

/** What became of a command. */
export interface CommandResult {
  readonly ended: CommandEnd
  /** Null if it did not end by itself. */
  readonly exitCode: number | null
  readonly signal: string | null
  readonly timedOut: boolean
  readonly durationMs: number
  /** Both streams as they were printed, without codes for terminals; a line says what is cut. */
  readonly output: string
  /** How many bytes were printed, kept or not. */
  readonly outputBytes: number
  /** The SHA-256 of `output`, under which an archive keeps it. */
  readonly outputHash: string
}

const longestCommand = 10_000
const longestTimeoutMs = 24 * 60 * 60 * 1000
const defaultOutputBytes = 64 * 1024
const defaultPrintedBytes = 64 * 1024 * 1024

/** How long the output of a command that has ended is waited for, if a daemon keeps it open. */
const drainMs = 500

/**
 * Runs a command in its own group of processes. It always comes to an end: a command that takes too
 * long, prints too much or is not wanted any more is stopped with everything that it started. So is
 * what it leaves running; only a daemon that made its own session stays.
 */
export async function runCommand(request: CommandRequest): Promise<CommandResult> {
  refuseUnusable(request)
  const started = performance.now()
  const output = createOutput(request.maxOutputBytes ?? defaultOutputBytes)
  const end = await runToEnd(request, output)
  const text = output.end()
  return {
    ...end,
    timedOut: end.ended === 'timeout',
    durationMs: Math.round(performance.now() - started),
    output: text,
    outputBytes: output.bytes,
    outputHash: `sha256:${createHash('sha256').update(text).digest('hex')}`,
  }
}

type End = Pick<CommandResult, 'ended' | 'exitCode' | 'signal'>

const neverRan = { exitCode: null, signal: null }

async function runToEnd(request: CommandRequest, output: Output): Promise<End> {
  if (request.signal?.aborted) return { ended: 'aborted', ...neverRan }
  const pipe = await openPipe()
  if (pipe === undefined) return { ended: 'not_started', ...neverRan }
  const child = start(request, pipe)
  const stopper = createStopper(child, request)
  collect(pipe.reader, output, {
    maxBytes: request.maxPrintedBytes ?? defaultPrintedBytes,
    onText: request.onOutput,
    onTooMuch: () => stopper.stop('too_much_output'),
  })
  return new Promise((resolve) => {
    child.on('error', () => {
      stopper.release()
      pipe.reader.destroy()
      resolve({ ended: 'not_started', ...neverRan })
    })
    child.on('exit', async (exitCode, signal) => {
      stopper.release()
      await Promise.all([stopper.endGroup(), drain(pipe.reader)])
      const reason = stopper.reason()
      if (reason !== undefined) resolve({ ended: reason, exitCode: null, signal })
      else resolve({ ended: exitCode === null ? 'killed' : 'exited', exitCode, signal })
    })
  })
}

/** Both streams are the same pipe, so that their lines stay in order. */
function start({ command, cwd, env, envNames }: CommandRequest, { writer }: Pipe): ChildProcess {
  try {
    return spawn('/bin/sh', ['-c', command], {
      cwd,
      env: toSafeEnvironment(env, envNames),
      stdio: ['ignore', writer, writer],
      // It leads a group of processes, which can be ended together.
      detached: true,
    })
  } finally {
    closeSync(writer)
  }
}

/** Stops a process at its time limit, on abort, or if it is told to; the first reason counts. */
function createStopper(child: ChildProcess, { timeoutMs, signal }: CommandRequest) {
  let reason: CommandEnd | undefined
  let ending: Promise<void> | undefined
  const end = (): Promise<void> => {
    if (child.pid !== undefined) ending ??= endGroup(child.pid)
    return ending ?? Promise.resolve()
  }
  const stop = (why: CommandEnd) => {
    const hasEnded = child.exitCode !== null || child.signalCode !== null
    if (hasEnded || reason !== undefined) return
    reason = why
    end().catch(() => undefined)
  }
  const onAbort = () => stop('aborted')
  const timer = setTimeout(() => stop('timeout'), timeoutMs)
  signal?.addEventListener('abort', onAbort, { once: true })
  if (signal?.aborted) onAbort()
  return {
    stop,
    endGroup: end,
    reason: () => reason,
    release() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
    },
  }
}

interface Collecting {
  readonly maxBytes: number
  readonly onText: CommandRequest['onOutput']
  readonly onTooMuch: () => void
}

function collect(stream: Readable, output: Output, { maxBytes, onText, onTooMuch }: Collecting) {
  // A pipe that breaks ends the output; how the command ended is known without it.
  stream.on('error', () => stream.destroy())
  stream.on('data', (bytes: Buffer) => {
    // What a stopped command still prints is not looked at.
    if (output.bytes > maxBytes) return
    const text = output.write(bytes)
    if (text !== '') onText?.(text)
    if (output.bytes > maxBytes) onTooMuch()
  })
}

/** Waits for the end of a stream, but not for a process that keeps it open. */
function drain(stream: Readable): Promise<void> {
  if (stream.closed) return Promise.resolve()
  return new Promise((resolve) => {
    // A busy process comes to its timers before its pipes, so these have one more turn.
    const timer = setTimeout(() => setImmediate(() => stream.destroy()), drainMs)
    stream.once('close', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

function refuseUnusable({ command, cwd, timeoutMs }: CommandRequest): void {
  if (command.trim() === '' || command.includes('\0') || command.length > longestCommand) {
    throw new FoundryError('VALIDATION_ERROR', 'The command of the check cannot be run.', {
      path: 'command',
      hint: `Give a command of 1 to ${longestCommand} characters without NUL.`,
    })
  }
  if (!(timeoutMs > 0 && timeoutMs <= longestTimeoutMs)) {
    throw new FoundryError('VALIDATION_ERROR', 'The time limit of the check cannot be used.', {
      path: 'timeout_ms',
      hint: `Give a number of milliseconds from 1 to ${longestTimeoutMs}.`,
    })
  }
  if (!isFolder(cwd)) {
    throw new FoundryError('STORAGE_FAILED', 'The root of the repository is not a folder.', {
      hint: 'Ask the operator to start the server with the root of the repository.',
    })
  }
}

function isFolder(path: string): boolean {
  return isAbsolute(path) && statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}
