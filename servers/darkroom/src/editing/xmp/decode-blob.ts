import { Buffer } from 'node:buffer'
import { inflateSync } from 'node:zlib'
import { EditError } from '../state/edit-error.ts'

const most = 4 * 1024 * 1024

/** A blob of a sidecar, hex or compressed, as lowercase hex. */
export function decodeBlob(text: string, where: string): string {
  if (/^(?:[\da-f]{2})*$/i.test(text) && text.length <= most * 2) return text.toLowerCase()
  const [, packed] = /^gz\d\d([\d+/=a-z]+)$/i.exec(text) ?? []
  if (packed === undefined) throw damaged(where)
  try {
    // The limit keeps a few bytes from unfolding into all the memory there is.
    return inflateSync(Buffer.from(packed, 'base64'), { maxOutputLength: most }).toString('hex')
  } catch {
    throw damaged(where)
  }
}

const damaged = (where: string) =>
  new EditError(
    'invalid_input',
    `The sidecar cannot be read: ${where} is neither hex nor compressed data.`,
    {
      hint: 'Give an XMP sidecar as darktable writes it.',
    },
  )
