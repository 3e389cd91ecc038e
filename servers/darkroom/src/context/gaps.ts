import { unlink } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { createJsonLines } from '../disk/create-json-lines.ts'
import { ifThere } from '../disk/if-there.ts'
import type { Workspace, Workspaces } from '../workspace/create-workspaces.ts'

/** The schema of a gap: something that was wanted and that no vocabulary entry does. */
export const Gap = z.object({
  timestamp: z.string().describe('When, in UTC, to the second'),
  image_id: z.string(),
  session_id: z.string().nullable(),
  snapshot_hash: z.string().nullable().describe('The snapshot that HEAD was on'),
  description: z.string(),
  workaround: z.string(),
  intent: z.string().nullable(),
  intent_category: z.string(),
  missing_capability: z.string().nullable(),
  operations_involved: z.array(z.string()),
  vocabulary_used: z.array(z.string()),
  satisfaction: z.literal([-1, 0, 1]).nullable(),
  notes: z.string(),
})

/** Something that was wanted and that no vocabulary entry does. */
export type Gap = z.output<typeof Gap>

const file = 'vocabulary_gaps.jsonl'

/** Adds a gap to those of an image, and returns the path of the file. */
export async function recordGap(
  { folder }: Workspace,
  { locks }: Workspaces,
  gap: Gap,
): Promise<string> {
  const path = join(folder, file)
  await locks.hold(join(folder, 'lock'), () => createJsonLines(path).append(gap))
  return path
}

/** Removes the gaps of an image, and returns their number. */
export const clearGaps = (
  workspace: Workspace,
  { locks }: Workspaces,
  most: number,
): Promise<number> =>
  locks.hold(join(workspace.folder, 'lock'), async () => {
    const { length } = await readGaps(workspace, most)
    await ifThere(unlink(join(workspace.folder, file)))
    return length
  })

/** Reads the newest gaps of an image, the newest first. */
export async function readGaps({ folder }: Workspace, most: number): Promise<readonly Gap[]> {
  const gaps: Gap[] = []
  for (const line of await createJsonLines(join(folder, file)).newest(most)) {
    const read = Gap.safeParse(line)
    if (read.success) gaps.push(read.data)
  }
  return gaps
}
