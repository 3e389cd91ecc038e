import { describe, expect, it } from 'vitest'
import { pathArguments } from './route-faults.ts'

describe('pathArguments', () => {
  it('are the named segments, in order', () => {
    expect(pathArguments('/schemas/:version/elements/:element_id')).toEqual([
      'version',
      'element_id',
    ])
    expect(pathArguments('/notes')).toEqual([])
  })
})
