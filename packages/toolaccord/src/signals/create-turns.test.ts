import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTurns } from './create-turns.ts'

/** Turns that come when the test says so. */
function createManualTurns() {
  const looks: (() => void)[] = []
  const turns = createTurns(() => new Promise((resolve) => looks.push(resolve)))
  /** Lets everything go on that can, and returns how many looks are waited for. */
  async function settle(): Promise<number> {
    for (let round = 0; round < 10; round++) await Promise.resolve()
    return looks.length
  }
  async function look(): Promise<void> {
    looks.shift()?.()
    await settle()
  }
  return { turns, settle, look }
}

const Works = fc.array(
  fc.record({
    caller: fc.constantFrom('ada', 'eve', 'joe'),
    steps: fc.integer({ min: 1, max: 5 }),
  }),
  { minLength: 1, maxLength: 12 },
)

/** Does works, and returns who took a step after each look. */
async function takeAll(works: readonly { readonly caller: string; readonly steps: number }[]) {
  const { turns, settle, look } = createManualTurns()
  const taken: string[][] = []
  let latest: string[] = []
  const done = works.map(({ caller, steps }) =>
    turns.share({ id: caller }, async (turn) => {
      for (let step = 0; step < steps; step++) {
        await turn()
        latest.push(caller)
      }
    }),
  )
  while ((await settle()) > 0) {
    latest = []
    await look()
    taken.push(latest)
  }
  await Promise.all(done)
  return taken
}

describe('turns', () => {
  it('take one step between two looks at what has arrived, whatever waits', async () => {
    await fc.assert(
      fc.asyncProperty(Works, async (works) => {
        const taken = await takeAll(works)
        for (const steps of taken) expect(steps).toHaveLength(1)
        const all = works.reduce((sum, { steps }) => sum + steps, 0)
        expect(taken).toHaveLength(all)
      }),
    )
  })

  it('let no caller have a second one while another waits', async () => {
    await fc.assert(
      fc.asyncProperty(Works, async (works) => {
        const taken = (await takeAll(works)).flat()
        for (const [at, caller] of taken.entries()) {
          const isNextOwn = taken[at + 1] === caller
          const othersLater = taken.slice(at + 1).some((other) => other !== caller)
          if (isNextOwn) expect(othersLater).toBe(false)
        }
      }),
    )
  })

  it('have a call wait only if its own caller has work', async () => {
    const { turns, settle, look } = createManualTurns()
    expect(turns.afterOwn({ id: 'eve' })).toBeUndefined()
    const work = turns.share({ id: 'eve' }, async (turn) => turn())
    await settle()
    expect(turns.afterOwn({ id: 'ada' })).toBeUndefined()
    expect(turns.afterOwn({ id: 'eve', issuer: 'another' })).toBeUndefined()
    const waiting = turns.afterOwn({ id: 'eve' })
    expect(waiting).toBeInstanceOf(Promise)
    await look()
    await look()
    await Promise.all([work, waiting])
    expect(turns.afterOwn({ id: 'eve' })).toBeUndefined()
  })

  it('have nobody wait for callers whom nobody knows', async () => {
    const { turns, settle, look } = createManualTurns()
    const work = turns.share(undefined, async (turn) => turn())
    await settle()
    expect(turns.afterOwn(undefined)).toBeUndefined()
    await look()
    await work
  })

  it('go on after work that failed', async () => {
    const { turns, look } = createManualTurns()
    const failed = turns.share({ id: 'eve' }, async () => {
      throw new Error('broken')
    })
    await expect(failed).rejects.toThrow('broken')
    expect(turns.afterOwn({ id: 'eve' })).toBeUndefined()
    const work = turns.share({ id: 'eve' }, async (turn) => {
      await turn()
      return 'done'
    })
    await look()
    expect(await work).toBe('done')
  })
})
