import type { StandardSchemaV1 } from '@standard-schema/spec'
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

/** The answer of a schema to a value. */
export type Validated = StandardSchemaV1.Result<unknown>

/** Asks a schema about a value; some schemas answer with a promise. */
export const validate = (schema: Schema, value: unknown): Validated | Promise<Validated> =>
  schema['~standard'].validate(value)

/** Arguments on their way to the schema of a tool, with the faults that were found so far. */
export interface PreparedInput {
  readonly value: unknown
  readonly faults: readonly Fault[]
}

/**
 * Prepares arguments for the schema of a tool: strings that contain JSON are repaired down to
 * `depth` levels, `null` is removed where it can only mean absent, and unknown keys are found by
 * name.
 */
export function prepareInput(shown: JsonSchema, args: unknown, depth: number): PreparedInput {
  if (isClean(shown, args)) return { value: args, faults: noFaults }
  return walk(shown, args, { repairDepth: depth, dropsNulls: true })
}

/** The input that a tool gets, or every reason why it does not get it. */
export function finishInput(
  shown: JsonSchema,
  { value, faults }: PreparedInput,
  result: Validated,
): Parsed {
  if (!result.issues && faults.length === 0) return { ok: true, value: result.value }
  return { ok: false, issues: inputIssues(result.issues ?? [], faults, { value, shown }) }
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
  return left <= 0 ? issues : [...issues.slice(0, maxIssues - 1), moreIssues(left + 1)]
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

/**
 * The data of a tool as it leaves the server, without the properties that its schema does not name.
 */
export function finishOutput(shown: JsonSchema, data: unknown, result: Validated): Parsed {
  if (result.issues) {
    const output = { value: data, shown, isOutput: true }
    const issues = result.issues.map((one) => inputIssueFromLibrary(one, output))
    return { ok: false, issues }
  }
  if (isClean(shown, result.value)) return { ok: true, value: result.value }
  return pruneOutput(shown, result.value)
}

function pruneOutput(shown: JsonSchema, data: unknown): Parsed {
  const { value, faults } = walk(shown, data)
  const misplaced = faults.filter((fault) => !isUnknownKey(fault))
  if (misplaced.length > 0) {
    const output = { value, shown, isOutput: true }
    const issues = misplaced.map((fault) => inputIssueFromFault(fault, output))
    return { ok: false, issues }
  }
  const path = findNonJson(value)
  if (path === undefined) return { ok: true, value }
  const message = `'${toPath(path)}' is not JSON.`
  return { ok: false, issues: [{ reason: 'malformed_input', message }] }
}
