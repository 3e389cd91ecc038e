import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Spec } from '../spec/spec.ts'
import { withNode } from '../spec/with-node.ts'
import { withState } from '../state/state-of.ts'
import { idle } from '../store/idle.ts'
import type { Running } from '../store/running.ts'
import { type SmallTask, smallSpec } from '../testing/small-spec.ts'
import { createPlanIndexes } from './create-plan-indexes.ts'
import { doPathsOverlap } from './files-of.ts'
import { type IndexedPlan, selectNext } from './select-next.ts'

const now = new Date(Date.UTC(2026, 0, 1))
const later = new Date(now.getTime() + 1000).toISOString()

function planOf(spec: Spec, running: Running = idle, spec_id = 'small'): IndexedPlan {
  const index = createPlanIndexes()(spec)
  return { spec_id, stage: 'active', version: '', spec, running, index }
}

const select = (plans: readonly IndexedPlan[], count = 1, worker = 'ada') =>
  selectNext(plans, { worker, now, count })
const idsOf = (chosen: ReturnType<typeof select>) => chosen.map(({ id }) => id)

const held = (holder: string, expires_at = later) =>
  ({ state: 'in_progress', holder, lease: 1, claimed_at: '', expires_at }) as const

const path = fc
  .array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join('/'))
const files = fc.array(fc.array(path, { maxLength: 2 }), { minLength: 1, maxLength: 12 })

const toTasks = (all: readonly (readonly string[])[]): readonly SmallTask[] =>
  all.map((paths, at) => ({ id: `t${at}`, files: paths }))

describe('the next task', () => {
  it('follows the order of children, not that of names', () => {
    const ids = ['task-1-2', 'task-1-10', 'task-1-1']
    expect(idsOf(select([planOf(smallSpec(ids))]))).toEqual(['task-1-2'])
    const phases = smallSpec(['z'], ['a'])
    const done = withNode(phases, 'z', (node) => withState(node, 'completed'))
    expect(idsOf(select([planOf(done)]))).toEqual(['a'])
  })

  it('is first what the worker has already', () => {
    const running = { lease: 1, tasks: { b: held('ada') } }
    const [first] = select([planOf(smallSpec(['a', 'b']), running)])
    expect(first).toMatchObject({ id: 'b', isMine: true })
  })

  it('is not what another has, until that lease is over', () => {
    const spec = smallSpec([
      { id: 'a', files: ['a.ts'] },
      { id: 'b', files: ['b.ts'] },
    ])
    const plan = (end: string) => planOf(spec, { lease: 1, tasks: { a: held('bob', end) } })
    expect(idsOf(select([plan(later)]))).toEqual(['b'])
    expect(idsOf(select([plan(now.toISOString())]))).toEqual(['a'])
  })

  it('touches what another works on only if there is nothing else, and says so', () => {
    const spec = smallSpec([
      { id: 'a', files: ['src'] },
      { id: 'b', files: ['src/b.ts'] },
      { id: 'c', files: ['test/c.ts'] },
    ])
    const running = { lease: 1, tasks: { a: held('bob') } }
    expect(idsOf(select([planOf(spec, running)]))).toEqual(['c'])
    const left = withNode(spec, 'c', (node) => withState(node, 'completed'))
    const [b] = select([planOf(left, running)])
    expect(b).toMatchObject({ id: 'b', overlaps: [{ task_id: 'a', path: 'src' }] })
  })

  it('names tasks of other specs that touch the same files', () => {
    const one = planOf(smallSpec([{ id: 'a', files: ['src/a.ts'] }]))
    const other = planOf(smallSpec([{ id: 'x', files: ['src'] }]), idle, 'other')
    const [a] = select([one, other])
    expect(a?.overlaps).toEqual([{ spec_id: 'other', task_id: 'x', path: 'src/a.ts' }])
  })

  it('is several only if they touch different files; one without files comes alone', () => {
    fc.assert(
      fc.property(files, fc.integer({ min: 1, max: 6 }), (all, count) => {
        const chosen = select([planOf(smallSpec(toTasks(all)))], count)
        expect(chosen.length).toBeGreaterThan(0)
        expect(chosen.length).toBeLessThanOrEqual(count)
        for (const [at, one] of chosen.entries()) {
          if (one.files.length === 0) expect(chosen).toHaveLength(1)
          for (const other of chosen.slice(at + 1)) {
            const clash = one.files.some((a) => other.files.some((b) => doPathsOverlap(a, b)))
            expect(clash).toBe(false)
          }
        }
        const places = chosen.map(({ id }) => Number(id.slice(1)))
        expect(places).toEqual(places.toSorted((a, b) => a - b))
      }),
    )
  })
})
