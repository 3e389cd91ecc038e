/** The thresholds of a log, from everything to nothing at all. */
export const logThresholds = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

/** The least important level that is written. */
export type LogThreshold = (typeof logThresholds)[number]

/** The variable of the environment that overrides the level. */
export const logLevelVariable = 'TOOLACCORD_LOG_LEVEL'

/** Returns the level of the environment, else of the option, else `info`; case does not matter. */
export function chooseLogLevel(
  variable: string | undefined,
  option: string | undefined,
): LogThreshold {
  if (isSet(variable)) return readLevel(variable, logLevelVariable)
  return readLevel(option ?? 'info', 'The option level')
}

/** True if a variable has a value; shells give an empty one for a variable that was removed. */
export const isSet = (variable: string | undefined): variable is string =>
  variable !== undefined && variable.trim() !== ''

function readLevel(text: string, from: string): LogThreshold {
  const level = logThresholds.find((one) => one === text.trim().toLowerCase())
  if (level !== undefined) return level
  throw new TypeError(
    `${from} is '${text}', which is not a log level. Use one of ${logThresholds.join(', ')}.`,
  )
}
