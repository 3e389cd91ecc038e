import { execFile } from 'node:child_process'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const timeoutMs = 600_000

/** Installs a host from npm into a folder of the cache unless it is there; resolves to both. */
export async function installHost(name, { npm, version }, { cache, isLatest }) {
  const wanted = isLatest ? await newestOf(npm) : version
  const folder = join(cache, `${name}-${wanted}`)
  if ((await installedIn(folder, npm)) !== wanted) {
    await mkdir(folder, { recursive: true })
    const quiet = ['--no-audit', '--no-fund', '--loglevel', 'error']
    await run('npm', ['install', '--prefix', folder, ...quiet, `${npm}@${wanted}`], {
      timeout: timeoutMs,
    })
  }
  return { version: wanted, bin: (program) => join(folder, 'node_modules/.bin', program) }
}

async function newestOf(npm) {
  const { stdout } = await run('npm', ['view', npm, 'version'], { timeout: timeoutMs })
  return stdout.trim()
}

/** The version that is installed in a folder, or undefined. */
async function installedIn(folder, npm) {
  const manifest = join(folder, 'node_modules', npm, 'package.json')
  try {
    return JSON.parse(await readFile(manifest, 'utf8')).version
  } catch {
    return undefined
  }
}
