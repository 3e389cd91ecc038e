import type { Server } from '../../server.ts'

/** How long a process stays for what is left to do after its last answer. */
export const drainMs = 10_000

/** Lets a server do what is left to do for calls that have ended, before its process ends. */
export function drainInTime(server: Server, ms = drainMs): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    const stop = () => {
      clearTimeout(timer)
      resolve()
    }
    server.drain().then(stop, stop)
  })
}
