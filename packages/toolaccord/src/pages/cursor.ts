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

/** The bytes that this many characters of base64url encode. */
const maxBytes = (maxCursorLength / 4) * 3

/** The reason why a cursor is refused; callers see it in `details.fault`. */
export type CursorFault = 'damaged' | 'version' | 'tool' | 'filters' | 'lost'

/** First in every cursor: a mark, and the version of its form. */
const head = [0x74, 1] as const

/**
 * Writes a position in a list as a string: the head, JSON of scope and key, and a signature if
 * there is a signer.
 */
export async function encodeCursor(
  { tool, query }: CursorScope,
  key: PageKey,
  signer?: Signer,
): Promise<string> {
  if (!isPageKey(key))
    throw new TypeError(
      `${tool}: the key of an item must be a string, number, boolean or null, ` +
        'or an array of these.',
    )
  const json = new TextEncoder().encode(JSON.stringify([tool, query, key]))
  const size = head.length + json.length + (signer === undefined ? 0 : signatureBytes)
  if (size > maxBytes)
    throw new RangeError(
      `${tool}: the key of an item makes a cursor of ${size} bytes; ` +
        `the limit is ${maxBytes}. Sort by something shorter.`,
    )
  const content = Uint8Array.of(...head, ...json)
  if (signer === undefined) return toBase64Url(content)
  return toBase64Url(Uint8Array.of(...content, ...(await signer.sign(content))))
}

/** Reads the key of a cursor that was given out for this list; throws a Refusal for any other. */
export async function decodeCursor(
  text: string,
  { tool, query }: CursorScope,
  signer?: Signer,
): Promise<PageKey> {
  if (text.length > maxCursorLength) throw toCursorRefusal('damaged')
  const bytes = fromBase64Url(text)
  if (bytes === undefined || bytes[0] !== head[0]) throw toCursorRefusal('damaged')
  if (bytes[1] !== head[1]) throw toCursorRefusal('version')
  const content = await readSigned(bytes, signer)
  const [itsTool, itsQuery, key] = parse(content.subarray(head.length))
  if (itsTool !== tool) throw toCursorRefusal('tool')
  if (itsQuery !== query) throw toCursorRefusal('filters')
  if (!isPageKey(key)) throw toCursorRefusal('damaged')
  return key
}

async function readSigned(
  bytes: Uint8Array<ArrayBuffer>,
  signer: Signer | undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  if (signer === undefined) return bytes
  const content = bytes.subarray(0, -signatureBytes)
  const signature = bytes.subarray(-signatureBytes)
  if (await signer.verify(content, signature)) return content
  throw toCursorRefusal('damaged')
}

function parse(json: Uint8Array): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(json))
    if (Array.isArray(parts) && parts.length === 3) return parts
  } catch {}
  throw toCursorRefusal('damaged')
}

const messages: Readonly<Record<CursorFault, string>> = {
  damaged: 'The cursor is damaged, or was not given out by this server.',
  version: 'The cursor was given out by another version of this server.',
  tool: 'The cursor was given out by another tool.',
  filters:
    'The cursor was given out for other arguments: ' +
    'filters and order must stay the same from page to page.',
  lost: 'The place of the cursor is no longer in the list.',
}

/** Makes the error to throw for a cursor that is refused. */
export const toCursorRefusal = (fault: CursorFault): Refusal =>
  new Refusal('invalid_cursor', {
    message: messages[fault],
    path: 'cursor',
    hint: 'Start again without a cursor.',
    details: { fault },
  })
