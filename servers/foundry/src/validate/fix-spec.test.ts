import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isContainer } from '../spec/roll-up.ts'
import type { Spec, SpecNode } from '../spec/spec.ts'
import { stateOf } from '../state/state-of.ts'
import { aSpec } from '../testing/a-spec.ts'
import { anyDamagedSpec } from '../testing/any-damaged-spec.ts'
import { fixSpec } from './fix-spec.ts'
import { readSpec } from './read-spec.ts'
import { validateSpec } from './validate-spec.ts'

/** Damaged specs that are read, or that can be repaired so far that they are. */
const anySpec: fc.Arbitrary<Spec> = anyDamagedSpec
  .map((text) => {
    const read = readSpec(text)
    return read.ok ? read.spec : read.repair?.after
  })
  .filter((spec) => spec !== undefined)

const fixable = (spec: Spec) => validateSpec(spec).filter((finding) => finding.fixable)

/** What must not be taken for work that nobody began. */
function isDropped({ status, metadata, ...node }: SpecNode): boolean {
  const states = ['failed', 'cancelled', 'deferred']
  return !isContainer(node) && states.includes(stateOf({ status, metadata }))
}

describe('mending every finding', () => {
  it('leaves none that could be mended', () => {
    fc.assert(
      fc.property(anySpec, (spec) => {
        const fixed = fixSpec(spec, validateSpec(spec)).spec
        expect(fixable(fixed)).toEqual([])
        expect(fixSpec(spec, 'all').spec).toEqual(fixed)
      }),
      { numRuns: 300 },
    )
  })

  it('a second time changes nothing', () => {
    fc.assert(
      fc.property(anySpec, (spec) => {
        const { spec: fixed } = fixSpec(spec, 'all')
        const again = fixSpec(fixed, validateSpec(fixed))
        expect(again.spec).toBe(fixed)
        expect(again.applied).toEqual([])
      }),
    )
  })

  it('leaves a spec that can be read, and the given one as it was', () => {
    fc.assert(
      fc.property(anySpec, (spec) => {
        const before = JSON.stringify(spec)
        const { spec: fixed } = fixSpec(spec, 'all')
        expect(readSpec(JSON.stringify(fixed)).ok).toBe(true)
        expect(JSON.stringify(spec)).toBe(before)
      }),
    )
  })

  it('loses no node', () => {
    fc.assert(
      fc.property(anySpec, (spec) => {
        const { spec: fixed } = fixSpec(spec, 'all')
        expect(Object.keys(fixed.hierarchy)).toEqual(Object.keys(spec.hierarchy))
      }),
    )
  })

  it('never takes failed, cancelled or deferred work for work that nobody began', () => {
    fc.assert(
      fc.property(anySpec, (spec) => {
        const { spec: fixed } = fixSpec(spec, 'all')
        for (const [id, node] of Object.entries(spec.hierarchy)) {
          const after = fixed.hierarchy[id]
          if (isDropped(node) && after !== undefined) expect(stateOf(after)).toBe(stateOf(node))
        }
      }),
      { numRuns: 200 },
    )
  })
})

