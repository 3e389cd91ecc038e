import { Buffer } from 'node:buffer'
import { inflateSync } from 'node:zlib'
import { EditError } from '../state/edit-error.ts'

const most = 4 * 1024 * 1024
const hex = /^(?:[\da-f]{2})*$/i
const compressed = /^gz\d\d(?<packed>[\d+/=a-z]+)$/i

/** Decodes a blob of a sidecar, hex or compressed, to lowercase hex. */
export function decodeBlob(text: string, where: string): string {
  if (hex.test(text) && text.length <= most * 2) return text.toLowerCase()
  const packed = compressed.exec(text)?.groups?.packed
  if (packed === undefined) throw damaged(where)
  try {
    // Without the limit a few bytes could inflate to all the memory there is.
    return inflateSync(Buffer.from(packed, 'base64'), { maxOutputLength: most }).toString('hex')
  } catch {
    throw damaged(where)
  }
}

const damaged = (where: string) =>
  new EditError(
    'invalid_input',
    `The sidecar cannot be read: ${where} is neither hex nor compressed data.`,
    { hint: 'Give an XMP sidecar as darktable writes it.' },
  )
