import * as z from 'zod'
import { type EditState, describeState, readXmp, writeXmp } from '../editing/index.ts'
import type { Workspace } from '../workspace/create-workspaces.ts'
import type { EditOptions, HeadState } from '../workspace/versions/create-repository.ts'

/** The schema of a state in numbers. */
export const StateAfter = z.object({
  head_hash: z.string().nullable().describe('The snapshot that HEAD is on; null if there is none'),
  entry_count: z.int().describe('Modules in the history'),
  enabled_count: z.int().describe('Modules that are switched on'),
  layers_present: z
    .object({ L1: z.boolean(), L2: z.boolean(), L3: z.boolean() })
    .describe('Layers that have a module that is switched on'),
})

/** A state in numbers. */
export type StateAfter = z.output<typeof StateAfter>

/** The schema of the result of every tool that makes a snapshot. */
export const Edited = z.object({
  state_after: StateAfter,
  snapshot_hash: z.string().describe('The new snapshot'),
})

/** Describes the state of a snapshot in numbers. */
export const toStateAfter = (head: string, state: EditState): StateAfter => ({
  head_hash: head,
  ...describeState(state),
})

/** Describes the state of HEAD in numbers. */
export const describeHead = ({ hash, text }: HeadState): StateAfter =>
  toStateAfter(hash, readXmp(text))

/** Changes the state of HEAD, and keeps the result as a new snapshot. */
export async function editState(
  workspace: Workspace,
  { label, ...options }: EditOptions & { readonly label: string },
  change: (state: EditState) => EditState,
): Promise<z.output<typeof Edited>> {
  let after: EditState | undefined
  const { hash, text } = await workspace.repository.edit(
    label,
    (before) => {
      after = change(readXmp(before))
      return writeXmp(after)
    },
    options,
  )
  return { state_after: toStateAfter(hash, after ?? readXmp(text)), snapshot_hash: hash }
}
