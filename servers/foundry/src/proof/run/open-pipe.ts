import { execFile } from 'node:child_process'
import { closeSync, constants, openSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'

/** A pipe with both ends in this process. */
export interface Pipe {
  readonly reader: Readable
  /** A descriptor to give to a process, and to close then. */
  readonly writer: number
}

const run = promisify(execFile)

/**
 * Opens a real pipe, or returns undefined if the system does not give one. What Node gives to
 * processes is a socket: two streams of it are not in order, and `/dev/stderr` cannot be opened.
 */
export async function openPipe(): Promise<Pipe | undefined> {
  let folder: string | undefined
  try {
    folder = await mkdtemp(join(tmpdir(), 'foundry-pipe-'))
    const path = join(folder, 'pipe')
    await run('mkfifo', ['-m', '600', path])
    return openEnds(path)
  } catch {
    return undefined
  } finally {
    // An open pipe needs no name.
    if (folder !== undefined) await rm(folder, { recursive: true, force: true })
  }
}

function openEnds(path: string): Pipe {
  // Opened first and without waiting, the reader lets the writer open at once.
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const writer = openSync(path, constants.O_WRONLY)
    return { reader: new Socket({ fd: descriptor, readable: true, writable: false }), writer }
  } catch (error) {
    closeSync(descriptor)
    throw error
  }
}
