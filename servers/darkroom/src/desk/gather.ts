import type { Workspace, Workspaces } from '../workspace/create-workspaces.ts'
import { toTime } from './filters.ts'
import { openImages } from './open-images.ts'

/** The items to gather. */
export interface GatherOptions<Item> {
  readonly workspaces: Workspaces
  /** Only those of this image; default: of all. */
  readonly image?: string | undefined
  /** Only those that are not older; a time or an age, as callers write it. */
  readonly since?: string | undefined
  readonly now: Date
  readonly read: (workspace: Workspace) => Promise<readonly Item[]>
  /** Returns a time in ISO 8601, UTC. */
  readonly timeOf: (item: Item) => string
}

/** Reads items of one image or of all, the newest first. */
export async function gather<Item>({
  workspaces,
  image,
  since,
  now,
  read,
  timeOf,
}: GatherOptions<Item>): Promise<readonly Item[]> {
  const from = toTime(since, now)
  const opened = await openImages(workspaces, image)
  const items = (await Promise.all(opened.map(read))).flat()
  return items
    .filter((item) => Date.parse(timeOf(item)) >= from)
    .toSorted((a, b) => (timeOf(a) < timeOf(b) ? 1 : -1))
}
