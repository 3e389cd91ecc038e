import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rollUp } from '../spec/roll-up.ts'
import type { Dependencies, Spec, SpecNode } from '../spec/spec.ts'
import { aSpec, aTask } from '../testing/a-spec.ts'
import { validateSpec } from './validate-spec.ts'

const linesOf = (spec: Spec, folder?: string) =>
  validateSpec(spec, { folder }).map(({ code, path }) => `${code} ${path}`)

const findingOf = (spec: Spec, code: string) =>
  validateSpec(spec).find((finding) => finding.code === code)

const after = (...ids: readonly string[]): Dependencies => ({ blocked_by: ids })

/** Adds the other side of every dependency, so that only circles are left to find. */
function mirrored(spec: Spec): Spec {
  const hierarchy: Record<string, SpecNode> = { ...spec.hierarchy }
  const blocksOf = (id: string) =>
    Object.keys(hierarchy).filter((other) => {
      const blockers = spec.hierarchy[other]?.dependencies?.blocked_by ?? []
      return blockers.includes(id)
    })
  for (const [id, node] of Object.entries(spec.hierarchy)) {
    hierarchy[id] = { ...node, dependencies: { ...node.dependencies, blocks: blocksOf(id) } }
  }
  return { ...spec, hierarchy }
}

const cycleOf = (nodes: Readonly<Record<string, Partial<SpecNode>>>) =>
  findingOf(mirrored(aSpec({ nodes })), 'DEPENDENCY_CYCLE')

describe('nodes that wait for each other', () => {
  it('are named as a circle', () => {
    const found = cycleOf({
      'task-1-1': { dependencies: after('task-1-2') },
      'task-1-2': { dependencies: after('verify-1-1') },
      'verify-1-1': { dependencies: after('task-1-1') },
    })
    expect(found?.message).toBe(
      'Nodes wait for each other, so none can begin: ' +
        '"task-1-1" → "task-1-2" → "verify-1-1" → "task-1-1".',
    )
    expect(found?.path).toBe('hierarchy.task-1-1.dependencies')
  })

  it('are found if only one of the two says so', () => {
    const spec = aSpec({ nodes: { 'task-1-2': { dependencies: { blocks: ['task-1-1'] } } } })
    expect(findingOf(spec, 'DEPENDENCY_CYCLE')?.message).toContain('"task-1-2" → "task-1-1"')
  })

  it('are found through the phases that they are in', () => {
    expect(cycleOf({ 'task-1-1': { dependencies: after('task-2-1') } })?.message).toContain(
      '"phase-1"',
    )
    expect(cycleOf({ 'task-1-1': { dependencies: after('phase-1') } })?.message).toContain(
      '"phase-1"',
    )
    expect(cycleOf({ 'phase-1': { dependencies: after('task-1-1') } })?.message).toContain(
      '"phase-1"',
    )
  })

  it('are not those that only should come one after the other', () => {
    const spec = aSpec({ nodes: { 'task-1-1': { dependencies: { depends: ['task-2-1'] } } } })
    expect(findingOf(spec, 'DEPENDENCY_CYCLE')).toBeUndefined()
  })

  it('are not there if everything comes after something earlier in the file', () => {
    const earlier = fc.array(fc.nat(30), { maxLength: 4 })
    fc.assert(
      fc.property(fc.array(earlier, { maxLength: 30 }), (plan) => {
        const nodes = plan.map((ids, at): [string, SpecNode] => {
          const blockers = ids.filter((id) => id < at).map((id) => `task-9-${id}`)
          return [`task-9-${at}`, aTask({ dependencies: after(...blockers) })]
        })
        expect(cycleOf(Object.fromEntries(nodes))).toBeUndefined()
      }),
    )
  })

  it('may be ten thousand', () => {
    const ids = Array.from({ length: 10_000 }, (_, at) => `task-9-${at}`)
    const nodes = ids.map((id, at): [string, SpecNode] => {
      const dependencies = {
        blocks: [ids.at(at - 1) ?? ''],
        blocked_by: [ids[at + 1] ?? ids[0] ?? ''],
      }
      return [id, aTask({ dependencies })]
    })
    const spec = aSpec()
    const phase = { ...aTask(), type: 'phase', parent: 'spec-root', children: ids } as const
    const root = { ...aTask(), type: 'spec', parent: null, children: ['phase-9'] } as const
    const hierarchy = { 'spec-root': root, 'phase-9': phase, ...Object.fromEntries(nodes) }
    const found = findingOf({ ...spec, hierarchy }, 'DEPENDENCY_CYCLE')
    expect(found?.message).toContain('"task-9-9" → and 9990 more → "task-9-0"')
  })
})

