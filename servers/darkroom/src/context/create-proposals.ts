import { readFile, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { namesIn } from '../disk/folders.ts'
import { ifThere } from '../disk/if-there.ts'
import { writeFileAtomically } from '../disk/write-file-atomically.ts'
import { DarkroomError } from '../errors/darkroom-error.ts'

const shared = { proposal_id: z.string(), content: z.string(), proposed_at: z.string() }

/** The schema of a note or taste that is written once the photographer agrees. */
const Proposal = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('taste'),
    file: z.string(),
    category: z.enum(['appearance', 'process', 'value']),
    ...shared,
  }),
  z.object({ kind: z.literal('notes'), image_id: z.string(), ...shared }),
])

/** A note or taste that is written once the photographer agrees. */
export type Proposal = z.output<typeof Proposal>
/** A proposal of one kind. */
export type ProposalOf<Kind extends Proposal['kind']> = Extract<Proposal, { readonly kind: Kind }>

/**
 * Proposals that wait. They are files, so that another process, such as the next command, can
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
    if (!/^[0-9a-f]{32}$/.test(id)) return undefined
    const text = await ifThere(readFile(pathOf(id), 'utf8'))
    return text === undefined ? undefined : Proposal.parse(JSON.parse(text))
  }

  /** Removes proposals that are older than a week, and counts the others. */
  async function sweep(): Promise<number> {
    const ids = (await namesIn(folder))
      .filter((name) => name.endsWith('.json'))
      .map((name) => name.slice(0, -'.json'.length))
    let count = ids.length
    for (const found of await Promise.all(ids.map(read))) {
      if (found === undefined) continue
      if (now().getTime() - Date.parse(found.proposed_at) <= lifeMs) continue
      await ifThere(unlink(pathOf(found.proposal_id)))
      count--
    }
    return count
  }

  return {
    async put(proposal) {
      if ((await sweep()) >= most)
        throw new DarkroomError('state_error', `${most} proposals are already waiting.`, {
          hint: 'Confirm some of them; each is removed after a week.',
        })
      await writeFileAtomically(
        pathOf(proposal.proposal_id),
        JSON.stringify(proposal),
        join(folder, 'tmp'),
      )
    },
    async get<Kind extends Proposal['kind']>(kind: Kind, id: string) {
      const found = await read(id)
      // The cast is safe, because the kinds are equal.
      if (found?.kind === kind) return found as ProposalOf<Kind>
      throw notWaiting(id, found)
    },
    async remove(id) {
      await ifThere(unlink(pathOf(id)))
    },
  }
}

/** The error for an id under which no proposal of the kind waits; another kind may. */
function notWaiting(id: string, found: Proposal | undefined): DarkroomError {
  const message = 'There is no such proposal waiting.'
  const shared = { path: 'proposal_id', details: { proposal_id: id } }
  if (found === undefined) {
    const hint = 'Propose it again; a proposal is confirmed once and kept for a week.'
    return new DarkroomError('not_found', message, { ...shared, hint })
  }
  const tool = `confirm_${found.kind}_update`
  const next = [{ tool, args: { proposal_id: id }, why: 'if the photographer agrees' }]
  return new DarkroomError('not_found', message, {
    ...shared,
    hint: 'It is of another kind.',
    next,
  })
}
