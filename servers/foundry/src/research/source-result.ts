import type { FoundryCode } from '../errors/foundry-error.ts'
import type { Source } from './records/source.ts'

/** What became of one source that was to be added. */
export type SourceResult = AddedSource | FailedSource

/** A source that was added. */
export interface AddedSource {
  readonly ok: true
  /** Its place among the sources of the call. */
  readonly index: number
  readonly origin: string
  readonly source: Source
  /** True if the question had the same text of the same origin; only its time is new. */
  readonly isKnown: boolean
  /** Why the digest is less than was wanted, if it is. */
  readonly fallback?: string | undefined
}

/** A source that could not be added. */
export interface FailedSource {
  readonly ok: false
  readonly index: number
  readonly origin: string
  readonly code: FoundryCode
  readonly message: string
  readonly hint?: string | undefined
  readonly details?: Readonly<Record<string, unknown>> | undefined
}
