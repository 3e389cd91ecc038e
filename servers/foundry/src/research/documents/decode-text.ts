import { FoundryError } from '../../errors/foundry-error.ts'

/** What is known about the charset of a text. */
export interface DecodeOptions {
  /** The charset that its server names. */
  readonly charset?: string | undefined
  /** True if the text may name its charset itself. */
  readonly isHtml: boolean
}

const metaCharset =
  /<(?:meta\b[^>]{0,200}\bcharset|\?xml\b[^>]{0,80}\bencoding)\s*=\s*["']?([\w.:-]{1,40})/i

/**
 * Decodes the bytes of a text: by their byte order mark, the header, the page itself, as UTF-8, and
 * if they are not that, as Windows-1252.
 */
export function decodeText(bytes: Uint8Array, { charset, isHtml }: DecodeOptions): string {
  const named = charsetOfMark(bytes) ?? charset ?? (isHtml ? charsetOfPage(bytes) : undefined)
  if (named !== undefined) return decodeAs(bytes, named)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function charsetOfMark(bytes: Uint8Array): string | undefined {
  const [first, second, third] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return undefined
}

function charsetOfPage(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 2_048)).toString('latin1')
  const named = metaCharset.exec(start)?.[1]
  // A page in UTF-16 could not be read so far without a mark, so its name is not true.
  return named !== undefined && /^utf-?16/i.test(named) ? 'utf-8' : named
}

function decodeAs(bytes: Uint8Array, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    throw new FoundryError('UNREADABLE_SOURCE', `The charset '${charset}' is not known.`, {
      hint: 'Save the document as UTF-8 and add it as a file.',
      details: { charset },
    })
  }
}
