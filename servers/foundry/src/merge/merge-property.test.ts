import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { conflictsIn } from '../conflicts/conflicts-in.ts'
import { toConflictFindings } from '../conflicts/to-conflict-findings.ts'
import { toJsonText } from '../json/patch-json.ts'
import { rollUp } from '../spec/roll-up.ts'
import { rootId } from '../spec/root-id.ts'
import type { Spec, SpecNode } from '../spec/spec.ts'
import { stateOf } from '../state/state-of.ts'
import { mergeSpecTexts } from './merge-spec-texts.ts'
import { mergeSpecs } from './merge-specs.ts'
import { anyHistory, play, smallSpec, under, waitsFor } from './testing/any-history.ts'

const runs = { numRuns: 200 }

/** A common past and two branches of it. */
const branches = fc.tuple(anyHistory, anyHistory, anyHistory).map(([past, left, right]) => {
  const base = play(smallSpec(), past, 'p')
  return { base, ours: play(base, left, 'l'), theirs: play(base, right, 'r') }
})

const other = ({ base, ours, theirs }: { base: Spec; ours: Spec; theirs: Spec }) => ({
  base,
  ours: theirs,
  theirs: ours,
})

/** Titles and ids change in a merge; the mark of a node does not. */
const markOf = ({ metadata }: SpecNode): unknown => metadata['mark']

/** Both branches may have added a node of one mark, and then one of the two has a new id. */
const byMark = (spec: Spec, mark: unknown): readonly SpecNode[] =>
  Object.values(spec.hierarchy).filter((node) => markOf(node) === mark)

const commentsOf = (node: SpecNode | undefined): readonly { id: string }[] =>
  // The cast names what the histories write.
  (node?.metadata['comments'] ?? []) as readonly { id: string }[]

const criteriaOf = (node: SpecNode | undefined): unknown =>
  node?.metadata['acceptance_criteria'] ?? null

function faultsOf(spec: Spec): readonly string[] {
  const faults: string[] = []
  const reached = [rootId, ...under(spec, rootId)]
  if (new Set(reached).size !== reached.length) faults.push('a node is under two')
  if (reached.length !== Object.keys(spec.hierarchy).length) faults.push('a node is not reached')
  for (const [id, node] of Object.entries(spec.hierarchy)) {
    for (const child of node.children) {
      if (spec.hierarchy[child]?.parent !== id) faults.push(`${child} is not under ${id}`)
    }
    for (const to of node.dependencies?.blocks ?? []) {
      const isMirrored = spec.hierarchy[to]?.dependencies?.blocked_by?.includes(id)
      if (isMirrored !== true) faults.push(`${id} blocks ${to} on one end`)
    }
    for (const from of node.dependencies?.blocked_by ?? []) {
      const isMirrored = spec.hierarchy[from]?.dependencies?.blocks?.includes(id)
      if (isMirrored !== true) faults.push(`${id} is blocked by ${from} on one end`)
    }
    if (waitsFor(spec, id, id)) faults.push(`${id} waits for itself`)
  }
  if (rollUp(spec) !== spec) faults.push('counts are wrong')
  return faults
}

describe('any two histories', () => {
  it('merge in either order to the same bytes', () => {
    fc.assert(
      fc.property(branches, (versions) => {
        const one = mergeSpecs(versions)
        const another = mergeSpecs(other(versions))
        expect(toJsonText(another.spec)).toBe(toJsonText(one.spec))
        expect(another.conflicts).toEqual(one.conflicts)
      }),
      runs,
    )
  })

  it('merge in either order to the same text, however the files are written', () => {
    const styles = fc.tuple(fc.constantFrom(0, 2, 4, '\t'), fc.constantFrom(0, 2, 4, '\t'))
    fc.assert(
      fc.property(branches, styles, ({ base, ours, theirs }, [left, right]) => {
        const texts = {
          base: toJsonText(base),
          ours: JSON.stringify(ours, null, left),
          theirs: JSON.stringify(theirs, null, right),
        }
        const { text } = mergeSpecTexts(texts)
        const swapped = { base: texts.base, ours: texts.theirs, theirs: texts.ours }
        expect(mergeSpecTexts(swapped).text).toBe(text)
        expect(JSON.parse(text)).toEqual(mergeSpecs({ base, ours, theirs }).spec)
      }),
      runs,
    )
  })

  it('merge to a plan that holds together', () => {
    fc.assert(
      fc.property(branches, (versions) => {
        expect(faultsOf(versions.ours)).toEqual([])
        expect(faultsOf(mergeSpecs(versions).spec)).toEqual([])
      }),
      runs,
    )
  })

  it('that both added the file merge in either order to a plan that holds together', () => {
    fc.assert(
      fc.property(branches, ({ ours, theirs }) => {
        const { spec } = mergeSpecs({ ours, theirs })
        expect(toJsonText(mergeSpecs({ ours: theirs, theirs: ours }).spec)).toBe(toJsonText(spec))
        expect(faultsOf(spec)).toEqual([])
      }),
      runs,
    )
  })

  it('lose no journal line, no comment and no completion', () => {
    fc.assert(fc.property(branches, expectNothingLost), runs)
  })

  it('complete a task only by the checks that it was completed by', () => {
    fc.assert(
      fc.property(branches, (versions) => {
        const { base, ours, theirs } = versions
        const { spec } = mergeSpecs(versions)
        for (const [id, node] of Object.entries(spec.hierarchy)) {
          const before = base.hierarchy[id]
          if (before === undefined || stateOf(before) === 'completed') continue
          if (node.type !== 'task' || stateOf(node) !== 'completed') continue
          const proved = [ours.hierarchy[id], theirs.hierarchy[id]].filter(
            (side) => side !== undefined && stateOf(side) === 'completed',
          )
          expect(proved.map(criteriaOf)).toContainEqual(criteriaOf(node))
        }
      }),
      runs,
    )
  })

  it('keep what one of them added, under its own mark', () => {
    fc.assert(
      fc.property(branches, (versions) => {
        const { spec } = mergeSpecs(versions)
        for (const side of [versions.ours, versions.theirs]) {
          const added = Object.entries(side.hierarchy).filter(
            ([id]) => versions.base.hierarchy[id] === undefined,
          )
          for (const [, node] of added) expect(byMark(spec, markOf(node))).not.toEqual([])
        }
      }),
      runs,
    )
  })

  it('show every conflict until somebody decides', () => {
    fc.assert(
      fc.property(branches, (versions) => {
        const { spec, conflicts } = mergeSpecs(versions)
        const open = toConflictFindings(spec)
        const told = conflicts.filter(({ code }) => code === 'MERGE_CONFLICT')
        expect(open).toEqual(expect.arrayContaining(told))
      }),
      runs,
    )
  })
})

