import { stat } from 'node:fs/promises'
import { ifThere } from '../../disk/if-there.ts'
import { DarkroomError } from '../../errors/darkroom-error.ts'
import type { ImageFacts } from './image-facts.ts'
import { hashFile } from './inspect-photo.ts'

/**
 * Returns the path of an original; throws if it is not the file that was ingested. A file of the
 * same size and time is the same; any other is hashed.
 */
export async function checkOriginal(
  path: string,
  { bytes, modified_ms, sha256, file }: ImageFacts,
): Promise<string> {
  const found = await ifThere(stat(path))
  if (found === undefined) {
    throw new DarkroomError('state_error', `The original ${file} is not where it was.`, {
      hint:
        `Put it back, or let the link raw/${file} in the workspace lead to its new place; ` +
        'the edit is kept.',
      details: { file },
    })
  }
  const isSameSize = found.size === bytes
  if (isSameSize && (found.mtimeMs === modified_ms || (await hashFile(path)) === sha256))
    return path
  throw new DarkroomError(
    'state_error',
    `The original ${file} is not the file that was ingested; it has changed since.`,
    {
      hint: 'Put the old file back, or ingest the new one under another image_id.',
      details: { file },
    },
  )
}
