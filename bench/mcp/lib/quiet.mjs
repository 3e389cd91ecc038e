// Other work on the machine: a run that it disturbed is repeated when the machine is quiet, and the
// least disturbed run counts.
import { execFileSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))
/** Cores that others may take. */
const limit = 0.1
const patienceMs = 10_000

export async function undisturbed(attempts, run) {
  let best = await watch(run)
  for (let attempt = 1; attempt < attempts && best.foreign > limit; attempt++) {
    await quiet()
    const next = await watch(run)
    if (next.foreign < best.foreign) best = next
  }
  return best.result
}

/** Waits until others leave the machine alone, or until patience ends. */
async function quiet() {
  const deadline = Date.now() + patienceMs
  while (Date.now() < deadline) {
    const { foreign } = await watch(() => sleep(200))
    if (foreign <= limit) return
  }
}

/** The result of a run, and how many cores others took meanwhile. */
async function watch(run) {
  const before = snapshot()
  const result = await run()
  const after = snapshot()
  const machine = after.machine - before.machine
  const own = after.own - before.own
  return { result, foreign: (machine - own) / (after.time - before.time) }
}

const snapshot = () => ({ machine: machineTime(), own: ownTime(), time: performance.now() / 1000 })

/** Seconds that the machine's cores have worked: user, nice, system. */
function machineTime() {
  const fields = readFileSync('/proc/stat', 'utf8').split(/\s+/, 4)
  const [, user, nice, system] = fields.map(Number)
  return (user + nice + system) / ticksPerSecond
}

/** Seconds that this process and its descendants, the ended ones included, have worked. */
function ownTime() {
  const table = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(readProcess)
  const childrenOf = (parent) => table.filter((one) => one.parent === parent)
  const ticksBelow = (parent) =>
    childrenOf(parent).reduce((sum, { pid, ticks }) => sum + ticks + ticksBelow(pid), 0)
  const self = table.find(({ pid }) => pid === process.pid)
  return (self.ticks + ticksBelow(self.pid)) / ticksPerSecond
}

/** Fields 4 and 14 to 17 of proc_pid_stat(5), counted after the name, which may contain spaces. */
function readProcess(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const afterName = stat.slice(stat.lastIndexOf(')') + 2)
    const fields = afterName.split(' ').map(Number)
    const ticks = fields[11] + fields[12] + fields[13] + fields[14]
    return [{ pid: Number(pid), parent: fields[1], ticks }]
  } catch {
    return []
  }
}
