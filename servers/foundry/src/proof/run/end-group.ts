import { setTimeout as sleep } from 'node:timers/promises'

/** How long processes may take to end by themselves. */
const patienceMs = 2000

/**
 * Ends a process with all that it started: asks first, and kills those that are still there after
 * two seconds. The process must lead a group.
 */
export async function endGroup(leader: number): Promise<void> {
  if (!signalGroup(leader, 'SIGTERM')) return
  const until = performance.now() + patienceMs
  while (performance.now() < until) {
    await sleep(20)
    if (!signalGroup(leader, 0)) return
  }
  signalGroup(leader, 'SIGKILL')
}

/** False if the group has no process any more. */
function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-leader, signal)
  } catch {
    return false
  }
}
