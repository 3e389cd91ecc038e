import { describe, expect, it } from 'vitest'
import { createSharedWork } from './create-shared-work.ts'

describe('shared work', () => {
  it('runs once for all who wait, and again later', async () => {
    const shared = createSharedWork<number>()
    let runs = 0
    const work = async () => ++runs
    expect(
      await Promise.all([shared.run('a', work), shared.run('a', work), shared.run('b', work)]),
    ).toEqual([1, 1, 2])
    expect(await shared.run('a', work)).toBe(3)
  })

  it('goes on while one caller waits, and stops with the last', async () => {
    const shared = createSharedWork<string>()
    const stopped: string[] = []
    const work = (stop: AbortSignal) =>
      new Promise<string>((_, reject) =>
        stop.addEventListener('abort', () => {
          stopped.push('stopped')
          reject(new Error('stopped'))
        }),
      )
    const one = new AbortController()
    const two = new AbortController()
    const first = shared.run('a', work, one.signal)
    const second = shared.run('a', work, two.signal)
    one.abort(new Error('one'))
    await expect(first).rejects.toThrow('one')
    expect(stopped).toEqual([])
    two.abort(new Error('two'))
    await expect(second).rejects.toThrow('two')
    expect(stopped).toEqual(['stopped'])
  })

  it('fails for everyone who waits, and runs again for the next', async () => {
    const shared = createSharedWork<number>()
    const fail = () => Promise.reject(new Error('broken'))
    const results = await Promise.allSettled([shared.run('a', fail), shared.run('a', fail)])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await shared.run('a', async () => 1)).toBe(1)
  })

  it('does not begin for a caller who left', async () => {
    await expect(
      createSharedWork<number>().run('a', async () => 1, AbortSignal.abort(new Error('gone'))),
    ).rejects.toThrow('gone')
  })
})
