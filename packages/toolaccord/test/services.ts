import { execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

/** A real program that a test talks to. */
export interface Service {
  readonly url: string
  readonly port: number
  /** Ends the program at once and removes its files. */
  stop(): Promise<void>
}

interface Identity {
  readonly uid?: number
  readonly gid?: number
}

/**
 * Starts an empty Redis on a free port, or on the one given; undefined, with one loud line, when it
 * is not installed.
 */
export async function startRedis(port?: number): Promise<Service | undefined> {
  const program = findProgram('redis-server', [])
  if (program === undefined) return skipped('redis-server')
  const [folder, at] = [mkdtempSync(join(tmpdir(), 'redis-')), port ?? (await freePort())]
  const args = [
    '--port',
    String(at),
    '--bind',
    '127.0.0.1',
    '--dir',
    folder,
    '--save',
    '',
    '--appendonly',
    'no',
  ]
  const stop = await startProgram(program, args, { folder, signal: 'KILL' })
  return { url: `redis://127.0.0.1:${at}`, port: at, stop }
}

/**
 * Starts an empty PostgreSQL on a free port, or on the one given; undefined, with one loud line,
 * when it is not installed.
 */
export async function startPostgres(port?: number): Promise<Service | undefined> {
  const folders = debianFolders()
  const [initdb, postgres, identity] = [
    findProgram('initdb', folders),
    findProgram('postgres', folders),
    postgresIdentity(),
  ]
  if (initdb === undefined || postgres === undefined || identity === undefined)
    return skipped('PostgreSQL')
  const [folder, at] = [mkdtempSync(join(tmpdir(), 'postgres-')), port ?? (await freePort())]
  if (identity.uid !== undefined && identity.gid !== undefined)
    chownSync(folder, identity.uid, identity.gid)
  const data = join(folder, 'data')
  const setUp = [
    '--pgdata',
    data,
    '--username',
    'postgres',
    '--auth',
    'trust',
    '--encoding',
    'UTF8',
    '--locale',
    'C',
    '--no-sync',
    '--no-instructions',
  ]
  execFileSync(initdb, setUp, { cwd: folder, stdio: 'ignore', ...identity })
  const quick = [
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
    'autovacuum=off',
    'shared_buffers=16MB',
  ].flatMap((setting) => ['-c', setting])
  const args = ['-D', data, '-h', '127.0.0.1', '-p', String(at), '-k', folder, ...quick]
  const stop = await startProgram(postgres, args, { folder, signal: 'QUIT', ...identity })
  return { url: `postgres://postgres@127.0.0.1:${at}/postgres`, port: at, stop }
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
 * PostgreSQL refuses to run as root, so it runs as its own user there; undefined when root has no
 * such user.
 */
function postgresIdentity(): Identity | undefined {
  if (process.getuid?.() !== 0) return {}
  const idOf = (flag: string) =>
    Number(
      execFileSync('id', [flag, 'postgres'], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    )
  try {
    return { uid: idOf('-u'), gid: idOf('-g') }
  } catch {
    return undefined
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        typeof address === 'object' && address !== null
          ? resolve(address.port)
          : reject(new Error('no free port')),
      )
    })
  })
}

interface ProgramInit extends Identity {
  /** Where it runs; removed when it ends. */
  readonly folder: string
  /** What ends it at once. */
  readonly signal: 'KILL' | 'QUIT'
}

/**
 * Runs a program until it ends or stdin does, and removes its folder; stdin ends with the test run,
 * even with one that is killed.
 */
const untilStdinEnds = `
signal=$1; folder=$2; shift 2
exec 3<&0
"$@" </dev/null 3<&- &
program=$!
exec >/dev/null 2>&1
{ cat; kill -s "$signal" "$program"; } <&3 &
wait "$program"
code=$?
rm -rf "$folder"
exit "$code"
`

/**
 * Resolves with the way to stop it when the program says that it is ready; both programs use the
 * same words.
 */
function startProgram(
  program: string,
  args: readonly string[],
  { folder, signal, ...identity }: ProgramInit,
): Promise<() => Promise<void>> {
  const child = spawn('/bin/sh', ['-c', untilStdinEnds, 'sh', signal, folder, program, ...args], {
    cwd: folder,
    ...identity,
  })
  const ended = new Promise<void>((resolve) => void child.once('exit', () => resolve()))
  const stop = () => {
    child.stdin.end()
    return ended
  }
  return new Promise((resolve, reject) => {
    let said = ''
    const listen = (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-10_000)
      if (/ready to accept connections/i.test(said)) resolve(stop)
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`${program} ended with ${code}:\n${said}`)))
  })
}
