import type { Finding } from '../findings/finding.ts'
import { rollUp } from '../spec/roll-up.ts'
import type { Spec } from '../spec/spec.ts'
import { createDraft, valueAt } from './faults/create-draft.ts'
import type { Fault, Faults } from './faults/create-faults.ts'
import { inFileOrder } from './faults/to-findings.ts'
import { findFaults } from './rules/find-faults.ts'
import type { ValidateOptions } from './validate-spec.ts'

/** A finding that is to be mended: its code and its path are enough. */
export type FixRequest = Pick<Finding, 'code' | 'path'>

/** A finding that was not mended, and why. */
export interface RefusedFix extends FixRequest {
  readonly reason: string
}

/** A mended spec. What was not mended in it stays the same object. */
export interface FixedSpec {
  readonly spec: Spec
  /** What was mended, with what the mending itself made wrong, such as counts. */
  readonly applied: readonly Finding[]
  readonly refused: readonly RefusedFix[]
}

/** Mending shows new faults a few times only: a type, then what that type needs, then counts. */
const maxRounds = 10

/**
 * Mends findings of a spec: those asked for, or all that can be mended without a choice. What the
 * mending makes wrong is mended too, and nothing else is touched. The spec itself never changes.
 */
export function fixSpec(
  spec: Spec,
  wanted: readonly FixRequest[] | 'all',
  options: ValidateOptions = {},
): FixedSpec {
  const faultsBefore = findFaults(spec, options.folder)
  const found = faultsBefore.list
  const isWanted = toTest(faultsBefore, wanted)
  const applied = new Map<string, Fault>()
  let fixed = spec
  for (let round = 0; round < maxRounds; round++) {
    const faults = round === 0 ? found : findFaults(fixed, options.folder).list
    const mended = faults.filter((fault) => fault.mend !== undefined && isWanted(fault.finding))
    if (mended.length === 0) break
    for (const fault of mended) applied.set(keyOf(fault.finding), fault)
    fixed = mendAll(fixed, mended)
  }
  return {
    spec: fixed,
    applied: inFileOrder([...applied.values()], fixed).map(({ finding }) => finding),
    refused: wanted === 'all' ? [] : refuse(wanted, found, applied),
  }
}

const keyOf = ({ code, path }: FixRequest): string => `${code} ${path}`

/**
 * A fault that was not there before the mending comes from it, and is wanted too. That cannot be
 * told if there were more faults than are kept.
 */
function toTest(
  { list, total }: Faults,
  wanted: readonly FixRequest[] | 'all',
): (finding: Finding) => boolean {
  if (wanted === 'all') return () => true
  const asked = new Set(wanted.map(keyOf))
  const before = new Set(list.map(({ finding }) => keyOf(finding)))
  const isNew = (finding: Finding) => list.length === total() && !before.has(keyOf(finding))
  return (finding) => asked.has(keyOf(finding)) || isNew(finding)
}

/** Derived values come last, because they follow from everything else. */
function mendAll(spec: Spec, faults: readonly Fault[]): Spec {
  const draft = createDraft(spec)
  for (const { mend } of faults) if (typeof mend === 'function') mend(draft)
  // The cast holds because a mend puts nothing into a spec that its structure cannot have.
  const rolled = rollUp(draft.value() as Spec)
  for (const { mend, place } of faults) {
    if (mend === 'derive') draft.set(place, valueAt(rolled, place))
  }
  return draft.value() as Spec
}

function refuse(
  wanted: readonly FixRequest[],
  found: readonly Fault[],
  applied: ReadonlyMap<string, Fault>,
): readonly RefusedFix[] {
  const known = new Set(found.map(({ finding }) => keyOf(finding)))
  return wanted
    .filter((request) => !applied.has(keyOf(request)))
    .map(({ code, path }) => {
      const isFound = known.has(keyOf({ code, path }))
      const reason = isFound
        ? 'It cannot be mended without a choice; its hint says what to do.'
        : 'The spec does not have this finding.'
      return { code, path, reason }
    })
}
