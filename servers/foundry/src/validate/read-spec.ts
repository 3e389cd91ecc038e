import type { Finding } from '../findings/finding.ts'
import type { Spec } from '../spec/spec.ts'
import { createDraft } from './faults/create-draft.ts'
import { createFaults, type Faults } from './faults/create-faults.ts'
import { isJsonObject } from './faults/is-json-object.ts'
import { toFindings } from './faults/to-findings.ts'
import { findStructureFaults } from './structure/find-structure-faults.ts'
import { readJson } from './text/read-json.ts'

/** A file as it was read, and as it would be if everything was mended. */
export interface Repair {
  /** What `JSON.parse` gave. */
  readonly before: unknown
  readonly after: Spec
}

/** A spec that tools can work on, or why they cannot. */
export type ReadSpec =
  | { readonly ok: true; readonly spec: Spec }
  | {
      readonly ok: false
      readonly findings: readonly [Finding, ...Finding[]]
      /** Is there if every finding can be mended without a choice. */
      readonly repair?: Repair | undefined
    }

/**
 * Reads the text of a spec file, and never throws. A spec that is read is what its type says,
 * except that `type` and `status` may be any string. Its nodes form trees: a walk down `children`,
 * or up `parent`, ends. Everything else that is wrong is for `validateSpec` to say.
 */
export function readSpec(text: string): ReadSpec {
  const json = readJson(text)
  if (!json.ok) return toRefusal(json.faults, undefined)
  const faults = findStructureFaults(json.value)
  if (faults.total() > 0) return { ...toRefusal(faults, json.value), repair: repair(json.value) }
  // The cast is what the checks above are for.
  return { ok: true, spec: json.value as Spec }
}

function toRefusal(faults: Faults, value: unknown): ReadSpec & { readonly ok: false } {
  const [first, ...rest] = toFindings(faults, value)
  if (first === undefined) return toRefusal(unknownFault(), value)
  return { ok: false, findings: [first, ...rest] }
}

function unknownFault(): Faults {
  const faults = createFaults()
  faults.report('INVALID_JSON', [], 'The file cannot be read.')
  return faults
}

/** Mending one fault may show the next, such as a parent that is a number and then unknown. */
const maxRounds = 5

function repair(before: unknown): Repair | undefined {
  let value = before
  for (let round = 0; round < maxRounds; round++) {
    const faults = findStructureFaults(value)
    // The cast is what the checks above are for.
    if (faults.total() === 0) return { before, after: value as Spec }
    if (!isJsonObject(value) || faults.list.length < faults.total()) return undefined
    const draft = createDraft(value)
    for (const { mend } of faults.list) {
      if (typeof mend !== 'function') return undefined
      mend(draft)
    }
    value = draft.value()
  }
  return undefined
}
