import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'

/** A process that cannot be mistaken for a later one, if the system says enough about it. */
export interface ProcessIdentity {
  readonly pid: number
  readonly host: string
  /** The boot of the machine in which the process runs. */
  readonly boot?: string | undefined
  /** The start of the process, in clock ticks since the boot. */
  readonly began?: string | undefined
}

/** Returns the identity of this process. */
export const identifyProcess = (): ProcessIdentity => ({
  pid: process.pid,
  host: hostname(),
  boot: readBoot(),
  began: readBegin(process.pid),
})

/** True if a process has ended; undefined for a process of another machine. */
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
    // The process runs and belongs to another user.
    return thrown instanceof Error && 'code' in thrown && thrown.code === 'EPERM'
  }
}

const readBoot = (): string | undefined => readSystemFile('/proc/sys/kernel/random/boot_id')?.trim()

/**
 * The 22nd field of the line in proc(5). The second field may contain blanks and ends with the last
 * parenthesis.
 */
function readBegin(pid: number): string | undefined {
  const line = readSystemFile(`/proc/${pid}/stat`)
  const [state, ...fields] = line?.replace(/^.*\) /s, '').split(' ') ?? []
  // A zombie has ended.
  return state === 'Z' ? undefined : fields[18]
}

/** Returns undefined on systems without this file. */
function readSystemFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
