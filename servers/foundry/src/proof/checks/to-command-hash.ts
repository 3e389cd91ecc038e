import { createHash } from 'node:crypto'
import type { SpecNode } from '../../spec/spec.ts'
import { checkKindOf } from './checks-of.ts'

/** What a person reads before saying that a check passed. */
const readByPeople = ['description', 'details', 'acceptance_criteria', 'scope']

/**
 * Returns a hash of what a check asks for: its command and what is expected of it; for a check that
 * people make, also what they read. A pass does not hold for a check that asks for something else.
 */
export function toCommandHash(node: SpecNode): string {
  const { command, expected } = node.metadata
  const kind = checkKindOf(node)
  const asked: unknown[] = [kind, command ?? null, expected ?? null]
  if (kind !== 'run-tests') {
    asked.push(node.title, ...readByPeople.map((name) => node.metadata[name] ?? null))
  }
  return `sha256:${createHash('sha256').update(JSON.stringify(asked)).digest('hex')}`
}
