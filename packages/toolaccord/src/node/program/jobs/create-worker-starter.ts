import { once } from 'node:events'

/** Starts a process that outlives this one, if a command asks for it. */
export interface WorkerStarter {
  /** Asks for it; one process is started however often it is asked for. */
  start(): void
  /** Starts the process if it was asked for; resolves when it runs. */
  finish(): Promise<void>
}

/** Creates the starter of a process that runs this program with other words. */
export function createWorkerStarter(words: readonly string[]): WorkerStarter {
  let isWanted = false
  return {
    start() {
      isWanted = true
    },
    async finish() {
      if (!isWanted) return
      // Loaded here only: a call must start fast.
      const { spawn } = await import('node:child_process')
      const [, script = ''] = process.argv
      const child = spawn(process.execPath, [...process.execArgv, script, ...words], {
        // In a group of its own, so that a Ctrl-C on this terminal does not reach it.
        detached: true,
        stdio: 'ignore',
        windowsHide: true,
      })
      await once(child, 'spawn')
      child.unref()
    },
  }
}
