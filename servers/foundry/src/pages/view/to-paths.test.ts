import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toAnchor, toEventsPath, toFormPath, toPartPath, toSpecPath } from './to-paths.ts'

describe('the address of a part', () => {
  it('can be read if the id is plain', () => {
    expect(toPartPath('/foundry', 'login-2026-11-02-001', 'task-1-2-k3f9')).toBe(
      '/foundry/plans/login-2026-11-02-001#node-task-1-2-k3f9',
    )
  })

  it('is different for different parts, and needs no escape', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (one, other) => {
        expect(toAnchor(one)).toMatch(/^[\w.-]+$/)
        expect(toAnchor(one) === toAnchor(other)).toBe(one === other)
      }),
    )
    expect(toAnchor('a.2f.b')).not.toBe(toAnchor('a/b'))
  })

  it('stays below the path of specs, whatever the id is', () => {
    const ids = fc.oneof(
      fc.string(),
      fc.constantFrom('..', '../..', '.', '//evil.example', '?', '#'),
    )
    fc.assert(
      fc.property(ids, (id) => {
        for (const path of [toSpecPath('', id), toFormPath('', id, 'states')])
          expect(new URL(path, 'http://here.example').host).toBe('here.example')
        expect(toEventsPath('', id)).toMatch(/^\/events\/specs\/[^/?#]*$/)
      }),
    )
  })
})
