import type { Workspace, Workspaces } from '../workspace/create-workspaces.ts'
import { toTime } from './filters.ts'
import { openImages } from './open-images.ts'

/** What to look at. */
export interface GatherOptions<Item> {
  readonly workspaces: Workspaces
  /** Only this image; default: all. */
  readonly image?: string | undefined
  /** Only what is not older, as callers write it. */
  readonly since?: string | undefined
  readonly now: Date
  readonly read: (workspace: Workspace) => Promise<readonly Item[]>
  /** In ISO 8601, UTC. */
  readonly timeOf: (item: Item) => string
}

/** What is read of one image or of all, the newest first. */
export async function gather<Item>({
  workspaces,
  image,
  since,
  now,
  read,
  timeOf,
}: GatherOptions<Item>): Promise<readonly Item[]> {
  const from = toTime(since, now)
  const items = (await Promise.all((await openImages(workspaces, image)).map(read))).flat()
  return items
    .filter((item) => Date.parse(timeOf(item)) >= from)
    .toSorted((a, b) => (timeOf(a) < timeOf(b) ? 1 : -1))
}
