import { describe, expect, it } from 'vitest'
import { blockersOf } from '../../spec/add-dependency.ts'
import { createIds } from '../../spec/create-ids.ts'
import { seededRandom } from '../../testing/open-foundry.ts'
import { smallSpec } from '../../testing/small-spec.ts'
import { addPhaseParts, addTaskParts } from './add-parts.ts'
import { PhaseInit, TaskInit } from './task-init.ts'

const ids = () => createIds(seededRandom(3))
const task = (title: string, parts: object = {}) => TaskInit.parse({ title, ...parts })

describe('tasks that are added together', () => {
  it('may wait for each other by title, before or after', () => {
    const tasks = [task('Two', { blocked_by: ['One'] }), task('One', { blocked_by: ['a'] })]
    const added = addTaskParts(smallSpec(['a']), tasks, { parent: 'phase-1' }, ids())
    const [two = '', one = ''] = added.ids
    expect(blockersOf(added.spec.hierarchy[two])).toEqual([one])
    expect(blockersOf(added.spec.hierarchy[one])).toEqual(['a'])
  })

  it('may wait for a title of another phase, and for their own phase first', () => {
    const phases = [
      PhaseInit.parse({ title: 'P', tasks: [{ title: 'Read' }, { title: 'Test' }] }),
      PhaseInit.parse({
        title: 'Q',
        tasks: [{ title: 'Test' }, { title: 'Write', blocked_by: ['Read', 'Test'] }],
      }),
    ]
    const { spec, ids: added } = addPhaseParts(smallSpec(), phases, ids())
    const [, read, , , test, write = ''] = added
    expect(blockersOf(spec.hierarchy[write])).toEqual([read, test])
  })

  it('are all refused if one of them is', () => {
    const tasks = [task('One'), task('Two', { blocked_by: ['Three'] })]
    const work = () => addTaskParts(smallSpec(['a']), tasks, { parent: 'phase-1' }, ids())
    expect(work).toThrow(expect.objectContaining({ code: 'DEPENDENCY_NOT_FOUND' }))
  })

  it('keep their order at a position', () => {
    const place = { parent: 'phase-1', position: 2 }
    const tasks = [task('X', { id: 'x' }), task('Y', { id: 'y' })]
    const { spec } = addTaskParts(smallSpec(['a', 'b']), tasks, place, ids())
    expect(spec.hierarchy['phase-1']?.children).toEqual(['a', 'x', 'y', 'b'])
  })

  it('may be ten thousand, in a chain', () => {
    const tasks = Array.from({ length: 10_000 }, (_, at) =>
      task(`T${at}`, { blocked_by: at === 0 ? [] : [`T${at - 1}`] }),
    )
    const { spec, ids: added } = addTaskParts(smallSpec([]), tasks, { parent: 'phase-1' }, ids())
    expect(blockersOf(spec.hierarchy[added[9999] ?? ''])).toEqual([added[9998]])
  })
})
