import { nearest } from 'toolaccord'

/** Says which values are accepted, and which of them may be meant. */
export function hintFor(value: unknown, accepted: readonly string[]): string {
  const list = `Accepted are ${accepted.join(', ')}.`
  const meant = typeof value === 'string' ? nearest(value, accepted) : undefined
  return meant === undefined ? list : `Did you mean "${meant}"? ${list}`
}
