import { type DigestCheck, type DigestIssue, IssueList } from './issue-list.ts'
import { validateDigest } from './validate-digest.ts'

/** No payload within the limits is longer, even with every character escaped. */
const longestJson = 200_000

/** Reads a serialised payload and checks it against every rule of the contract. */
export function parseDigest(json: string): DigestCheck {
  const length = json.length
  if (length > longestJson)
    return refused('length', `has ${length} characters as JSON; at most ${longestJson} are read`)
  if (json.trim() === '') return refused('json', 'is empty; expected a DigestPayload as JSON')
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    return refused('json', 'is not JSON; expected a DigestPayload')
  }
  return validateDigest(value)
}

function refused(rule: DigestIssue['rule'], fault: string): DigestCheck {
  const issues = new IssueList()
  issues.add('', rule, fault)
  return { ok: false, issues: issues.all }
}
