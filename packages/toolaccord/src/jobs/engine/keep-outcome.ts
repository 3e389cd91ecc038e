import type { Archive } from '../../archive/archive.ts'
import { type Outcome, isOutcome } from '../../outcome/outcome.ts'
import type { Job, JobOrder } from '../job.ts'

/** Where the outcome of a job is kept: with the job, or in the archive. */
export type KeptOutcome = Pick<Job, 'outcome' | 'archived'>

/** An outcome with more characters goes to the archive, if there is one. */
const maxBeside = 65_536
/** An outcome with more characters is not kept without an archive. */
const maxLength = 8_388_608

/** Keeps the outcome of a job; undefined if it is too large. */
export async function keepOutcome(
  outcome: Outcome,
  { owner, scopes, keepMs }: JobOrder,
  archive: Archive | undefined,
): Promise<KeptOutcome | undefined> {
  const text = JSON.stringify(outcome)
  if (text.length <= maxBeside) return { outcome }
  if (archive === undefined) return text.length <= maxLength ? { outcome } : undefined
  const type = 'application/json'
  const archived = await archive.put(text, { owner, scopes, type, ttlMs: keepMs, pinned: true })
  return { archived }
}

/** Returns the outcome of a job that has ended; undefined if it is not kept any more. */
export async function fetchOutcome(
  { outcome, archived, order }: Job,
  archive: Archive | undefined,
): Promise<Outcome | undefined> {
  if (archived === undefined) return outcome
  const entry = await archive?.get(archived, { owner: order.owner })
  if (entry === undefined) return undefined
  const read: unknown = JSON.parse(new TextDecoder().decode(entry.content))
  return isOutcome(read) ? read : undefined
}
