import { createHash } from 'node:crypto'
import type { SpecNode } from '../../spec/spec.ts'

/** What a node remembers of the source it was imported from. */
export interface External {
  readonly kind: string
  readonly id: string
  /** The id of the parent in the source. */
  readonly parent?: string | undefined
  readonly children: readonly string[]
  readonly dependencies: readonly string[]
  /** Hashes of what was taken, by member: they tell who changed a member since. */
  readonly seen: Readonly<Record<string, string>>
  readonly rest?: Readonly<Record<string, unknown>> | undefined
}

/** Returns what a node remembers, if it was imported. Members edited by hand are made sound. */
export function externalOf({ metadata }: Pick<SpecNode, 'metadata'>): External | undefined {
  // The casts are followed by checks of every member that is used.
  const external = metadata.external as Partial<Record<keyof External, unknown>> | undefined
  if (typeof external?.kind !== 'string' || typeof external.id !== 'string') return undefined
  const { kind, id, parent, children, dependencies, seen, rest } = external
  return {
    kind,
    id,
    parent: typeof parent === 'string' ? parent : undefined,
    children: stringsOf(children),
    dependencies: stringsOf(dependencies),
    seen: isRecord(seen) ? (seen as External['seen']) : {},
    rest: isRecord(rest) ? rest : undefined,
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const stringsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []

/** Returns a short hash of a value; an empty string for nothing. */
export const hashOf = (value: unknown): string =>
  value === undefined
    ? ''
    : createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 12)
