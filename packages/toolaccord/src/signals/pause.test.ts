import { afterEach, describe, expect, it, vi } from 'vitest'
import { pause } from './pause.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('a pause', () => {
  it.each(['with', 'without'])('lets others have their turn, %s setImmediate', async (how) => {
    if (how === 'without') vi.stubGlobal('setImmediate', undefined)
    const turns: string[] = []
    const timer = new Promise<void>((resolve) => {
      setTimeout(() => {
        turns.push('other')
        resolve()
      }, 0)
    })
    while (turns.length === 0) await pause()
    turns.push('own')
    await timer
    expect(turns).toEqual(['other', 'own'])
  })
})
