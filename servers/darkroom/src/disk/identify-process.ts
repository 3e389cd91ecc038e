import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'

/** A process that no later one can be mistaken for, where the system tells enough. */
export interface ProcessIdentity {
  readonly pid: number
  readonly host: string
  /** The run of the machine that it belongs to. */
  readonly boot?: string
  /** When it began, in ticks of that run. */
  readonly began?: string
}

/** This process. */
export const identifyProcess = (): ProcessIdentity => ({
  pid: process.pid,
  host: hostname(),
  boot: readBoot(),
  began: readBegin(process.pid),
})

/** Whether a process is over; undefined for one of another machine, which cannot be asked. */
export function isOver({ pid, host, boot, began }: ProcessIdentity): boolean | undefined {
  if (host !== hostname()) return undefined
  if (boot !== readBoot()) return true
  return !runs(pid) || began !== readBegin(pid)
}

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (thrown) {
    // It runs and belongs to somebody else.
    return thrown instanceof Error && 'code' in thrown && thrown.code === 'EPERM'
  }
}

const readBoot = (): string | undefined => readSystemFile('/proc/sys/kernel/random/boot_id')?.trim()

/**
 * The 22nd field of the line in proc(5); the second may hold blanks and ends with the last
 * parenthesis. A zombie has ended.
 */
function readBegin(pid: number): string | undefined {
  const fields = readSystemFile(`/proc/${pid}/stat`)
    ?.replace(/^.*\) /s, '')
    .split(' ')
  return fields?.[0] === 'Z' ? undefined : fields?.[19]
}

/** Systems without these files tell less. */
function readSystemFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
