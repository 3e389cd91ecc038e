import { Buffer } from 'node:buffer'
import type { Border } from '../geometry/frame.ts'
import { readXmp } from '../xmp/read-xmp.ts'

const smallest = 16
const noBorder: Border = { left: 0, top: 0, right: 0, bottom: 0 }

/**
 * Reads the border of the sensor that darktable cuts off, from the sidecar inside a rendered
 * picture. Developed photos have no border.
 */
export function readBorder(picture: string): Border {
  const sidecar = /<x:xmpmeta[^]*<\/x:xmpmeta>/.exec(picture)?.[0]
  if (sidecar === undefined) return noBorder
  const prepare = readXmp(sidecar).entries.find(({ operation }) => operation === 'rawprepare')
  const bytes = Buffer.from(prepare?.params ?? '', 'hex')
  if (bytes.length < smallest) return noBorder
  return {
    left: bytes.readInt32LE(0),
    top: bytes.readInt32LE(4),
    right: bytes.readInt32LE(8),
    bottom: bytes.readInt32LE(12),
  }
}