describe('a merge', () => {
  it('with itself or with the base changes nothing', () => {
    fc.assert(
      fc.property(branches, ({ base, ours }) => {
        for (const versions of [
          { base, ours, theirs: ours },
          { base, ours, theirs: base },
          { base, ours: base, theirs: ours },
        ]) {
          expect(mergeSpecs(versions)).toEqual({ spec: ours, conflicts: [] })
          expect(toJsonText(mergeSpecs(versions).spec)).toBe(toJsonText(ours))
        }
      }),
      runs,
    )
  })

  it('with a branch that went on after the merge loses nothing either', () => {
    fc.assert(
      fc.property(branches, anyHistory, anyHistory, (versions, left, right) => {
        const merged = mergeSpecs(versions).spec
        const again = {
          base: versions.theirs,
          ours: play(merged, left, 'm'),
          theirs: play(versions.theirs, right, 'n'),
        }
        const { spec } = mergeSpecs(again)
        expect(toJsonText(mergeSpecs(other(again)).spec)).toBe(toJsonText(spec))
        expect(faultsOf(spec)).toEqual([])
        expectNothingLost(again)
      }),
      runs,
    )
  })

  it('of three branches loses no journal line', () => {
    fc.assert(
      fc.property(branches, anyHistory, ({ base, ours, theirs }, history) => {
        const third = play(base, history, 'q')
        const two = mergeSpecs({ base, ours, theirs }).spec
        const three = mergeSpecs({ base, ours: two, theirs: third }).spec
        for (const side of [ours, theirs, third]) expectJournal(three, side)
        expect(faultsOf(three)).toEqual([])
      }),
      runs,
    )
  })
})

function expectNothingLost(versions: { base: Spec; ours: Spec; theirs: Spec }) {
  const { base, ours, theirs } = versions
  const { spec } = mergeSpecs(versions)
  for (const side of [ours, theirs]) {
    expectJournal(spec, side)
    for (const node of Object.values(side.hierarchy)) {
      const kept = byMark(spec, markOf(node))
      const before = byMark(base, markOf(node))
      const said = commentsOf(node).filter((one) => !before.flatMap(commentsOf).includes(one))
      const ids = kept.flatMap(commentsOf).map((one) => one.id)
      expect(ids).toEqual(expect.arrayContaining(said.map((one) => one.id)))
      expectCompletion(node, before, kept)
    }
  }
}

function expectJournal(spec: Spec, side: Spec) {
  const titles = spec.journal?.map(({ title }) => title) ?? []
  expect(titles).toEqual(expect.arrayContaining(side.journal?.map(({ title }) => title) ?? []))
  expect(new Set(titles).size).toBe(titles.length)
}

/** What a side completed is completed, or there is a conflict that says so. */
function expectCompletion(node: SpecNode, before: readonly SpecNode[], kept: readonly SpecNode[]) {
  const isNew = !before.some((one) => stateOf(one) === 'completed')
  if (node.type !== 'task' || stateOf(node) !== 'completed' || !isNew) return
  const states = kept.flatMap((one) => [
    stateOf(one),
    ...conflictsIn(one.metadata).map(({ other }) => other),
  ])
  expect(states).toContain('completed')
}
