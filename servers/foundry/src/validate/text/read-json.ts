import { createFaults, type Faults, type Report } from '../faults/create-faults.ts'
import { isJsonObject } from '../faults/is-json-object.ts'
import { toPath } from '../faults/to-path.ts'
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
  if (kept.unsafe > 0) reportUnsafe(kept.unsafe, faults.report)
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
  const lines = findMergeMarkers(text)
  if (lines.length > 0) {
    const shown = lines.slice(0, 12).join(', ')
    const rest = lines.length > 12 ? ` and ${lines.length - 12} more` : ''
    report('MERGE_MARKERS', [], `Git left a conflict in the file, on lines ${shown}${rest}.`, {
      hint:
        'Run `foundry merge` on the base and the two sides, or keep one side of each conflict ' +
        'and remove these lines.',
    })
    return
  }
  const { offset, message } = findJsonFault(text) ?? { offset: 0, message: 'it cannot be parsed' }
  report('INVALID_JSON', [], `The file is not JSON: ${lineAt(text, offset)}: ${message}.`, {
    hint: 'Correct that place, or take back an older version of the file.',
  })
}

function reportUnsafe(count: number, report: Report): void {
  const message = `The key "__proto__" is in the file ${count} times.`
  report('UNSAFE_KEY', [], message, { hint: 'Remove it: it changes what an object is.' })
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
  /** How many keys are `__proto__`. */
  readonly unsafe: number
}

/** Counts what is left of the members after parsing, which keeps one of each key. */
function countMembers(value: unknown): Members {
  let members = 0
  let unsafe = 0
  const visit = (inner: unknown) => {
    if (Array.isArray(inner)) for (const item of inner) visit(item)
    if (!isJsonObject(inner)) return
    for (const key in inner) {
      members++
      if (key === '__proto__') unsafe++
      visit(inner[key])
    }
  }
  visit(value)
  return { members, unsafe }
}
