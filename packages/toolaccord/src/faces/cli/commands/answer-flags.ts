import type { ToolListing } from '../../../compile/to-tool-listing.ts'
import type { Flag } from './flags.ts'

/** The flag that starts a long tool and does not wait for it. */
export const detachFlag: Flag = {
  name: 'detach',
  summary: 'Start it, print how to come back for the answer, and end at once.',
}

/** Returns the flags of a command that decide where the answer goes, and when. */
export function toAnswerFlags({ cli, job }: ToolListing): readonly Flag[] {
  const flags = cli.output === undefined ? [] : toOutputFlags(cli.output)
  return job === 'starts' ? [...flags, detachFlag] : flags
}

const toOutputFlags = (property: string): readonly Flag[] => [
  {
    name: 'output',
    short: 'o',
    placeholder: 'FILE',
    summary: `Write ${property} of the answer to a file; - is standard output.`,
  },
  { name: 'force', summary: 'Overwrite the file of --output.' },
]
