import type * as z from 'zod'
import type { Report } from './finding.ts'

/** What a parser did not accept, one report for each place; a key that is not known is named. */
export const toReports = (error: z.ZodError): readonly Report[] =>
  error.issues.flatMap((issue) => reportsOf(issue, issue.path))

type Issue = z.core.$ZodIssue

function reportsOf(issue: Issue, path: readonly PropertyKey[]): readonly Report[] {
  if (issue.code === 'unrecognized_keys') {
    const hint = 'Delete it, or correct its name: get_schema shows every member.'
    return issue.keys
      .slice(0, 20)
      .map((key) => ({ message: 'This member is not known.', path: toPath([...path, key]), hint }))
  }
  if (issue.code === 'invalid_union') {
    // The branch that came farthest is the one that was meant.
    const branch = issue.errors
      .map((issues) => issues.filter((one) => one.path.length > 0))
      .find((issues) => issues.some((one) => one.path.length > 1))
    if (branch !== undefined)
      return branch.flatMap((inner) => reportsOf(inner, [...path, ...inner.path]))
  }
  return [{ message: issue.message, path: toPath(path), hint: hintOf(issue) }]
}

function hintOf(issue: Issue): string {
  if (issue.code === 'invalid_value') return `Use one of: ${issue.values.map(String).join(', ')}.`
  if (issue.code === 'too_big') return `At most ${issue.maximum}.`
  if (issue.code === 'too_small') return `At least ${issue.minimum}.`
  if (issue.code === 'invalid_type') return `Give a value of the type ${issue.expected}.`
  return 'get_schema shows what is accepted.'
}

/** `a.b[0]`, with what is no plain name in quotes and cut short. */
export function toPath(keys: readonly PropertyKey[]): string {
  let path = ''
  for (const key of keys) {
    const name = String(key).slice(0, 64)
    if (typeof key === 'number') path += `[${key}]`
    else if (/^[\w-]+$/.test(name)) path += path === '' ? name : `.${name}`
    else path += `[${JSON.stringify(name)}]`
  }
  return path
}
