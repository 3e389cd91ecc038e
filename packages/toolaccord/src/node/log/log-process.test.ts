import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'

const scratch = mkdtempSync(join(tmpdir(), 'toolaccord-log-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

/** Runs a module in a process of its own, with the built package as `createLog`. */
function runModule(code: string, env: Readonly<Record<string, string>> = {}) {
  const built = pathToFileURL(join(import.meta.dirname, '../../../dist/node/log/create-log.js'))
  return spawnSync(
    process.execPath,
    ['--input-type=module', '-e', `import { createLog } from '${built}'\n${code}`],
    { encoding: 'utf8', env: { PATH: process.env.PATH, ...env } },
  )
}

describe('createLog in a process of its own', () => {
  it.runIf(existsSync('/dev/full'))('loses lines, not the process, when the disk is full', () => {
    const { stdout, stderr, status } = runModule(`
      const log = createLog({ file: '/dev/full' })
      for (let i = 0; i < 1000; i++) log.info('x'.repeat(8000))
      setTimeout(() => console.log('alive'), 1)`)
    expect([stdout, stderr, status]).toEqual(['alive\n', '', 0])
  })

  it('writes to stderr and never to stdout, and loses nothing if the process ends at once', () => {
    const { stdout, stderr, status } = runModule(`
      const log = createLog()
      for (let i = 0; i < 500; i++) log.info('line ' + i, { filler: 'x'.repeat(1000) })
      process.exit(3)`)
    const lines = stderr.split('\n').slice(0, -1)
    expect([stdout, status]).toEqual(['', 3])
    expect(lines.map((line) => JSON.parse(line).message)).toEqual(
      Array.from({ length: 500 }, (_, index) => `line ${index}`),
    )
  })

  it('reads the environment of the process', () => {
    const file = join(scratch, 'child.log')
    const { stdout, stderr } = runModule(`createLog({ level: 'error' }).debug('hello')`, {
      TOOLACCORD_LOG_LEVEL: 'Debug',
      TOOLACCORD_LOG_FILE: file,
    })
    expect([stdout, stderr]).toEqual(['', ''])
    expect(readFileSync(file, 'utf8')).toContain('hello')
  })
})
