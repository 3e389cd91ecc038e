import { createFaults, type Faults, type Report } from '../faults/create-faults.ts'
import { isJsonObject } from '../faults/is-json-object.ts'
import { type Place, toPath } from '../faults/to-path.ts'
import { findDuplicateKeys } from './find-duplicate-keys.ts'
import { findJsonFault } from './find-json-fault.ts'
import { findMergeMarkers } from './find-merge-markers.ts'
import { lineAt } from './line-at.ts'
import { measureJson } from './measure-json.ts'

const maxBytes = 20_000_000
const maxDepth = 100

/** A value of JSON, or why a text has none that can be kept whole. */
export type ReadJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly faults: Faults }

/** Parses a text, and never throws. What would lose something when it is saved is refused. */
export function readJson(text: string): ReadJson {
  const faults = createFaults()
  const refused: ReadJson = { ok: false, faults }
  if (isTooLarge(text, faults.report)) return refused
  const { depth, members } = measureJson(text)
  if (depth > maxDepth) {
    // The two sides of a conflict open the same brackets twice.
    if (hasMergeMarkers(text, faults.report)) return refused
    const message = `Values are nested ${depth} levels deep; at most ${maxDepth} are read.`
    faults.report('INPUT_TOO_DEEP', [], message, { hint: 'Make the values flatter.' })
    return refused
  }
  const parsed = parse(text)
  if (parsed === undefined) {
    reportText(text, faults.report)
    return refused
  }
  const { value } = parsed
  const kept = countMembers(value)
  if (kept.hasUnsafe) reportUnsafe(value, faults.report)
  if (kept.members < members) reportDuplicates(text, faults.report)
  return faults.total() === 0 ? { ok: true, value } : refused
}

function isTooLarge(text: string, report: Report): boolean {
  const bytes = Buffer.byteLength(text)
  if (bytes <= maxBytes) return false
  const message = `The file has ${bytes} bytes; at most ${maxBytes} are read.`
  report('INPUT_TOO_LARGE', [], message, { hint: 'Split the spec into several.' })
  return true
}

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

function reportText(text: string, report: Report): void {
  if (hasMergeMarkers(text, report)) return
  const { offset, message } = findJsonFault(text) ?? { offset: 0, message: 'it cannot be parsed' }
  report('INVALID_JSON', [], `The file is not JSON: ${lineAt(text, offset)}: ${message}.`, {
    hint: 'Correct that place, or take back an older version of the file.',
  })
}

function hasMergeMarkers(text: string, report: Report): boolean {
  const lines = findMergeMarkers(text)
  if (lines.length === 0) return false
  const shown = lines.slice(0, 12).join(', ')
  const rest = lines.length > 12 ? ` and ${lines.length - 12} more` : ''
  report('MERGE_MARKERS', [], `Git left a conflict in the file, on lines ${shown}${rest}.`, {
    hint:
      'Run `foundry merge` on the base and the two sides, or keep one side of each conflict ' +
      'and remove these lines.',
  })
  return true
}

function reportUnsafe(value: unknown, report: Report, place: Place = []): void {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    const innerPlace = [...place, Array.isArray(value) ? Number(key) : key]
    if (key === '__proto__') {
      const message = `The key ${toPath(innerPlace)} changes what an object is.`
      report('UNSAFE_KEY', innerPlace, message, { hint: 'Remove it, or give it another name.' })
    }
    reportUnsafe(inner, report, innerPlace)
  }
}

function reportDuplicates(text: string, report: Report): void {
  for (const { place, where } of findDuplicateKeys(text)) {
    const message = `The key ${toPath(place)} is there more than once, again at ${where}.`
    report('DUPLICATE_KEY', place, message, {
      hint: 'Keep one of the values, or give the other a key of its own.',
    })
  }
}

interface Members {
  readonly members: number
  /** True if a key is `__proto__`. */
  readonly hasUnsafe: boolean
}

/** Counts what is left of the members after parsing, which keeps one of each key. */
function countMembers(value: unknown): Members {
  let members = 0
  let hasUnsafe = false
  const visit = (inner: unknown) => {
    if (Array.isArray(inner)) for (const item of inner) visit(item)
    if (!isJsonObject(inner)) return
    for (const key in inner) {
      members++
      if (key === '__proto__') hasUnsafe = true
      visit(inner[key])
    }
  }
  visit(value)
  return { members, hasUnsafe }
}
