import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSpecId } from '../store/is-spec-id.ts'
import { seededRandom } from '../testing/open-foundry.ts'
import { smallSpec } from '../testing/small-spec.ts'
import { createIds } from './create-ids.ts'

const ids = (seed = 1) => createIds(seededRandom(seed))

describe('ids', () => {
  it('say where a node is, and end with something random that begins with a letter', () => {
    const spec = smallSpec(['task-1-1'], ['b'])
    const tail = '[a-z][a-z2-9]{3}'
    expect(ids().nodeId(spec, 'phase', 'spec-root')).toMatch(new RegExp(`^phase-3-${tail}$`))
    expect(ids().nodeId(spec, 'task', 'phase-2')).toMatch(new RegExp(`^task-2-2-${tail}$`))
    expect(ids().nodeId(spec, 'subtask', 'task-1-1')).toMatch(new RegExp(`^task-1-1-1-${tail}$`))
    expect(ids().nodeId(spec, 'verify', 'task-1-1')).toMatch(new RegExp(`^verify-1-1-1-${tail}$`))
  })

  it('differ between two branches that add to the same place', () => {
    const spec = smallSpec(['a'])
    const [one, other] = [1, 2].map((seed) => ids(seed).nodeId(spec, 'task', 'phase-1'))
    expect(one).not.toBe(other)
  })

  it('are not given twice, even if chance gives the same again', () => {
    const spec = smallSpec(['a'])
    const taken = ids().nodeId(spec, 'task', 'phase-1')
    const { a } = spec.hierarchy
    if (a === undefined) return expect.fail('a')
    const full = { ...spec, hierarchy: { ...spec.hierarchy, [taken]: a } }
    expect(ids().nodeId(full, 'task', 'phase-1')).not.toBe(taken)
  })

  it('of specs are names of files, whatever the title is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (title) => {
        const id = ids().specId(title, new Date(Date.UTC(2026, 2, 1)))
        expect(isSpecId(id)).toBe(true)
        expect(id).toMatch(/^[a-z0-9-]+-2026-03-01-\d{3}$/)
      }),
    )
  })
})
