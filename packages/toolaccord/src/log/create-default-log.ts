import { createLineLog } from './create-line-log.ts'
import { chooseLogLevel, isSet, logLevelVariable } from './log-level.ts'
import type { Logger } from './log.ts'

/** The log of a server whose author gives none. */
export interface DefaultLog extends Required<Logger> {
  /** True if the environment names its level; a command that nobody asked for a log prints none. */
  readonly isAsked: boolean
}

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

/** True for a log that no author gave. */
export const isDefaultLog = (log: Logger): log is DefaultLog => 'isAsked' in log
