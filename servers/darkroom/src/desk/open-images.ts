import type { Workspace, Workspaces } from '../workspace/create-workspaces.ts'

/** The workspace of one image, or of all. */
export const openImages = async (
  workspaces: Workspaces,
  image: string | undefined,
): Promise<readonly Workspace[]> =>
  Promise.all(
    (image === undefined ? await workspaces.list() : [image]).map((id) =>
      workspaces.open(id, 'image'),
    ),
  )
