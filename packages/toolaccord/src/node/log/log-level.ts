/** From the most talkative to nothing at all. */
export const logThresholds = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

/** The least that is written. */
export type LogThreshold = (typeof logThresholds)[number]

export const levelVariable = 'TOOLACCORD_LOG_LEVEL'

/** The level of the environment, else of the option, else `info`; upper and lower case are the same. */
export function chooseLevel(
  variable: string | undefined,
  option: string | undefined,
): LogThreshold {
  return isSet(variable)
    ? toLevel(variable, levelVariable)
    : toLevel(option ?? 'info', 'The option level')
}

/** An empty variable is what shells give for one that was taken away. */
export const isSet = (variable: string | undefined): variable is string =>
  variable !== undefined && variable.trim() !== ''

function toLevel(text: string, from: string): LogThreshold {
  const level = logThresholds.find((one) => one === text.trim().toLowerCase())
  if (level !== undefined) return level
  throw new TypeError(
    `${from} is '${text}', which is no log level. Use one of ${logThresholds.join(', ')}.`,
  )
}
