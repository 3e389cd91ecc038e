import { createLineLog } from './create-line-log.ts'
import { chooseLogLevel, isSet, logLevelVariable } from './log-level.ts'
import type { DefaultLog } from './log.ts'

/**
 * Creates a log of redacted lines of JSON on stderr: warnings and errors, or from the level on that
 * the environment names. Throws a TypeError if that is not a level.
 */
export function createDefaultLog(
  env: Readonly<Record<string, string | undefined>> = globalThis.process?.env ?? {},
): DefaultLog {
  const variable = env[logLevelVariable]
  const level = chooseLogLevel(variable, 'warn')
  const log = createLineLog((line) => console.error(line), { level, now: Date.now })
  return { ...log, isAsked: isSet(variable) }
}
