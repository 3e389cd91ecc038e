import type { Workspaces } from '../workspace/create-workspaces.ts'

/** Creates a function that completes the id of an image. */
export const completeImage = (workspaces: Workspaces) => async (typed: string) => {
  const ids = await workspaces.list()
  return ids.filter((id) => id.startsWith(typed))
}
