import type * as z from 'zod'
import type { Report } from './finding.ts'

/** Reports everything that a parser refused, one report for each place. */
export const toReports = (error: z.ZodError): readonly Report[] =>
  error.issues.flatMap((issue) => reportsOf(issue, issue.path))

type Issue = z.core.$ZodIssue

function reportsOf(issue: Issue, path: readonly PropertyKey[]): readonly Report[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.slice(0, 20).map((key) => toUnknownKey([...path, key]))
  if (issue.code === 'invalid_union') {
    const branch = likeliestBranch(issue.errors)
    if (branch !== undefined)
      return branch.flatMap((inner) => reportsOf(inner, [...path, ...inner.path]))
  }
  return [{ message: issue.message, path: toPath(path), hint: hintOf(issue) }]
}

const toUnknownKey = (path: readonly PropertyKey[]): Report => ({
  message: 'This property is not known.',
  path: toPath(path),
  hint: 'Delete it, or correct its name.',
})

/** The branch of a union in which the parser got deepest is the one that was meant. */
const likeliestBranch = (branches: readonly Issue[][]): readonly Issue[] | undefined =>
  branches
    .map((issues) => issues.filter((one) => one.path.length > 0))
    .find((issues) => issues.some((one) => one.path.length > 1))

function hintOf(issue: Issue): string {
  if (issue.code === 'invalid_value') return `Use one of: ${issue.values.map(String).join(', ')}.`
  if (issue.code === 'too_big') return `At most ${issue.maximum}.`
  if (issue.code === 'too_small') return `At least ${issue.minimum}.`
  if (issue.code === 'invalid_type') return `Give a value of the type ${issue.expected}.`
  return 'Compare it with the JSON Schema.'
}

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
