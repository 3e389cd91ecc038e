import { isRecord } from '../../../json/json.ts'
import { locationOf } from './location-of.ts'

/** The data of an answer, and the arguments of its call. */
export interface RedirectFacts {
  readonly data: unknown
  readonly args: unknown
}

/**
 * The path that a template such as `/notes/:id#:part` makes of the data, or of the arguments where
 * the data has no such property; undefined if neither has it. A fragment may be missing.
 */
export function toRedirectPath(template: string, facts: RedirectFacts): string | undefined {
  const [path = '', fragment] = template.split('#')
  const known = { ...membersOf(facts.args), ...membersOf(facts.data) }
  const location = locationOf(path, known)
  if (location === undefined || fragment === undefined) return location
  const [text = '', name] = fragment.split(':')
  if (name === undefined) return `${location}#${text}`
  const anchor = locationOf(`/:${name}`, known)?.slice(1)
  return anchor === undefined ? location : `${location}#${text}${anchor}`
}

const membersOf = (value: unknown): object => (isRecord(value) ? value : {})
