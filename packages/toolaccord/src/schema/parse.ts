import type { StandardSchemaV1 } from '@standard-schema/spec'
import { after } from '../async/after.ts'
import { findNonJson, toPath } from '../json/json.ts'
import { type InputIssue, fromFault, fromLibrary, keysOf } from './input-issue.ts'
import { isClean } from './is-clean.ts'
import type { JsonSchema } from './json-schema.ts'
import type { Schema } from './schema.ts'
import { type Fault, isUnknownKey, walk } from './walk.ts'

export type Parsed =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly issues: readonly InputIssue[] }

/**
 * An input can have as many faults as the body limit has room for; a caller can use this many at a
 * time.
 */
const maxIssues = 100

/**
 * Arguments against the schema of a tool: strings that hold JSON repaired, unknown keys refused by
 * name, the rest validated.
 */
export function parseInput(
  schema: Schema,
  shown: JsonSchema,
  args: unknown,
  depth: number,
): Parsed | PromiseLike<Parsed> {
  const { value, faults } = isClean(shown, args)
    ? { value: args, faults: [] }
    : walk(shown, args, { repairDepth: depth })
  return after(schema['~standard'].validate(value), (result) => {
    if (!result.issues && faults.length === 0) return { ok: true, value: result.value }
    return { ok: false, issues: inputIssues(result.issues ?? [], faults, value, shown) }
  })
}

function inputIssues(
  refused: readonly StandardSchemaV1.Issue[],
  faults: readonly Fault[],
  value: unknown,
  shown: JsonSchema,
): InputIssue[] {
  const found = withoutMisplaced(refused, faults)
  const issues = [
    ...faults.slice(0, maxIssues).map((fault) => fromFault(fault, value, shown)),
    ...found.slice(0, maxIssues).map((issue) => fromLibrary(issue, value, shown)),
  ]
  const left = faults.length + found.length - maxIssues
  return left <= 0 ? issues : [...issues.slice(0, maxIssues - 1), moreIssues(left + 1)]
}

/** The issues of a library, less those at a place that is refused as a whole. */
function withoutMisplaced(
  issues: readonly StandardSchemaV1.Issue[],
  faults: readonly Fault[],
): readonly StandardSchemaV1.Issue[] {
  const misplaced = new Set(
    faults.filter((fault) => !isUnknownKey(fault)).map(({ path }) => toPath(path)),
  )
  if (misplaced.size === 0) return issues
  return issues.filter((issue) => {
    const keys = keysOf(issue)
    return !keys.some((_, index) => misplaced.has(toPath(keys.slice(0, index + 1))))
  })
}

const moreIssues = (count: number): InputIssue => ({
  reason: 'invalid_argument',
  message: `There are ${count} more problems.`,
})

/** What a tool returned against its output schema: parsed, and less what the schema does not name. */
export const parseOutput = (
  schema: Schema,
  shown: JsonSchema,
  data: unknown,
): Parsed | PromiseLike<Parsed> =>
  after(schema['~standard'].validate(data), (result) => {
    if (result.issues)
      return { ok: false, issues: result.issues.map((issue) => fromLibrary(issue, data, shown)) }
    return isClean(shown, result.value)
      ? { ok: true, value: result.value }
      : pruneOutput(shown, result.value)
  })

function pruneOutput(shown: JsonSchema, data: unknown): Parsed {
  const { value, faults } = walk(shown, data)
  const misplaced = faults.filter((fault) => !isUnknownKey(fault))
  if (misplaced.length > 0)
    return { ok: false, issues: misplaced.map((fault) => fromFault(fault, value, shown)) }
  const fault = findNonJson(value)
  if (fault === undefined) return { ok: true, value }
  return {
    ok: false,
    issues: [{ reason: 'malformed_input', message: `'${toPath(fault)}' is not JSON.` }],
  }
}
