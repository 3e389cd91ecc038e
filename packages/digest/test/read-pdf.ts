import { toPdfPages } from '../src/documents/pdf/to-pdf-pages.ts'
import { createPace } from '../src/pace/create-pace.ts'
import { type DocumentLimits, documentLimits } from '../src/pace/document-limits.ts'

/** Reads the pages of a PDF within the default limits or other ones. */
export function readPdf(
  bytes: Uint8Array,
  limits: Partial<DocumentLimits> = {},
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const allowed = { ...documentLimits, ...limits }
  return toPdfPages(bytes, allowed, createPace({ maxMs: allowed.maxMs, signal }))
}
