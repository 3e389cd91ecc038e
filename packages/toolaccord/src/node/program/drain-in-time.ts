import type { Server } from '../../server.ts'

/** How long a process stays for what is left to do after its last answer. */
const usualMs = 10_000

/** Lets a server do what is left to do for calls that have ended, before its process ends. */
export function drainInTime(server: Server, drainMs = usualMs): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, drainMs)
    const stop = () => {
      clearTimeout(timer)
      resolve()
    }
    server.drain().then(stop, stop)
  })
}
