import { execFileSync, spawn } from 'node:child_process'
import {
  chownSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

/** A real program that a test talks to. */
export interface Service {
  readonly url: string
  readonly port: number
  /** Ends the program at once and removes its files. */
  stop(): Promise<void>
  /** Stops the program without a word to its clients, until `thaw`. */
  freeze(): void
  thaw(): void
  /** Ends the program at once, and starts it again with its data after so many milliseconds. */
  restart(afterMs: number): Promise<void>
}

interface Identity {
  readonly uid?: number
  readonly gid?: number
}

/**
 * Starts an empty Redis on a free port, or on the one given. Returns undefined, with one loud line,
 * if it is not installed.
 */
export async function startRedis(port?: number): Promise<Service | undefined> {
  const program = findProgram('redis-server', [])
  if (program === undefined) return skipped('redis-server')
  const folder = mkdtempSync(join(tmpdir(), 'redis-'))
  const at = port ?? (await freePort())
  const args = toFlags({
    port: String(at),
    bind: '127.0.0.1',
    dir: folder,
    save: '',
    appendonly: 'yes',
    // Otherwise what was just answered may be lost if the program is killed.
    appendfsync: 'always',
  })
  const service = await startService(program, args, { folder, signal: 'KILL' })
  return { url: `redis://127.0.0.1:${at}`, port: at, ...service }
}

const toFlags = (values: Readonly<Record<string, string>>): string[] =>
  Object.entries(values).flatMap(([name, value]) => [`--${name}`, value])

/** Settings that trade the safety of data for speed; what is committed survives the program. */
const fastSettings = ['fsync=off', 'full_page_writes=off', 'autovacuum=off', 'shared_buffers=16MB']

/**
 * Starts an empty PostgreSQL on a free port, or on the one given. Returns undefined, with one loud
 * line, if it is not installed.
 */
export async function startPostgres(port?: number): Promise<Service | undefined> {
  const folders = debianFolders()
  const initdb = findProgram('initdb', folders)
  const postgres = findProgram('postgres', folders)
  const identity = postgresIdentity()
  if (initdb === undefined || postgres === undefined || identity === undefined)
    return skipped('PostgreSQL')
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'))
  const at = port ?? (await freePort())
  if (identity.uid !== undefined && identity.gid !== undefined)
    chownSync(folder, identity.uid, identity.gid)
  const data = join(folder, 'data')
  const setUp = toFlags({
    pgdata: data,
    username: 'postgres',
    auth: 'trust',
    encoding: 'UTF8',
    locale: 'C',
  })
  execFileSync(initdb, [...setUp, '--no-sync', '--no-instructions'], {
    cwd: folder,
    stdio: 'ignore',
    ...identity,
  })
  const settings = fastSettings.flatMap((setting) => ['-c', setting])
  const args = ['-D', data, '-h', '127.0.0.1', '-p', String(at), '-k', folder, ...settings]
  const service = await startService(postgres, args, { folder, signal: 'QUIT', ...identity })
  return { url: `postgres://postgres@127.0.0.1:${at}/postgres`, port: at, ...service }
}

function skipped(program: string): undefined {
  console.error(`SKIPPED: ${program} is not installed, so the tests that need it do not run`)
}

function findProgram(name: string, folders: readonly string[]): string | undefined {
  return [...folders, ...(process.env.PATH ?? '').split(delimiter)]
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path))
}

/** Debian keeps the programs of each version out of the PATH; the newest comes first. */
function debianFolders(): string[] {
  const root = '/usr/lib/postgresql'
  if (!existsSync(root)) return []
  return readdirSync(root)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(root, version, 'bin'))
}

/**
 * PostgreSQL refuses to run as root, so it runs as its own user there. Returns undefined if there
 * is no such user.
 */
function postgresIdentity(): Identity | undefined {
  if (process.getuid?.() !== 0) return {}
  try {
    return { uid: idOfPostgres('-u'), gid: idOfPostgres('-g') }
  } catch {
    return undefined
  }
}

const idOfPostgres = (flag: '-u' | '-g'): number =>
  Number(
    execFileSync('id', [flag, 'postgres'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  )

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => {
        if (typeof address === 'object' && address !== null) resolve(address.port)
        else reject(new Error('no free port'))
      })
    })
  })
}

interface ProgramInit extends Identity {
  /** The folder that it runs in; removed when it ends. */
  readonly folder: string
  /** The signal that ends it at once. */
  readonly signal: 'KILL' | 'QUIT'
}

/**
 * Runs a program until it ends or stdin does, and removes its folder unless that is to be kept.
 * Stdin ends with the test run, even if that is killed.
 */
const untilStdinEnds = `
signal=$1; folder=$2; shift 2
exec 3<&0
"$@" </dev/null 3<&- &
program=$!
echo "pid $program"
exec >/dev/null 2>&1
{ cat; kill -s "$signal" "$program"; } <&3 &
wait "$program"
code=$?
[ -e "$folder/keep" ] || rm -rf "$folder"
exit "$code"
`

interface Program {
  readonly pid: number
  stop(): Promise<void>
}

type RunningService = Omit<Service, 'url' | 'port'>

/** Starts a program that can be frozen, and started again. */
async function startService(
  path: string,
  args: readonly string[],
  init: ProgramInit,
): Promise<RunningService> {
  let program = await startProgram(path, args, init)
  const mark = join(init.folder, 'keep')
  return {
    stop: () => program.stop(),
    freeze: () => signalAll(program.pid, 'SIGSTOP'),
    thaw: () => signalAll(program.pid, 'SIGCONT'),
    async restart(afterMs) {
      writeFileSync(mark, '')
      await program.stop()
      await new Promise((resolve) => setTimeout(resolve, afterMs))
      rmSync(mark)
      program = await startProgram(path, args, init)
    },
  }
}

/** PostgreSQL has a process for each connection. */
function signalAll(pid: number, signal: 'SIGSTOP' | 'SIGCONT'): void {
  process.kill(pid, signal)
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  for (const child of children === '' ? [] : children.split(' '))
    process.kill(Number(child), signal)
}

/**
 * Starts a program, and resolves when the program says that it is ready; both programs use the same
 * words.
 */
function startProgram(
  program: string,
  args: readonly string[],
  { folder, signal, ...identity }: ProgramInit,
): Promise<Program> {
  const child = spawn('/bin/sh', ['-c', untilStdinEnds, 'sh', signal, folder, program, ...args], {
    cwd: folder,
    ...identity,
  })
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
  })
  const stop = () => {
    child.stdin.end()
    return ended
  }
  return new Promise((resolve, reject) => {
    let said = ''
    let pid = 0
    const listen = (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-10_000)
      pid ||= Number(/^pid (\d+)$/m.exec(said)?.[1] ?? 0)
      if (/ready to accept connections/i.test(said)) resolve({ pid, stop })
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`${program} ended with ${code}:\n${said}`)))
  })
}