describe('findings', () => {
  it('are in the order of the file, and what is missing comes last', () => {
    const spec = aSpec({
      title: 'T',
      last_updated: 'now',
      nodes: {
        'task-2-1': { metadata: { complexity: 'hard' } },
        'task-1-1': { title: '', metadata: { file_path: '', acceptance_criteria: undefined } },
        'verify-1-1': { metadata: { verification_type: 'look' } },
      },
    })
    expect(linesOf({ ...spec, generated: 'then' })).toEqual([
      'INVALID_DATE_FORMAT generated',
      'INVALID_DATE_FORMAT last_updated',
      'EMPTY_TITLE hierarchy.task-1-1.title',
      'MISSING_ACCEPTANCE_CRITERIA hierarchy.task-1-1.metadata.acceptance_criteria',
      'MISSING_FILE_PATH hierarchy.task-1-1.metadata.file_path',
      'INVALID_VERIFICATION_TYPE hierarchy.verify-1-1.metadata.verification_type',
      'INVALID_COMPLEXITY hierarchy.task-2-1.metadata.complexity',
    ])
  })

  it('offer the value that may be meant', () => {
    const hintOf = (code: string, metadata: object) =>
      findingOf(aSpec({ nodes: { 'task-1-1': { metadata: { ...metadata } } } }), code)?.hint
    expect(hintOf('INVALID_TASK_CATEGORY', { task_category: 'implementaton' })).toBe(
      'Did you mean "implementation"? ' +
        'Accepted are investigation, implementation, refactoring, decision, research.',
    )
    expect(hintOf('UNKNOWN_STATE', { state: 'canceled' })).toContain('"cancelled"')
    expect(hintOf('UNKNOWN_FIELD', { cancel_reasn: 'no' })).toContain('"cancel_reason"')
  })

  it('name no property that is somebody’s own', () => {
    const own = { x_points: 3, sprint: 4, path: 'a', notes: '', ticket: 'A-1', reviewer: 'kim' }
    expect(validateSpec(aSpec({ nodes: { 'task-1-1': { metadata: own } } }))).toEqual([])
  })

  it('accept files of a task in place of its one file', () => {
    const metadata = { file_path: undefined, files: ['src/a.ts', 'src/b.ts'] }
    expect(validateSpec(aSpec({ nodes: { 'task-1-1': { metadata } } }))).toEqual([])
  })

  it('quote ids that a path could not tell apart', () => {
    const nodes = { 'a.b "c"': { title: '' } }
    expect(linesOf(aSpec({ nodes }))).toEqual([
      String.raw`EMPTY_TITLE hierarchy["a.b \"c\""].title`,
    ])
  })
})

describe('the status of the root', () => {
  const withRoot = (status: string): Spec => {
    const spec = aSpec()
    // The cast is what another program writes into the file.
    const root = { ...spec.hierarchy['spec-root'], status } as SpecNode
    return { ...spec, hierarchy: { ...spec.hierarchy, 'spec-root': root } }
  }

  it.each([
    ['pending', 'pending'],
    ['active', 'in_progress'],
    ['archived', 'archived'],
  ])('may be what moving to the folder %s makes it: %s', (folder, status) => {
    expect(linesOf(withRoot(status), folder)).toEqual([])
  })

  it('otherwise follows from its phases', () => {
    const wrong = ['DERIVED_VALUE_MISMATCH hierarchy.spec-root.status']
    expect(linesOf(withRoot('archived'), 'active')).toEqual(wrong)
    expect(linesOf(withRoot('completed'), 'pending')).toEqual(wrong)
  })
})

describe('cancelled work', () => {
  it('is complete if there is a reason', () => {
    const metadata = { state: 'cancelled', cancel_reason: 'The bank said no.', cancelled_by: 'kim' }
    const nodes = { 'task-1-1': { status: 'completed', metadata } } as const
    expect(validateSpec(rollUp(aSpec({ nodes })))).toEqual([])
  })
})
