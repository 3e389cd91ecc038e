/** Returns what is wrong with the value of a limit, or undefined. */
export type FindFault<Name extends string> = (name: Name, value: number) => string | undefined

/**
 * Returns the defaults with the given limits in their place; a limit that is undefined counts as
 * absent. Throws a TypeError that names every limit that cannot work.
 */
export function toLimits<Name extends string>(
  defaults: Readonly<Record<Name, number>>,
  given: Readonly<Partial<Record<Name, number | undefined>>>,
  findFault: FindFault<Name>,
): Readonly<Record<Name, number>> {
  const limits: Record<Name, number> = { ...defaults }
  const faults: string[] = []
  for (const name in defaults) {
    const value = given[name] ?? defaults[name]
    limits[name] = value
    const fault = findFault(name, value)
    if (fault !== undefined) faults.push(`${name} is ${value}, ${fault}`)
  }
  if (faults.length > 0) throw new TypeError(`These limits cannot work: ${faults.join('; ')}.`)
  return limits
}
