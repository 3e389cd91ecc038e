import { randomBytes } from 'node:crypto'
import { hashKey } from '../../../auth/hash-key.ts'
import { isScope } from '../../../auth/scopes.ts'
import type { UsageProblem } from '../../../faces/cli/commands/to-usage-failure.ts'

/** Finds out why an entry of TOOLACCORD_API_KEYS cannot be made; empty if it can. */
export function keyProblems(
  id: string | undefined,
  scopes: readonly string[],
): readonly UsageProblem[] {
  const hint = 'Name its holder, and what it may do: toolaccord key <id> [scope…].'
  if (id === undefined) {
    return [{ reason: 'missing_argument', message: 'The id of the key is missing.', hint }]
  }
  const reason = 'invalid_argument'
  const problems: UsageProblem[] = []
  if (!/^[\x21-\x7e]{1,128}$/.test(id) || /[=,]/.test(id)) {
    const message = `'${id}' cannot be an id: it is 1 to 128 ASCII characters without '=' and ','.`
    problems.push({ reason, message, hint })
  }
  for (const scope of scopes) {
    if (isScope(scope) && !scope.includes(',')) continue
    const message = `'${scope}' is not a scope: it is ASCII without quotes, spaces and ','.`
    problems.push({ reason, message, hint })
  }
  return problems
}

/** Makes a key, and writes it with the line that lets its holder in. */
export async function describeKey(
  id: string,
  scopes: readonly string[],
  isJson: boolean,
): Promise<string> {
  const key = randomBytes(32).toString('hex')
  const entry = [`${id}=${await hashKey(key)}`, scopes.join(' ')].filter((part) => part !== '')
  const line = entry.join(':')
  if (isJson) return `${JSON.stringify({ key, entry: line })}\n`
  return [
    `key: ${key}`,
    `TOOLACCORD_API_KEYS="${line}"`,
    '',
    'The key is shown only now; its holder sends it as Authorization: Bearer <key>.',
    'The server gets the second line in its environment. Several entries have commas between them.',
    '',
  ].join('\n')
}
