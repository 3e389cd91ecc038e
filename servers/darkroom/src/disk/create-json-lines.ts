import { type FileHandle, open } from 'node:fs/promises'
import { ifThere } from './if-there.ts'

/** A file with one JSON value per line, of which whole lines count only. */
export interface JsonLines {
  /** Adds a line durably, or leaves the file as it was; only one may add at a time. */
  append(record: unknown): Promise<void>
  /** The newest records, the newest first; lines that are not JSON are passed over. */
  newest(most: number): Promise<readonly unknown[]>
  /** Takes the newest line back. */
  dropNewest(): Promise<void>
}

const chunkBytes = 65_536
const newline = 0x0a

/** The lines of a file, which need not be there yet. */
export const createJsonLines = (path: string): JsonLines => ({
  append: (record) =>
    withFile(path, 'a+', async (file) => {
      const { size, end } = await measure(file)
      if (end < size) await file.truncate(end)
      try {
        await file.writeFile(`${JSON.stringify(record)}\n`)
        await file.sync()
      } catch (thrown) {
        await file.truncate(end)
        throw thrown
      }
    }),
  newest: async (most) =>
    (await ifThere(
      withFile(path, 'r', async (file) => readNewest(file, (await file.stat()).size, most)),
    )) ?? [],
  dropNewest: () =>
    withFile(path, 'r+', async (file) => {
      const { end } = await measure(file)
      await file.truncate(end === 0 ? 0 : await lastNewline(file, end - 1))
      await file.sync()
    }),
})

async function withFile<T>(
  path: string,
  flags: string,
  work: (file: FileHandle) => Promise<T>,
): Promise<T> {
  const file = await open(path, flags)
  try {
    return await work(file)
  } finally {
    await file.close()
  }
}

/** The size of a file, and where its last whole line ends; what stands after that was torn off. */
async function measure(file: FileHandle): Promise<{ readonly size: number; readonly end: number }> {
  const { size } = await file.stat()
  const isWhole = size === 0 || (await readRange(file, size - 1, size))[0] === newline
  return { size, end: isWhole ? size : await lastNewline(file, size) }
}

/** The place after the last newline before `end`. */
async function lastNewline(file: FileHandle, end: number): Promise<number> {
  for (let to = end; to > 0; to -= chunkBytes) {
    const from = Math.max(0, to - chunkBytes)
    const found = (await readRange(file, from, to)).lastIndexOf(newline)
    if (found >= 0) return from + found + 1
  }
  return 0
}

async function readRange(file: FileHandle, from: number, to: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(to - from), 0, to - from, from)
  return buffer.subarray(0, bytesRead)
}

async function readNewest(
  file: FileHandle,
  size: number,
  most: number,
): Promise<readonly unknown[]> {
  const records: unknown[] = []
  let tail: Buffer = Buffer.alloc(0)
  for (let to = size; to > 0 && records.length < most;) {
    const from = Math.max(0, to - chunkBytes)
    const chunk = await readRange(file, from, to)
    // What stands after the last newline was torn off.
    const read =
      to === size ? chunk.subarray(0, chunk.lastIndexOf(newline) + 1) : Buffer.concat([chunk, tail])
    const first = read.indexOf(newline)
    // A line longer than a chunk is gathered until its beginning is found.
    const whole = from === 0 ? 0 : first < 0 ? read.length : first + 1
    records.push(...parseLines(read.subarray(whole).toString()))
    tail = read.subarray(0, whole)
    to = from
  }
  return records.slice(0, most)
}

const parseLines = (text: string): readonly unknown[] =>
  text
    .split('\n')
    .toReversed()
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as unknown]
      } catch {
        return []
      }
    })
