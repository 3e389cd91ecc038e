import type { Server } from '../../server.ts'

/** What becomes of the process that serves. */
export interface ProcessWatch {
  /** Resolves when the process shall stop. */
  readonly stopped: Promise<void>
  /** Stops watching. Returns the exit code: 1 if an error that no call caught has come up. */
  end(): number
}

/**
 * Watches for signals to stop, and for errors that no call caught, which are logged with the tools
 * that may have caused them. A second signal ends the process at once; `told` is aborted without
 * one if whoever started the process wants it to stop.
 */
export function watchProcess(
  server: Server,
  interrupted: AbortSignal,
  told?: AbortSignal,
): ProcessWatch {
  let exit = 0
  let resolveStopped = (): void => {}
  const stopped = new Promise<void>((resolve) => {
    resolveStopped = resolve
  })

  function stop(): void {
    for (const [signal, code] of endings) process.on(signal, () => process.exit(code))
    resolveStopped()
  }

  function report(thrown: unknown): void {
    server.log.error(uncaught, { tools: server.runningTools(), thrown })
    exit = 1
    resolveStopped()
  }

  if (interrupted.aborted) stop()
  interrupted.addEventListener('abort', stop)
  process.once('SIGTERM', stop)
  if (told?.aborted === true) resolveStopped()
  told?.addEventListener('abort', resolveStopped)
  // Node raises rejections that nobody handles here too.
  process.on('uncaughtException', report)
  return {
    stopped,
    end() {
      interrupted.removeEventListener('abort', stop)
      process.off('SIGTERM', stop)
      process.off('uncaughtException', report)
      return exit
    },
  }
}

const uncaught =
  'An error came up outside of any call. Running calls are answered, then the process ends.'

/** The exit codes that shells give to processes that a signal has ended. */
const endings = [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const
