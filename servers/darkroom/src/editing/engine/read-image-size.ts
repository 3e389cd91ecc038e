import { open } from 'node:fs/promises'

/** Width and height in pixels. */
export interface ImageSize {
  readonly width: number
  readonly height: number
}

const headLength = 256 * 1024

/** Reads the size of a JPEG or PNG file; returns undefined if the file is missing or damaged. */
export async function readImageSize(path: string): Promise<ImageSize | undefined> {
  const file = await open(path, 'r').catch(() => undefined)
  if (file === undefined) return undefined
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headLength), 0, headLength, 0)
    const head = buffer.subarray(0, bytesRead)
    return pngSize(head) ?? jpegSize(head)
  } finally {
    await file.close()
  }
}

function pngSize(head: Buffer): ImageSize | undefined {
  if (head.length < 24 || head.toString('latin1', 1, 4) !== 'PNG') return undefined
  return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) }
}

/** Walks over the segments to the frame header, ITU T.81 B.2.2. */
function jpegSize(head: Buffer): ImageSize | undefined {
  if (head.length < 4 || head.readUInt16BE(0) !== 0xff_d8) return undefined
  let at = 2
  while (at + 9 <= head.length && head[at] === 0xff) {
    const marker = head.readUInt8(at + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { width: head.readUInt16BE(at + 7), height: head.readUInt16BE(at + 5) }
    at += 2 + head.readUInt16BE(at + 2)
  }
  return undefined
}
