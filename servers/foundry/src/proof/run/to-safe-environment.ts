/** The variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>

/** What every program needs, and what is not a secret. */
const passedOn = ['PATH', 'HOME', 'LANG']

/** What makes programs print plain text and ask nothing. */
const fixed = { TERM: 'dumb', CI: '1', NO_COLOR: '1' }

/**
 * Returns the variables that a check may see. The others stay here, because they may be secrets;
 * the operator names those that checks need.
 */
export function toSafeEnvironment(
  env: Environment,
  named: readonly string[] = [],
): Record<string, string> {
  const safe: Record<string, string> = { ...fixed }
  for (const name of [...passedOn, ...named]) {
    const value = env[name]
    if (value !== undefined) safe[name] = value
  }
  return safe
}
