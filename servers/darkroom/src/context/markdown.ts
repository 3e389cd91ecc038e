import { join } from 'node:path'
import { readText } from '../disk/read-text.ts'
import { writeFileAtomically } from '../disk/write-file-atomically.ts'
import { DarkroomError } from '../errors/darkroom-error.ts'

/** More than anybody writes by hand. */
const mostBytes = 1_048_576

/** Reads a file that people also write by hand; returns an empty string if there is none. */
export const readMarkdown = async (path: string): Promise<string> =>
  (await readText(path, mostBytes)) ?? ''

/**
 * Adds a block of Markdown at the end, after a blank line, and returns the path. If the block is
 * already there, it is not added again, so that a retry does no harm.
 */
export async function appendMarkdown(
  folder: string,
  file: string,
  content: string,
  drafts: string,
): Promise<string> {
  const path = join(folder, file)
  const after = withBlock((await readMarkdown(path)).trimEnd(), content.trim())
  if (Buffer.byteLength(after) > mostBytes)
    throw new DarkroomError('state_error', `${file} would be longer than ${mostBytes} bytes.`, {
      hint: 'Shorten it by hand first.',
    })
  await writeFileAtomically(path, `${after}\n`, drafts)
  return path
}

function withBlock(text: string, block: string): string {
  if (text === '') return block
  const isThere = text === block || text.endsWith(`\n\n${block}`)
  return isThere ? text : `${text}\n\n${block}`
}
