import type { Proposals } from '../context/create-proposals.ts'
import type { Darktable, Vocabulary } from '../editing/index.ts'
import type { Workspaces } from '../workspace/create-workspaces.ts'
import type { Previews } from '../workspace/render/create-previews.ts'

/** What the tools of one server share. */
export interface Darkroom {
  readonly workspaces: Workspaces
  readonly vocabulary: Vocabulary
  readonly darktable: Darktable
  readonly previews: Previews
  readonly proposals: Proposals
  readonly tastesFolder: string
  /** Where callers may have files read from; everywhere when there is none. */
  readonly photoFolders: readonly string[]
  readonly sessionId: string
  readonly now: () => Date
  /** 32 hexadecimal digits. */
  readonly newProposalId: () => string
}
