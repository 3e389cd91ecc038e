import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLocks } from './create-locks.ts'
import { identifyProcess } from './identify-process.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'locks-'))
})
afterEach(() => rm(folder, { recursive: true, maxRetries: 5 }))

/** The identity of a process that has ended. */
const dead = () => ({
  ...identifyProcess(),
  pid: spawnSync(process.execPath, ['-e', '']).pid,
  began: '1',
})

describe('locks', () => {
  it('have one holder at a time, within one server and between two', async () => {
    const servers = [createLocks(), createLocks()]
    let inside = 0
    let most = 0
    let total = 0
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        servers[index % 2]?.hold(join(folder, 'lock'), async () => {
          most = Math.max(most, ++inside)
          const before = total
          await wait(1)
          total = before + 1
          inside--
        }),
      ),
    )
    expect([most, total]).toEqual([1, 40])
    expect(await readdir(join(folder, 'lock'))).toEqual(['40.free'])
  })

  it('are released if the work fails', async () => {
    const locks = createLocks()
    await expect(locks.hold(folder, () => Promise.reject(new Error('broken')))).rejects.toThrow(
      'broken',
    )
    expect(await locks.hold(folder, async () => 'in')).toBe('in')
  })

  it('are taken over from dead processes, another boot, and unknown holders', async () => {
    const { boot: _, ...rest } = identifyProcess()
    for (const [index, holder] of [dead(), { ...rest, boot: 'another' }].entries()) {
      await symlink(JSON.stringify(holder), join(folder, `${index * 10 + 7}.held`))
      expect(await createLocks().hold(folder, async () => 'in')).toBe('in')
    }
    await symlink('not a process', join(folder, '30.held'))
    expect(await createLocks().hold(folder, async () => 'in')).toBe('in')
    expect(await readdir(folder)).toEqual(['31.free'])
  })

  it('are waited for while their process runs, until the patience ends', async () => {
    await symlink(JSON.stringify(identifyProcess()), join(folder, '1.held'))
    await expect(
      createLocks({ patienceMs: 50 }).hold(folder, async () => 'in'),
    ).rejects.toMatchObject({ code: 'state_error', details: { holder_pid: process.pid } })
  })

  it('of another machine are respected, because its processes cannot be asked', async () => {
    await symlink(JSON.stringify({ pid: 1, host: `not-${hostname()}` }), join(folder, '1.held'))
    await expect(
      createLocks({ patienceMs: 50 }).hold(folder, async () => 'in'),
    ).rejects.toMatchObject({ code: 'state_error' })
  })

  it('are not waited for by a caller who left', async () => {
    await expect(
      createLocks().hold(folder, async () => 'in', AbortSignal.abort(new Error('gone'))),
    ).rejects.toThrow('gone')
  })
})
