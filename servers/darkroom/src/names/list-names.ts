const mostListed = 20

/** Joins names for a message; of many, only the first are named. */
export function listNames(names: readonly string[]): string {
  if (names.length === 0) return 'none'
  const listed = names.slice(0, mostListed).join(', ')
  const rest = names.length - mostListed
  return rest > 0 ? `${listed} and ${rest} more` : listed
}
