/** The thresholds of a log, from everything to nothing at all. */
export const logThresholds = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

/** The least important level that is written. */
export type LogThreshold = (typeof logThresholds)[number]

/** The variable of the environment that overrides the level. */
export const logLevelVariable = 'TOOLACCORD_LOG_LEVEL'

/** Returns the level of the environment, else of the option; case does not matter. */
export function chooseLogLevel(variable: string | undefined, option: string): LogThreshold {
  if (isSet(variable)) return readLevel(variable, logLevelVariable)
  return readLevel(option, 'The option level')
}

/** True if a variable has a value; shells give an empty one for a variable that was removed. */
export const isSet = (variable: string | undefined): variable is string =>
  variable !== undefined && variable.trim() !== ''

/** A level that lines have. */
type WrittenLevel = Exclude<LogThreshold, 'silent'>

/** Returns what tells if a log with this threshold writes lines of a level; asked on every call. */
export function toLevelCheck(threshold: LogThreshold): (level: WrittenLevel) => boolean {
  const from = logThresholds.indexOf(threshold)
  const isFrom = (level: WrittenLevel) => logThresholds.indexOf(level) >= from
  const written: Readonly<Record<WrittenLevel, boolean>> = {
    trace: isFrom('trace'),
    debug: isFrom('debug'),
    info: isFrom('info'),
    warn: isFrom('warn'),
    error: isFrom('error'),
    fatal: isFrom('fatal'),
  }
  return (level) => written[level]
}

function readLevel(text: string, from: string): LogThreshold {
  const level = logThresholds.find((one) => one === text.trim().toLowerCase())
  if (level !== undefined) return level
  throw new TypeError(
    `${from} is '${text}', which is not a log level. Use one of ${logThresholds.join(', ')}.`,
  )
}
