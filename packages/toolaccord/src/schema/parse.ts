import type { StandardSchemaV1 } from '@standard-schema/spec'
import { after } from '../async/after.ts'
import { findNonJson, toPath } from '../json/json.ts'
import {
  type InputIssue,
  type ShownInput,
  inputIssueFromFault,
  inputIssueFromLibrary,
  keysOf,
} from './input-issue.ts'
import { isClean } from './is-clean.ts'
import type { JsonSchema } from './json-schema.ts'
import type { Schema } from './schema.ts'
import { type Fault, isUnknownKey, walk } from './walk.ts'

/** The value that a schema made of a value, or the reasons why it does not accept it. */
export type Parsed =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly issues: readonly InputIssue[] }

/**
 * An input can have as many faults as the body limit has room for; a caller can use this many at a
 * time.
 */
const maxIssues = 100

const noFaults: readonly Fault[] = []

/**
 * Parses arguments by the schema of a tool. Strings that contain JSON are repaired down to `depth`
 * levels, unknown keys are refused by name, and the schema validates the rest.
 */
export function parseInput(
  schema: Schema,
  shown: JsonSchema,
  args: unknown,
  depth: number,
): Parsed | PromiseLike<Parsed> {
  if (isClean(shown, args)) return validateInput(schema, shown, args, noFaults)
  const { value, faults } = walk(shown, args, { repairDepth: depth })
  return validateInput(schema, shown, value, faults)
}

function validateInput(
  schema: Schema,
  shown: JsonSchema,
  value: unknown,
  faults: readonly Fault[],
): Parsed | PromiseLike<Parsed> {
  return after(schema['~standard'].validate(value), (result): Parsed => {
    if (!result.issues && faults.length === 0) return { ok: true, value: result.value }
    return { ok: false, issues: inputIssues(result.issues ?? [], faults, { value, shown }) }
  })
}

function inputIssues(
  refused: readonly StandardSchemaV1.Issue[],
  faults: readonly Fault[],
  input: ShownInput,
): InputIssue[] {
  const found = withoutMisplaced(refused, faults)
  const issues = [
    ...faults.slice(0, maxIssues).map((fault) => inputIssueFromFault(fault, input)),
    ...found.slice(0, maxIssues).map((issue) => inputIssueFromLibrary(issue, input)),
  ]
  const left = faults.length + found.length - maxIssues
  if (left <= 0) return issues
  return [...issues.slice(0, maxIssues - 1), moreIssues(left + 1)]
}

/** Returns the issues of a library without those at a place that is refused as a whole. */
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

/** Parses the data of a tool by its output schema; drops the properties that it does not name. */
export const parseOutput = (
  schema: Schema,
  shown: JsonSchema,
  data: unknown,
): Parsed | PromiseLike<Parsed> =>
  after(schema['~standard'].validate(data), (result): Parsed => {
    if (result.issues) {
      const issues = result.issues.map((one) => inputIssueFromLibrary(one, { value: data, shown }))
      return { ok: false, issues }
    }
    if (isClean(shown, result.value)) return { ok: true, value: result.value }
    return pruneOutput(shown, result.value)
  })

function pruneOutput(shown: JsonSchema, data: unknown): Parsed {
  const { value, faults } = walk(shown, data)
  const misplaced = faults.filter((fault) => !isUnknownKey(fault))
  if (misplaced.length > 0) {
    const issues = misplaced.map((fault) => inputIssueFromFault(fault, { value, shown }))
    return { ok: false, issues }
  }
  const path = findNonJson(value)
  if (path === undefined) return { ok: true, value }
  const message = `'${toPath(path)}' is not JSON.`
  return { ok: false, issues: [{ reason: 'malformed_input', message }] }
}
