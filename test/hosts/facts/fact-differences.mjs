// Measured facts held to those that were recorded, so that a change of a host is noticed.

/** The differences between two values of JSON, each with its place. */
export function factDifferences(recorded, measured, place = '') {
  if (isObject(recorded) && isObject(measured)) {
    const keys = [...new Set([...Object.keys(recorded), ...Object.keys(measured)])]
    return keys.flatMap((key) =>
      factDifferences(recorded[key], measured[key], place === '' ? key : `${place}.${key}`),
    )
  }
  const before = JSON.stringify(recorded)
  const after = JSON.stringify(measured)
  return before === after ? [] : [`${place} was ${before} and is ${after}`]
}

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)
