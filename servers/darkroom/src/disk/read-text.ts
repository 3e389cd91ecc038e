import { open, readFile } from 'node:fs/promises'
import { ifThere } from './if-there.ts'

/** Nearly all of our files are shorter, so one read is enough for them. */
const firstBytes = 65_536

/** Reads a small file; returns undefined if it does not exist, throws if it is over the limit. */
export async function readText(path: string, mostBytes: number): Promise<string | undefined> {
  const file = await ifThere(open(path, 'r'))
  if (file === undefined) return undefined
  try {
    // Asking for one byte more than expected shows if there is more, without a call for the size.
    const expected = Math.min(mostBytes, firstBytes)
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(expected + 1))
    if (bytesRead <= expected) return buffer.toString('utf8', 0, bytesRead)
    const { size } = await file.stat()
    if (size > mostBytes)
      throw new RangeError(`${path} has ${size} bytes; at most ${mostBytes} are read`)
    return readFile(path, 'utf8')
  } finally {
    await file.close()
  }
}
