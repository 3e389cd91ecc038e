import { spawn } from 'node:child_process'

/** The end of a process, and the end of its output. */
export interface ProcessResult {
  readonly ended: 'exit' | 'stopped' | 'missing'
  readonly code: number | null
  readonly output: string
}

/** The process to run. */
export interface ProcessRequest {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly signal?: AbortSignal | undefined
}

const longestOutput = 64 * 1024

/** Runs a process to its end; an abort kills it with all its children. */
export function runProcess({ command, args, env, signal }: ProcessRequest): Promise<ProcessResult> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return resolve({ ended: 'stopped', code: null, output: '' })
    // Detached, it leads a process group, so that all of its children can be killed.
    const child = spawn(command, args, {
      env: { ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    let output = ''
    let ended: ProcessResult['ended'] = 'exit'
    const stop = () => {
      ended = 'stopped'
      killGroup(child.pid)
    }
    signal?.addEventListener('abort', stop, { once: true })
    const collect = (chunk: string) => {
      output = (output + chunk).slice(-longestOutput)
    }
    child.stdout.setEncoding('utf8').on('data', collect)
    child.stderr.setEncoding('utf8').on('data', collect)
    const finish = () => signal?.removeEventListener('abort', stop)
    child.on('error', (error) => {
      finish()
      const isMissing = 'code' in error && (error.code === 'ENOENT' || error.code === 'EACCES')
      if (isMissing) resolve({ ended: 'missing', code: null, output: '' })
      else reject(error)
    })
    child.on('close', (code) => {
      finish()
      resolve({ ended, code, output })
    })
  })
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The process ended by itself in the meantime.
  }
}
