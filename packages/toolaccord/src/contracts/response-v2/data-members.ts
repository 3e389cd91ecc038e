import type { ResponseV2Code } from './codes.ts'

/**
 * The details that the source puts into `data` itself, by code. Details of other names, and of
 * other codes, are under `data.details`.
 */
const dataMembers: Readonly<Partial<Record<ResponseV2Code, readonly string[]>>> = {
  NOT_FOUND: ['resource_type', 'resource_id'],
  CONFLICT: ['retry_after_seconds'],
  FORBIDDEN: ['required_permission'],
  FEATURE_DISABLED: ['feature'],
  RATE_LIMIT_EXCEEDED: ['retry_after_seconds'],
  UNAVAILABLE: ['retry_after_seconds'],
}

const none: readonly string[] = []
const byCode: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(dataMembers))

/** Returns the names of the details that a code has in `data` itself. */
export const dataMembersOf = (code: string): readonly string[] => byCode.get(code) ?? none
