import { createReadStream } from 'node:fs'
import { access, writeFile } from 'node:fs/promises'
import { type Readable, addAbortSignal } from 'node:stream'
import type { CliFiles, FileFault } from '../../../faces/cli/commands/io.ts'

/**
 * Gives access to the files of this machine, with the rights of this process; an abort ends the
 * wait for standard input.
 */
export const createCliFiles = (signal: AbortSignal, stdin: Readable = process.stdin): CliFiles => ({
  async read(path, mostBytes) {
    try {
      const input = path === '-' ? addAbortSignal(signal, stdin) : createReadStream(path)
      const bytes = await readSome(input, mostBytes)
      if (bytes.length > mostBytes) return { fault: 'too_large' }
      const text = toText(bytes)
      if (text === undefined) return { fault: 'not_text' }
      return { text }
    } catch (thrown) {
      return { fault: toFault(thrown) }
    }
  },
  exists: (path) =>
    access(path).then(
      () => true,
      () => false,
    ),
  write: (path, text, overwrite) =>
    writeFile(path, text, { flag: overwrite ? 'w' : 'wx' }).then(() => undefined, toFault),
})

/** Reads an input until it ends or is too large: it may never end. */
async function readSome(input: Readable, mostBytes: number): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of input) {
    // The cast names what a stream without an encoding gives.
    const bytes = chunk as Buffer
    chunks.push(bytes)
    size += bytes.length
    if (size > mostBytes) break
  }
  return Buffer.concat(chunks)
}

function toText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function toFault(thrown: unknown): FileFault {
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : ''
  return faults.get(code) ?? 'failed'
}

const faults: ReadonlyMap<string, FileFault> = new Map([
  ['ENOENT', 'missing'],
  ['ENOTDIR', 'missing'],
  ['EACCES', 'forbidden'],
  ['EPERM', 'forbidden'],
  ['EROFS', 'forbidden'],
  ['EISDIR', 'folder'],
  ['EEXIST', 'exists'],
  ['ENOSPC', 'too_large'],
  ['EFBIG', 'too_large'],
])
