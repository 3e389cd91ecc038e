import { join } from 'node:path'
import { readText } from '../disk/read-text.ts'
import { writeFileAtomically } from '../disk/write-file-atomically.ts'
import { DarkroomError } from '../errors/darkroom-error.ts'

/** More than anybody writes by hand. */
export const mostBytes = 1_048_576

/** The text of a file that people write too; empty when there is none. */
export const readMarkdown = async (path: string): Promise<string> =>
  (await readText(path, mostBytes)) ?? ''

/**
 * Adds a block of Markdown at the end, set off by a blank line; a block that stands there already
 * is not added again, so that a retry does no harm.
 */
export async function appendMarkdown(
  folder: string,
  file: string,
  content: string,
  drafts: string,
): Promise<string> {
  const path = join(folder, file)
  const before = (await readMarkdown(path)).trimEnd()
  const block = content.trim()
  const after =
    before === ''
      ? block
      : before === block || before.endsWith(`\n\n${block}`)
        ? before
        : `${before}\n\n${block}`
  if (Buffer.byteLength(after) > mostBytes)
    throw new DarkroomError('state_error', `${file} would be longer than ${mostBytes} bytes.`, {
      hint: 'Shorten it by hand first.',
    })
  await writeFileAtomically(path, `${after}\n`, drafts)
  return path
}
