import { type FileHandle, open } from 'node:fs/promises'
import { failedWith } from './failed-with.ts'

/** Returns the bytes of a file, cut after the limit, or undefined if there is no such file. */
export async function readFileBytes(
  path: string,
  maxBytes: number,
): Promise<Uint8Array | undefined> {
  try {
    const file = await open(path, 'r')
    try {
      return await readBytes(file, maxBytes)
    } finally {
      await file.close()
    }
  } catch (thrown) {
    if (failedWith(thrown, 'ENOENT')) return undefined
    throw thrown
  }
}

async function readBytes(file: FileHandle, maxBytes: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(Math.min((await file.stat()).size, maxBytes))
  let length = 0
  while (length < bytes.length) {
    const { bytesRead } = await file.read(bytes, length, bytes.length - length, length)
    if (bytesRead === 0) break
    length += bytesRead
  }
  return bytes.subarray(0, length)
}