describe('mending one finding', () => {
  it('mends that one, or says why not and changes nothing', () => {
    fc.assert(
      fc.property(anySpec, fc.nat(), (spec, choice) => {
        const findings = validateSpec(spec)
        fc.pre(findings.length > 0)
        const wanted = findings[choice % findings.length]
        fc.pre(wanted !== undefined)
        const { spec: fixed, applied, refused } = fixSpec(spec, [wanted])
        const { code, path } = wanted
        if (wanted.fixable) {
          expect(applied).toContainEqual(wanted)
          expect(validateSpec(fixed)).not.toContainEqual(expect.objectContaining({ code, path }))
        } else {
          expect(refused).toEqual([expect.objectContaining({ code, path })])
          expect(fixed).toBe(spec)
        }
      }),
      { numRuns: 200 },
    )
  })

  it('leaves all other nodes the same objects, wrong or not', () => {
    const spec = aSpec({ nodes: { 'task-1-1': { title: '' }, 'task-1-2': { title: '' } } })
    const fixed = fixSpec(spec, [{ code: 'EMPTY_TITLE', path: 'hierarchy.task-1-1.title' }])
    expect(fixed.spec.hierarchy['task-1-1']?.title).toBe('Task 1 1')
    const changed = Object.keys(spec.hierarchy).filter(
      (id) => fixed.spec.hierarchy[id] !== spec.hierarchy[id],
    )
    expect(changed).toEqual(['task-1-1'])
    expect(fixed.spec.journal).toBe(spec.journal)
  })

  it('that is not in the spec is refused', () => {
    const spec = aSpec()
    const fixed = fixSpec(spec, [{ code: 'EMPTY_TITLE', path: 'hierarchy.task-1-1.title' }])
    expect(fixed.spec).toBe(spec)
    expect(fixed.refused).toEqual([
      {
        code: 'EMPTY_TITLE',
        path: 'hierarchy.task-1-1.title',
        reason: 'The spec does not have this finding.',
      },
    ])
  })

  it('mends what the mending itself makes wrong, such as counts', () => {
    const valid = aSpec()
    const { 'phase-1': phase } = valid.hierarchy
    const children = phase?.children.slice(1) ?? []
    const spec = aSpec({ nodes: { 'phase-1': { children } } })
    const orphan = { code: 'ORPHANED_NODES', path: 'hierarchy.task-1-1' }
    const fixed = fixSpec(spec, [orphan])
    expect(fixed.applied.map(({ code, path }) => `${code} ${path}`)).toEqual([
      'TOTAL_TASKS_MISMATCH hierarchy.spec-root.total_tasks',
      'TOTAL_TASKS_MISMATCH hierarchy.phase-1.total_tasks',
      'ORPHANED_NODES hierarchy.task-1-1',
    ])
    expect(fixed.spec.hierarchy['phase-1']?.children).toEqual([...children, 'task-1-1'])
    expect(validateSpec(fixed.spec)).toEqual([])
  })
})

describe('a status that the format does not have', () => {
  const withStatus = (status: string, state?: string) => {
    // The cast is the damage.
    const parts = { status: status as SpecNode['status'], metadata: state ? { state } : {} }
    const { spec } = fixSpec(aSpec({ nodes: { 'task-1-1': parts } }), 'all')
    const node = spec.hierarchy['task-1-1']
    return node && stateOf(node)
  }

  it.each([
    ['failed', 'failed'],
    ['Canceled', 'cancelled'],
    ['on hold', 'deferred'],
    ['done', 'completed'],
    ['TODO', 'pending'],
    ['in-progress', 'in_progress'],
    ['in review', 'in_review'],
  ])('%s becomes the state %s', (status, state) => {
    expect(withStatus(status)).toBe(state)
  })

  it('is less sure than the state in the metadata', () => {
    expect(withStatus('todo', 'deferred')).toBe('deferred')
    expect(withStatus('done', 'failed')).toBe('failed')
  })

  it('stays if nobody can tell what it means', () => {
    expect(withStatus('strange')).toBe('strange')
    expect(withStatus('todo', 'paused')).toBe('todo')
  })

  it('of a phase follows from its parts, unless somebody dropped it as a whole', () => {
    const phaseWith = (status: string) => {
      const spec = aSpec()
      // The cast is the damage.
      const phase = { ...spec.hierarchy['phase-1'], status } as SpecNode
      const hierarchy = { ...spec.hierarchy, 'phase-1': phase }
      return fixSpec({ ...spec, hierarchy }, 'all').spec.hierarchy['phase-1']?.status
    }
    expect(phaseWith('strange')).toBe('pending')
    expect(phaseWith('cancelled')).toBe('cancelled')
  })

  it('stays if the metadata say another thing', () => {
    expect(withStatus('canceled', 'failed')).toBe('canceled')
    expect(withStatus('todo', 'completed')).toBe('todo')
  })
})
