import { toLimits } from './to-limits.ts'

/** How much of the machine one document may use. */
export interface DocumentLimits {
  /** The largest source, and the largest text of a PDF. Default: 10 MB. */
  readonly maxBytes: number
  /** Default: 500. */
  readonly maxPages: number
  /** The largest unpacked size of one stream of a PDF. Default: 64 MB. */
  readonly maxUnpackedBytes: number
  /** How long the work may take. Default: 30 seconds. */
  readonly maxMs: number
}

/** The default limits. */
export const documentLimits: DocumentLimits = Object.freeze({
  maxBytes: 10 * 1024 * 1024,
  maxPages: 500,
  maxUnpackedBytes: 64 * 1024 * 1024,
  maxMs: 30_000,
})

/**
 * Returns the default limits with the caller's in their place. Throws a TypeError that names every
 * fault.
 */
export function toDocumentLimits(given: Partial<DocumentLimits> = {}): DocumentLimits {
  return toLimits<keyof DocumentLimits>(documentLimits, given, findFault)
}

function findFault(_: string, value: number): string | undefined {
  if (value > 0) return undefined
  return 'not a number above 0'
}
