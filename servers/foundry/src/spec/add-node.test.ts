import { describe, expect, it } from 'vitest'
import { smallSpec } from '../testing/small-spec.ts'
import { addNode } from './add-node.ts'
import { createSpecDraft } from './create-spec-draft.ts'

const node = (parts: object = {}) =>
  ({ id: 'new', type: 'task', title: 'New', parent: 'phase-1', ...parts }) as const
const withCode = (code: string, details: object = {}) =>
  expect.objectContaining({ code, options: expect.objectContaining(details) })

describe('a node that is added', () => {
  it('comes last, or at a position that counts from 1', () => {
    const spec = smallSpec(['a', 'b'])
    expect(addNode(spec, node()).hierarchy['phase-1']?.children).toEqual(['a', 'b', 'new'])
    const first = addNode(spec, node({ position: 1 }))
    expect(first.hierarchy['phase-1']?.children).toEqual(['new', 'a', 'b'])
    expect(first.hierarchy.new).toMatchObject({ status: 'pending', parent: 'phase-1' })
  })

  it('leaves the spec and all other nodes the very same', () => {
    const spec = smallSpec(['a'], ['b'])
    const grown = addNode(spec, node())
    expect(spec.hierarchy.new).toBeUndefined()
    for (const id of ['a', 'b', 'phase-2', 'spec-root']) {
      expect(grown.hierarchy[id]).toBe(spec.hierarchy[id])
    }
  })

  it.each([
    ['task', 'a', 'INVALID_PARENT'],
    ['phase', 'phase-1', 'INVALID_PARENT'],
    ['subtask', 'phase-1', 'INVALID_PARENT'],
    ['task', 'spec-root', 'INVALID_PARENT'],
    ['task', 'nowhere', 'TASK_NOT_FOUND'],
    ['task', '__proto__', 'TASK_NOT_FOUND'],
  ])('is not a %s under %s: %s', (type, parent, code) => {
    const work = () => addNode(smallSpec(['a']), node({ type, parent }))
    expect(work).toThrow(withCode(code))
  })

  it.each([0, -1, 4, 1000])('is not at position %i of two', (position) => {
    const work = () => addNode(smallSpec(['a', 'b']), node({ position }))
    const details = { position, max_position: 3, valid_range: '1-3' }
    expect(work).toThrow(withCode('INVALID_POSITION', { details }))
  })

  it('has an id of its own', () => {
    const work = () => addNode(smallSpec(['a']), node({ id: 'a' }))
    expect(work).toThrow(withCode('DUPLICATE_ENTRY'))
  })
})

describe('a draft', () => {
  it('makes the spec that adding one by one makes, and leaves the first one as it is', () => {
    const spec = smallSpec(['a', 'b'], ['c'])
    const inits = [
      node({ id: 'd', position: 2 }),
      node({ id: 'e', parent: 'd', type: 'subtask' }),
      node({ id: 'f' }),
      node({ id: 'p', parent: 'spec-root', type: 'phase', position: 1 }),
    ]
    const draft = createSpecDraft(spec)
    for (const init of inits) draft.add(init)
    const oneByOne = inits.reduce(addNode, spec)
    expect(draft.finish()).toEqual(oneByOne)
    expect(spec).toEqual(smallSpec(['a', 'b'], ['c']))
    expect(() => draft.add(node())).toThrow('finished')
  })
})
