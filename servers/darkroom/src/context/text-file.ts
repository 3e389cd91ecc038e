import { join } from 'node:path'
import { DarkroomError } from '../darkroom-error.ts'
import { readText } from '../workspace/disk.ts'
import { writeFileAtomically } from '../workspace/write-file-atomically.ts'

/** More than anybody writes by hand. */
export const mostTextBytes = 1_048_576

/** The text of a file that people write too; empty when there is none. */
export const readNotes = async (path: string): Promise<string> =>
  (await readText(path, mostTextBytes)) ?? ''

/**
 * Adds a block of Markdown at the end, set off by a blank line; a block that stands there already
 * is not added again, so that a retry does no harm.
 */
export async function appendBlock(
  folder: string,
  file: string,
  content: string,
  drafts: string,
): Promise<string> {
  const path = join(folder, file)
  const before = (await readNotes(path)).trimEnd()
  const block = content.trim()
  const after =
    before === ''
      ? block
      : before === block || before.endsWith(`\n\n${block}`)
        ? before
        : `${before}\n\n${block}`
  if (Buffer.byteLength(after) > mostTextBytes)
    throw new DarkroomError('state_error', `${file} would be longer than ${mostTextBytes} bytes.`, {
      hint: 'Shorten it by hand first.',
    })
  await writeFileAtomically(path, `${after}\n`, drafts)
  return path
}
