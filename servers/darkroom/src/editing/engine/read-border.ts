import { Buffer } from 'node:buffer'
import type { Border } from '../geometry/frame.ts'
import { readXmp } from '../xmp/read-xmp.ts'

const smallest = 16

/**
 * The border of the sensor that darktable cuts off, from the sidecar inside a picture that it
 * wrote; none for developed photos.
 */
export function readBorder(picture: string): Border {
  const [sidecar] = /<x:xmpmeta[^]*<\/x:xmpmeta>/.exec(picture) ?? []
  const entries = sidecar === undefined ? [] : readXmp(sidecar).entries
  const bytes = Buffer.from(
    entries.find(({ operation }) => operation === 'rawprepare')?.params ?? '',
    'hex',
  )
  if (bytes.length < smallest) return { left: 0, top: 0, right: 0, bottom: 0 }
  return {
    left: bytes.readInt32LE(0),
    top: bytes.readInt32LE(4),
    right: bytes.readInt32LE(8),
    bottom: bytes.readInt32LE(12),
  }
}
