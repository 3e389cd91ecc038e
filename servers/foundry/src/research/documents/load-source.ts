import type { FetchOptions } from '../fetch/fetch-options.ts'
import { fetchSource } from '../fetch/fetch-source.ts'
import { charsetOfHeader, claimOfHeader, claimOfName } from './claims.ts'
import type { RawDocument } from './raw-document.ts'
import { readConfinedFile } from './read-confined-file.ts'

/** The ways in which a document can be given. */
export const sourceKinds = ['text', 'html', 'pdf', 'file', 'url'] as const

/** A document that is to be read. */
export interface SourceInput {
  readonly kind: (typeof sourceKinds)[number]
  /** The text, the HTML, the PDF in base64, the path of the file, or the address. */
  readonly value: string
  /** Default: found in the document. */
  readonly title?: string | undefined
}

/** Where documents may come from. */
export interface LoadOptions {
  readonly fileRoots: readonly string[]
  readonly maxBytes: number
  readonly fetch?: Omit<FetchOptions, 'signal' | 'maxBytes'> | undefined
  readonly signal?: AbortSignal | undefined
}

/** Gets the bytes of a source. */
export async function loadSource(
  { kind, value }: SourceInput,
  { fileRoots, maxBytes, fetch, signal }: LoadOptions,
): Promise<RawDocument> {
  if (kind === 'url') return loadUrl(value, { ...fetch, maxBytes, signal })
  if (kind === 'file') {
    const { path, ...file } = await readConfinedFile(value, { roots: fileRoots, maxBytes })
    return { origin: path, claim: claimOfName(value), ...file }
  }
  const bytes = Buffer.from(value, kind === 'pdf' ? 'base64' : 'utf8')
  return { origin: kind, bytes, claim: { type: kind, words: `it was given as ${kind}` } }
}

async function loadUrl(address: string, options: FetchOptions): Promise<RawDocument> {
  const { bytes, contentType, modifiedAt } = await fetchSource(address, options)
  return {
    origin: new URL(address).href,
    bytes,
    claim: claimOfHeader(contentType),
    charset: charsetOfHeader(contentType),
    modifiedAt,
  }
}
