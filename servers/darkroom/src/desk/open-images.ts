import type { Workspace, Workspaces } from '../workspace/create-workspaces.ts'

/** Opens the workspace of one image, or of all. */
export async function openImages(
  workspaces: Workspaces,
  image: string | undefined,
): Promise<readonly Workspace[]> {
  const ids = image === undefined ? await workspaces.list() : [image]
  return Promise.all(ids.map((id) => workspaces.open(id, 'image')))
}
