import { readFile, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { namesIn } from '../disk/folders.ts'
import { ifThere } from '../disk/if-there.ts'
import { writeFileAtomically } from '../disk/write-file-atomically.ts'
import { DarkroomError } from '../errors/darkroom-error.ts'

const shared = { proposal_id: z.string(), content: z.string(), proposed_at: z.string() }

/** A text that is written down once the photographer agrees. */
const Proposal = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('taste'),
    file: z.string(),
    category: z.enum(['appearance', 'process', 'value']),
    ...shared,
  }),
  z.object({ kind: z.literal('notes'), image_id: z.string(), ...shared }),
])

/** A proposal that was read. */
export type Proposal = z.output<typeof Proposal>
/** A proposal of one kind. */
export type ProposalOf<Kind extends Proposal['kind']> = Extract<Proposal, { readonly kind: Kind }>

/**
 * Proposals that wait; they are files, so that another process, such as the next command, can
 * confirm them.
 */
export interface Proposals {
  put(proposal: Proposal): Promise<void>
  get<Kind extends Proposal['kind']>(kind: Kind, id: string): Promise<ProposalOf<Kind>>
  remove(id: string): Promise<void>
}

const most = 200
const lifeMs = 604_800_000

/** Keeps proposals in a folder. */
export function createProposals(folder: string, now: () => Date): Proposals {
  const pathOf = (id: string) => join(folder, `${id}.json`)

  async function read(id: string): Promise<Proposal | undefined> {
    const text = /^[0-9a-f]{32}$/.test(id) ? await ifThere(readFile(pathOf(id), 'utf8')) : undefined
    return text === undefined ? undefined : Proposal.parse(JSON.parse(text))
  }

  /** Removes what nobody confirmed in a week, and counts what is left. */
  async function sweep(): Promise<number> {
    const ids = (await namesIn(folder))
      .filter((name) => name.endsWith('.json'))
      .map((name) => name.slice(0, -'.json'.length))
    const old = (await Promise.all(ids.map(read))).filter(
      (found) => found !== undefined && now().getTime() - Date.parse(found.proposed_at) > lifeMs,
    )
    for (const found of old)
      if (found !== undefined) await ifThere(unlink(pathOf(found.proposal_id)))
    return ids.length - old.length
  }

  return {
    async put(proposal) {
      if ((await sweep()) >= most)
        throw new DarkroomError('state_error', `${most} proposals are waiting already.`, {
          hint: 'Confirm some of them; each is forgotten after a week.',
        })
      await writeFileAtomically(
        pathOf(proposal.proposal_id),
        JSON.stringify(proposal),
        join(folder, 'tmp'),
      )
    },
    async get<Kind extends Proposal['kind']>(kind: Kind, id: string) {
      const found = await read(id)
      // The cast says what the comparison has just made sure of.
      if (found?.kind === kind) return found as ProposalOf<Kind>
      const hint =
        found === undefined
          ? 'Propose it again; a proposal is confirmed once and kept for a week.'
          : `It waits for confirm_${found.kind}_update.`
      throw new DarkroomError('not_found', 'There is no such proposal waiting.', {
        path: 'proposal_id',
        hint,
        details: { proposal_id: id },
      })
    },
    remove: async (id) => void (await ifThere(unlink(pathOf(id)))),
  }
}
