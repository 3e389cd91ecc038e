import { describe, expect, it } from 'vitest'
import type { Ids } from '../spec/create-ids.ts'
import { createWorkers } from './create-workers.ts'

// The cast stands for ids that nobody else asks for.
const ids = { id: () => 'abcdefgh' } as Ids
const create = (worker?: string) => createWorkers({ role: 'worker', worker, user: 'ann', ids })
const local = { id: 'local', scopes: ['foundry:read', 'foundry:maintain'] }

describe('the name of a caller', () => {
  it('is that of its key, whatever the process is called', () => {
    const caller = { id: 'machine', scopes: [] }
    expect(create('bob').workerOf({ caller, face: 'rest' })).toBe('machine')
  })

  it('is the user on a page, and another one for an agent of the same server', () => {
    const { workerOf } = create('bob')
    expect(workerOf({ caller: local, face: 'rest' })).toBe('ann')
    expect(workerOf({ caller: local, face: 'mcp' })).toBe('bob')
    expect(create().workerOf({ caller: local, client: { name: 'codex' }, face: 'mcp' })).toBe(
      'codex-abcd',
    )
  })

  it('has the rights of its scopes', () => {
    expect(create().isMaintainer({ caller: local, face: 'rest' })).toBe(true)
    expect(create().isMaintainer({ caller: { ...local, scopes: [] }, face: 'rest' })).toBe(false)
  })
})
