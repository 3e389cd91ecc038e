import { fromBase64Url, toBase64Url } from '../json/base64.ts'
import { Refusal } from '../outcome/refusal.ts'
import { type Signer, signatureBytes } from './create-signer.ts'
import { type PageKey, isPageKey } from './page-key.ts'

/** The list that a cursor belongs to. */
export interface CursorScope {
  readonly tool: string
  /** A hash of the filters and of the order. */
  readonly query: string
}

/** The longest cursor, in characters. */
export const maxCursorLength = 1024

/** What that many characters hold. */
const maxBytes = (maxCursorLength / 4) * 3

/** Why a cursor is refused, as `details.fault` tells it. */
export type CursorFault = 'damaged' | 'version' | 'tool' | 'filters' | 'lost'

/** First in every cursor: a mark, and the version of its form. */
const head = [0x74, 1] as const

/**
 * A position in a list as text: the head, JSON of scope and key, and a signature where there is a
 * signer.
 */
export async function encodeCursor(
  { tool, query }: CursorScope,
  key: PageKey,
  signer?: Signer,
): Promise<string> {
  if (!isPageKey(key))
    throw new TypeError(
      `${tool}: the key of an item must be a text, number, boolean or null, or a list of these.`,
    )
  const json = new TextEncoder().encode(JSON.stringify([tool, query, key]))
  const size = head.length + json.length + (signer === undefined ? 0 : signatureBytes)
  if (size > maxBytes)
    throw new RangeError(
      `${tool}: the key of an item makes a cursor of ${size} bytes; the limit is ${maxBytes}. Sort by something shorter.`,
    )
  const content = Uint8Array.of(...head, ...json)
  return toBase64Url(
    signer === undefined ? content : Uint8Array.of(...content, ...(await signer.sign(content))),
  )
}

/** The key of a cursor that was given out for this list; a Refusal for any other text. */
export async function decodeCursor(
  text: string,
  { tool, query }: CursorScope,
  signer?: Signer,
): Promise<PageKey> {
  const bytes = text.length > maxCursorLength ? undefined : fromBase64Url(text)
  if (bytes === undefined || bytes[0] !== head[0]) throw refuseCursor('damaged')
  if (bytes[1] !== head[1]) throw refuseCursor('version')
  const content = signer === undefined ? bytes : await verified(bytes, signer)
  const [itsTool, itsQuery, key] = parse(content.subarray(head.length))
  if (itsTool !== tool) throw refuseCursor('tool')
  if (itsQuery !== query) throw refuseCursor('filters')
  if (!isPageKey(key)) throw refuseCursor('damaged')
  return key
}

async function verified(
  bytes: Uint8Array<ArrayBuffer>,
  signer: Signer,
): Promise<Uint8Array<ArrayBuffer>> {
  const [content, signature] = [bytes.subarray(0, -signatureBytes), bytes.subarray(-signatureBytes)]
  if (await signer.verify(content, signature)) return content
  throw refuseCursor('damaged')
}

function parse(json: Uint8Array): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(json))
    if (Array.isArray(parts) && parts.length === 3) return parts
  } catch {}
  throw refuseCursor('damaged')
}

const messages: Readonly<Record<CursorFault, string>> = {
  damaged: 'The cursor is damaged, or was not given out by this server.',
  version: 'The cursor was given out by another version of this server.',
  tool: 'The cursor was given out by another tool.',
  filters:
    'The cursor was given out for other arguments: filters and order must stay the same from page to page.',
  lost: 'The place that the cursor stands for is no longer in the list.',
}

/** The refusal of a cursor. */
export const refuseCursor = (fault: CursorFault): Refusal =>
  new Refusal('invalid_cursor', {
    message: messages[fault],
    path: 'cursor',
    hint: 'Start again without a cursor.',
    details: { fault },
  })
