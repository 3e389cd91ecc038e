import { randomUUID } from 'node:crypto'
import { open, readFile, rename, stat, unlink } from 'node:fs/promises'
import { FoundryError } from '../errors/foundry-error.ts'
import type { Finding } from '../findings/finding.ts'
import { mergeSpecTexts } from './merge-spec-texts.ts'

/** The files that git names to a merge driver. */
export interface MergeFiles {
  /** `%O`: the common version. It is empty if both branches added the file. */
  readonly base: string
  /** `%A`: our version. The merged text is written here. */
  readonly ours: string
  /** `%B`: their version. */
  readonly theirs: string
  /** `%P`: the path of the spec in the repository. It is only named, not read. */
  readonly path: string
}

/** What the driver ends with. */
export interface DriverResult {
  /** 0 if the file is merged; 1 if it could not be, and then git's file is as it was. */
  readonly exit: 0 | 1
  /** What a person should read, one line each. */
  readonly lines: readonly string[]
}

const maxBytes = 32 * 1024 * 1024

/**
 * Merges the three files of a spec for git. Values that both branches changed are decided and kept
 * as conflicts in the spec, so git has nothing to ask: they are lines to read, and the exit is 0.
 */
export async function runMergeDriver(files: MergeFiles): Promise<DriverResult> {
  const name = toPrintable(files.path)
  try {
    const [base, ours, theirs] = await Promise.all([
      readText(files.base, 'the common version'),
      readText(files.ours, 'our version'),
      readText(files.theirs, 'their version'),
    ])
    const { text, conflicts } = mergeSpecTexts({ base, ours, theirs })
    if (text !== ours) await replaceFile(files.ours, text)
    return { exit: 0, lines: conflicts.map((finding) => toLine(name, finding)) }
  } catch (thrown) {
    return { exit: 1, lines: [`${name}: ${toReason(thrown)}`] }
  }
}

async function readText(path: string, what: string): Promise<string> {
  try {
    const { size } = await stat(path)
    if (size <= maxBytes) return decode(await readFile(path))
  } catch (thrown) {
    if (thrown instanceof TypeError) {
      throw new FoundryError('INVALID_SPEC', `In this file ${what} is not UTF-8.`, {
        hint: 'Write it as UTF-8 on its branch and commit it, then merge again.',
      })
    }
    throw new FoundryError('STORAGE_FAILED', `For this file ${what} could not be read.`, {
      hint: 'Name the files as git does: foundry merge %O %A %B %P.',
    })
  }
  throw new FoundryError('INVALID_SPEC', `In this file ${what} has more than ${maxBytes} bytes.`, {
    hint: 'Make it smaller on its branch, such as by archiving phases, then merge again.',
  })
}

/** Bytes that are not UTF-8 would be lost if they were read as text. */
const decode = (bytes: Uint8Array): string =>
  new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)

/** Writes a draft beside the file and puts it in the place of the file, so it is never half. */
async function replaceFile(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomUUID()}`
  try {
    const { mode } = await stat(path)
    const file = await open(draft, 'wx', mode)
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } catch {
    await unlink(draft).catch(() => {})
    throw new FoundryError('STORAGE_FAILED', 'The merged text could not be written.', {
      hint: 'Look at the space and the rights of the repository, then merge again.',
    })
  }
}

const toLine = (name: string, { code, path, message, hint = '' }: Finding): string =>
  toPrintable(`${name}: ${code} at ${path}: ${message} ${hint}`.trimEnd())

function toReason(thrown: unknown): string {
  if (!(thrown instanceof FoundryError)) {
    return 'INTERNAL_ERROR: It could not be merged, and is as it was. Merge it by hand.'
  }
  const { code, message, options } = thrown
  return toPrintable(`${code}: ${message} ${options.hint ?? ''}`.trimEnd())
}

/** A line must stay a line, and a title must not steer the terminal. */
const toPrintable = (text: string): string => text.replaceAll(/\p{Cc}/gu, '?')
