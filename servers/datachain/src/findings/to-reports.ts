import { type JsonSchema, describeIssue, nearest } from 'toolaccord'
import type * as z from 'zod'
import type { Report } from './finding.ts'

/** A value that a parser refused, and the JSON Schema of what it accepts. */
export interface Refused {
  readonly value: unknown
  readonly schema: JsonSchema
}

type Issue = z.core.$ZodIssue

/** Reports everything that a parser refused, one report for each place. */
export const toReports = (error: z.ZodError, refused: Refused): readonly Report[] =>
  error.issues.flatMap((issue) => reportsOf(issue, issue.path, refused))

function reportsOf(
  issue: Issue,
  path: readonly PropertyKey[],
  refused: Refused,
): readonly Report[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.slice(0, 20).map((key) => toUnknownKey(path, key, refused))
  if (issue.code === 'invalid_union') {
    const branch = likeliestBranch(issue.errors)
    if (branch !== undefined)
      return branch.flatMap((inner) => reportsOf(inner, [...path, ...inner.path], refused))
  }
  return [toReport(issue, path, refused)]
}

function toReport(issue: Issue, keys: readonly PropertyKey[], refused: Refused): Report {
  const { reason, message, hint } = describeIssue({ message: issue.message, path: keys }, refused)
  const path = toPath(keys)
  const accepted = hint ?? 'Compare it with the JSON Schema.'
  if (reason === 'missing_argument')
    return { message: `'${path}' is missing.`, path, hint: accepted }
  const plain = plainWordsOf(issue)
  const isOfLibrary = reason === 'invalid_argument' && plain !== undefined
  return { message: isOfLibrary ? `'${path}' ${plain}.` : message, path, hint: accepted }
}

const tooSmall: Readonly<Record<string, string>> = {
  array: 'has too few items',
  string: 'is too short',
}
const tooBig: Readonly<Record<string, string>> = {
  array: 'has too many items',
  string: 'is too long',
}

/** What an issue says in words of the library, plainly; undefined if the model words it itself. */
function plainWordsOf(issue: Issue): string | undefined {
  if (!/^(Too|Invalid) /.test(issue.message)) return undefined
  if (issue.code === 'too_small') return tooSmall[issue.origin] ?? 'is too small'
  if (issue.code === 'too_big') return tooBig[issue.origin] ?? 'is too large'
  return 'has a value that is not accepted'
}

function toUnknownKey(path: readonly PropertyKey[], key: string, { schema }: Refused): Report {
  const meant = path.length === 0 ? nearest(key, Object.keys(schema.properties ?? {})) : undefined
  return {
    message: 'This property is not known.',
    path: toPath([...path, key]),
    hint: meant === undefined ? 'Delete it, or correct its name.' : `Did you mean '${meant}'?`,
  }
}

/** The branch of a union in which the parser got deepest is the one that was meant. */
const likeliestBranch = (branches: readonly Issue[][]): readonly Issue[] | undefined =>
  branches
    .map((issues) => issues.filter((one) => one.path.length > 0))
    .find((issues) => issues.some((one) => one.path.length > 1))

/** Writes a path as `a.b[0]`; names that are not plain are quoted, and long ones are cut. */
export function toPath(keys: readonly PropertyKey[]): string {
  let path = ''
  for (const key of keys) {
    const name = String(key).slice(0, 64)
    if (typeof key === 'number') path += `[${key}]`
    else if (!/^[\w-]+$/.test(name)) path += `[${JSON.stringify(name)}]`
    else if (path === '') path += name
    else path += `.${name}`
  }
  return path
}
