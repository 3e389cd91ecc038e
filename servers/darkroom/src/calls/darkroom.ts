import type { Proposals } from '../context/create-proposals.ts'
import type { Darktable, Vocabulary } from '../editing/index.ts'
import type { Workspaces } from '../workspace/create-workspaces.ts'
import type { Previews } from '../workspace/render/create-previews.ts'

/** The parts that the tools of one server share. */
export interface Darkroom {
  readonly workspaces: Workspaces
  readonly vocabulary: Vocabulary
  readonly darktable: Darktable
  readonly previews: Previews
  readonly proposals: Proposals
  readonly tastesFolder: string
  /** The folders from which callers may name files; empty if they may be anywhere. */
  readonly photoFolders: readonly string[]
  /** The time that one call may render; absent for the limits of the tools. */
  readonly renderMs?: number | undefined
  readonly sessionId: string
  readonly now: () => Date
  /** Returns 32 hexadecimal digits. */
  readonly newProposalId: () => string
}
