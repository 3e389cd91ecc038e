import * as z from 'zod'
import { type EditState, describeState, readXmp, writeXmp } from '../editing/index.ts'
import type { Workspace } from '../workspace/create-workspaces.ts'
import type { HeadState } from '../workspace/versions/create-repository.ts'

/** A state in numbers. */
export const StateAfter = z.object({
  head_hash: z
    .string()
    .nullable()
    .describe('The snapshot that HEAD is on; null when there is none'),
  entry_count: z.int().describe('Modules in the history'),
  enabled_count: z.int().describe('Modules that are switched on'),
  layers_present: z
    .object({ L1: z.boolean(), L2: z.boolean(), L3: z.boolean() })
    .describe('Layers that hold a module which is switched on'),
})

/** A state in numbers, as it was made. */
export type StateAfter = z.output<typeof StateAfter>

/** What every tool answers with that makes a snapshot. */
export const Edited = z.object({
  state_after: StateAfter,
  snapshot_hash: z.string().describe('The new snapshot'),
})

/** A state that a snapshot holds, in numbers. */
export const toStateAfter = (head: string, state: EditState): StateAfter => ({
  head_hash: head,
  ...describeState(state),
})

/** The state that HEAD is on, in numbers. */
export const describeHead = ({ hash, text }: HeadState): StateAfter =>
  toStateAfter(hash, readXmp(text))

/** Changes the state that HEAD is on into a new snapshot. */
export async function editState(
  workspace: Workspace,
  label: string | null,
  change: (state: EditState) => EditState,
  signal?: AbortSignal,
): Promise<z.output<typeof Edited>> {
  let after: EditState | undefined
  const { hash, text } = await workspace.repository.edit(
    label,
    (before) => {
      after = change(readXmp(before))
      return writeXmp(after)
    },
    signal,
  )
  return { state_after: toStateAfter(hash, after ?? readXmp(text)), snapshot_hash: hash }
}
