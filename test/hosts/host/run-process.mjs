import { spawn } from 'node:child_process'
import { once } from 'node:events'

const tailLength = 4000

/**
 * Runs a command in a process group of its own until it ends, its time is up or the signal is
 * aborted. Nothing of the group is left.
 */
export async function runProcess([file, ...args], { cwd, env, timeoutMs, signal }) {
  signal.throwIfAborted()
  const child = spawn(file, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  let tail = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => {
      tail = (tail + data).slice(-tailLength)
    })
  const timeout = AbortSignal.timeout(timeoutMs)
  const stop = AbortSignal.any([timeout, signal])
  const endGroup = () => endProcess(-child.pid)
  stop.addEventListener('abort', endGroup)
  try {
    const [code] = await once(child, 'exit')
    return { code, isLate: timeout.aborted, tail }
  } finally {
    stop.removeEventListener('abort', endGroup)
    endGroup()
  }
}

/** Ends a process, or with a negative id its group, unless it has ended. */
export function endProcess(id) {
  try {
    process.kill(id, 'SIGKILL')
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}
