import { type FileHandle, open } from 'node:fs/promises'
import { ifThere } from './if-there.ts'

/** A file with one JSON value per line; only whole lines count. */
export interface JsonLines {
  /** Adds a line durably, or leaves the file unchanged. There must be one writer at a time. */
  append(record: unknown): Promise<void>
  /** Returns the newest records, the newest first; lines that are not JSON are skipped. */
  newest(most: number): Promise<readonly unknown[]>
  /** Removes the newest line. */
  dropNewest(): Promise<void>
}

const chunkBytes = 65_536
const newline = 0x0a

/** Opens the lines of a file, which need not exist yet. */
export function createJsonLines(path: string): JsonLines {
  return {
    append: (record) => withFile(path, 'a+', (file) => append(file, record)),
    newest: async (most) =>
      (await ifThere(withFile(path, 'r', (file) => readNewest(file, most)))) ?? [],
    dropNewest: () => withFile(path, 'r+', dropNewest),
  }
}

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

async function append(file: FileHandle, record: unknown): Promise<void> {
  const { size, end } = await measure(file)
  if (end < size) await file.truncate(end)
  try {
    await file.writeFile(`${JSON.stringify(record)}\n`)
    await file.sync()
  } catch (thrown) {
    await file.truncate(end)
    throw thrown
  }
}

async function dropNewest(file: FileHandle): Promise<void> {
  const { end } = await measure(file)
  await file.truncate(end === 0 ? 0 : await lastNewline(file, end - 1))
  await file.sync()
}

/** The size of a file, and the end of its last whole line; the rest is a torn line. */
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

/** Reads chunks from the end of the file until there are enough records. */
async function readNewest(file: FileHandle, most: number): Promise<readonly unknown[]> {
  const { size } = await file.stat()
  const records: unknown[] = []
  let tail: Buffer = Buffer.alloc(0)
  for (let to = size; to > 0 && records.length < most;) {
    const from = Math.max(0, to - chunkBytes)
    const chunk = await readRange(file, from, to)
    const bytes = to === size ? withoutTornLine(chunk) : Buffer.concat([chunk, tail])
    const start = from === 0 ? 0 : firstWholeLine(bytes)
    records.push(...parseLines(bytes.subarray(start).toString()))
    tail = bytes.subarray(0, start)
    to = from
  }
  return records.slice(0, most)
}

const withoutTornLine = (chunk: Buffer): Buffer => chunk.subarray(0, chunk.lastIndexOf(newline) + 1)

/** The start of the first whole line; the end of the bytes if the line began before them. */
function firstWholeLine(bytes: Buffer): number {
  const first = bytes.indexOf(newline)
  return first < 0 ? bytes.length : first + 1
}

/** The newest line comes last in the file. */
function parseLines(text: string): readonly unknown[] {
  const records: unknown[] = []
  for (const line of text.split('\n').toReversed()) {
    try {
      records.push(JSON.parse(line) as unknown)
    } catch {
      // A line that is not JSON is skipped.
    }
  }
  return records
}
