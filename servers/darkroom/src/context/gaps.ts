import { unlink } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { createJsonLines } from '../disk/create-json-lines.ts'
import { ifThere } from '../disk/if-there.ts'
import type { Workspace, Workspaces } from '../workspace/create-workspaces.ts'

/** Something that was wanted and that no vocabulary entry does. */
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

/** A gap that was read. */
export type Gap = z.output<typeof Gap>

const file = 'vocabulary_gaps.jsonl'

/** Adds a gap to those of an image, and tells where. */
export async function recordGap(
  { folder }: Workspace,
  { locks }: Workspaces,
  gap: Gap,
): Promise<string> {
  const path = join(folder, file)
  await locks.hold(join(folder, 'lock'), () => createJsonLines(path).append(gap))
  return path
}

/** Forgets the gaps of an image, and tells how many there were. */
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

/** The newest gaps of an image, the newest first. */
export const readGaps = async ({ folder }: Workspace, most: number): Promise<readonly Gap[]> =>
  (await createJsonLines(join(folder, file)).newest(most)).flatMap((line) => {
    const read = Gap.safeParse(line)
    return read.success ? [read.data] : []
  })
