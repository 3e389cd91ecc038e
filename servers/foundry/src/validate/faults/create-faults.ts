import type { Finding } from '../../findings/finding.ts'
import { type FindingCode, findingCodes } from '../finding-codes.ts'
import type { Draft } from './create-draft.ts'
import { type Place, toPath } from './to-path.ts'

/** How a fault is mended. `derive` takes the value at its place from the roll-up. */
export type Mend = ((draft: Draft) => void) | 'derive'

/** A finding with what the caller does not see: its place as keys, and how it is mended. */
export interface Fault {
  readonly finding: Finding
  readonly place: Place
  readonly mend?: Mend | undefined
}

/** What a fault may have beside a message. */
export interface FaultDetails {
  readonly hint?: string | undefined
  /** Undefined if it cannot be mended without a choice. */
  readonly mend?: Mend | undefined
}

/** Takes one fault. */
export type Report = (
  code: FindingCode,
  place: Place,
  message: string,
  details?: FaultDetails,
) => void

/** The faults of one spec, as they are found. */
export interface Faults {
  readonly report: Report
  readonly list: readonly Fault[]
  /** How many there are, with those that are not in the list. */
  readonly total: () => number
}

/** A file of 20 MB may have a million faults, and nobody reads so many. */
const maxKept = 20_000

/** Creates an empty list of faults. */
export function createFaults(): Faults {
  const list: Fault[] = []
  let total = 0
  const report: Report = (code, place, message, { hint, mend } = {}) => {
    total++
    if (list.length >= maxKept) return
    const { severity } = findingCodes[code]
    const fixable = mend !== undefined
    const finding: Finding = { code, severity, path: toPath(place), message, hint, fixable }
    list.push({ finding, place, mend })
  }
  return { report, list, total: () => total }
}
