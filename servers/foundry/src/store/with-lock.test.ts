import { spawn } from 'node:child_process'
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { withLock } from './with-lock.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foundry-lock-'))
})
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))

/** Adds one to the number in a file, slowly, so that two at once would lose one. */
async function addOne(file: string): Promise<void> {
  const before = Number(await readFile(file, 'utf8'))
  await sleep(Math.random() * 2)
  await writeFile(file, String(before + 1))
}

/** A program that takes the lock many times and counts, or that dies while it has it. */
const program = (module: string) => `
  const { withLock } = await import(${JSON.stringify(module)})
  const { readFile, writeFile } = await import('node:fs/promises')
  const [lock, file, times, dies] = process.argv.slice(1)
  for (let time = 0; time < Number(times); time++) {
    await withLock(lock, async () => {
      const before = Number(await readFile(file, 'utf8'))
      await new Promise((done) => setTimeout(done, Math.random() * 2))
      await writeFile(file, String(before + 1))
      if (dies && time === Number(times) - 1) process.kill(process.pid, 'SIGKILL')
    })
  }
`

function run(...args: readonly string[]): Promise<number | null> {
  const module = new URL('../../dist/store/with-lock.js', import.meta.url).href
  const child = spawn(process.execPath, ['--input-type=module', '-e', program(module), ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return new Promise((done) => child.once('close', done))
}

describe('a lock', () => {
  it('lets one of many in at a time', async () => {
    const file = join(folder, 'count')
    await writeFile(file, '0')
    const lock = join(folder, 'lock')
    await Promise.all(Array.from({ length: 30 }, () => withLock(lock, () => addOne(file))))
    expect(await readFile(file, 'utf8')).toBe('30')
  })

  it('is given back if the work fails', async () => {
    const failing = withLock(folder, () => Promise.reject(new Error('no')))
    await expect(failing).rejects.toThrow('no')
    expect(await withLock(folder, () => Promise.resolve(1))).toBe(1)
  })

  it('holds between processes, and is free at once if one of them is killed', async () => {
    const file = join(folder, 'count')
    const lock = join(folder, 'lock')
    await writeFile(file, '0')
    const ends = await Promise.all([
      run(lock, file, '25', ''),
      run(lock, file, '25', 'dies'),
      run(lock, file, '25', 'dies'),
      run(lock, file, '25', ''),
    ])
    expect(ends).toEqual([0, null, null, 0])
    expect(await readFile(file, 'utf8')).toBe('100')
    await withLock(lock, () => Promise.resolve())
    expect(await readdir(lock)).toHaveLength(1)
  })
})
