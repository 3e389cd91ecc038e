import type { Workspaces } from '../workspace/create-workspaces.ts'

/** The ids of images that start with what was typed. */
export const completeImage = (workspaces: Workspaces) => async (typed: string) =>
  (await workspaces.list()).filter((id) => id.startsWith(typed))
