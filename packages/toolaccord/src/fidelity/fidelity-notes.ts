import { compact } from '../json/json.ts'
import type { NextStep, Notes } from '../outcome/outcome.ts'
import { toWarning } from '../outcome/warnings.ts'
import type { Counts, Draft } from './fit/drafter.ts'
import { grouped } from './fit/grouped.ts'
import { estimateTokens } from './tokens/estimate-tokens.ts'

/** The version of the fidelity notes. */
export const fidelityVersion = '1.0'

/** The name of the archive entry with the whole answer. */
export const answerArchive = 'answer'

/** The name of the archive entry with the items and wholes that are missing from the answer. */
export const itemsArchive = 'items'

/** The media type of that entry: an array of `{ id, item }`. */
export const itemsType = 'application/vnd.toolaccord.items+json'

/** A hash with as many tokens as any can have, for measuring before the content is hashed. */
export const placeholderHash = `sha256:${'0a'.repeat(32)}`

/** The hashes of both archive entries, for measuring. */
export const placeholderHashes: Readonly<Record<string, string>> = {
  [answerArchive]: placeholderHash,
  [itemsArchive]: placeholderHash,
}

/** What the notes of an answer need to know beside what is gone. */
export interface FidelityNoteOptions {
  readonly budget: number
  /** The hashes of the archive entries, by name; undefined if nothing could be archived. */
  readonly archiveHashes?: Readonly<Record<string, string>> | undefined
  /** The name of the tool that fetches the rest. */
  readonly retrieveTool?: string | undefined
}

/** At most so many ids are listed. */
const maxIds = 100
/** The list of ids takes at most this share of the budget. */
const idShare = 1 / 20
/** Below this budget only the call for the whole answer is suggested. */
const roomyBudget = 600

/**
 * Returns what an answer says about what was left out of it; nothing if it is whole. The warning,
 * the instruction and the next steps are added to those that the answer has.
 */
export function toFidelityNotes(
  draft: Draft,
  { budget, archiveHashes: hashes, retrieveTool }: FidelityNoteOptions,
): Pick<Notes, 'fidelity' | 'warnings' | 'instruction' | 'next'> {
  const { level, counts } = draft
  if (level === 'full') return {}
  const archiveHashes = hashes && archivesOf(draft, hashes)
  const droppedIds = listIds(draft.droppedIds, budget * idShare)
  const context = compact({
    reason: 'token_limit_exceeded',
    dropped_count: counts.dropped,
    total_count: counts.total,
    condensed_count: counts.condensed || undefined,
    cut_text_count: counts.cutTexts || undefined,
    dropped_whole_count: counts.wholes || undefined,
    unlisted_id_count: draft.droppedIds.length - droppedIds.length || undefined,
    budget,
  })
  const message = `${describe(counts)} to fit ${grouped(budget)} tokens.`
  const steps = toSteps(archiveHashes, retrieveTool, droppedIds)
  const next = steps.slice(0, budget < roomyBudget ? 1 : 2)
  return {
    fidelity: compact({
      level,
      schemaVersion: fidelityVersion,
      droppedIds: droppedIds.length > 0 ? droppedIds : undefined,
      archiveHashes,
    }),
    warnings: [toWarning('CONTENT_TRUNCATED', message, context)],
    instruction: next.length > 0 ? takeSteps : narrowDown,
    next,
  }
}

/** What has an id is archived separately only if something of it is missing or condensed. */
function archivesOf(
  { omitted }: Draft,
  hashes: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  if (omitted.some((one) => 'id' in one)) return hashes
  const { [itemsArchive]: _, ...others } = hashes
  return others
}

function listIds(ids: readonly string[], tokens: number): readonly string[] {
  const listed: string[] = []
  let left = tokens
  for (const id of ids.slice(0, maxIds)) {
    left -= estimateTokens(JSON.stringify(id), left) + 1
    if (left < 0) break
    listed.push(id)
  }
  return listed
}

function describe({ total, dropped, condensed, cutTexts, wholes }: Counts): string {
  const changes: string[] = []
  if (wholes === 1) changes.push('1 part left out as a whole')
  if (wholes > 1) changes.push(`${grouped(wholes)} parts left out as a whole`)
  if (dropped > 0) changes.push(`${grouped(dropped)} of ${grouped(total)} items left out`)
  if (condensed > 0) changes.push(`${grouped(condensed)} items condensed`)
  if (cutTexts === 1) changes.push('1 text cut')
  if (cutTexts > 1) changes.push(`${grouped(cutTexts)} texts cut`)
  return changes.join(', ')
}

const takeSteps =
  'This answer is not whole. If you need what is missing, take a next step to get it.'

const narrowDown =
  'This answer is not whole. Narrow the request or read it in pages to see the rest.'

const byDroppedIds = 'with ids from dropped_content_ids, for just these'
const byOwnIds = 'with ids of condensed items, for these whole'

/** The calls that fetch the rest; none if nothing is kept. */
function toSteps(
  archiveHashes: FidelityNoteOptions['archiveHashes'],
  tool: string | undefined,
  droppedIds: readonly string[],
): readonly NextStep[] {
  const { [answerArchive]: answer, [itemsArchive]: items } = archiveHashes ?? {}
  if (tool === undefined || answer === undefined) return []
  const steps: NextStep[] = [{ tool, args: { hash: answer }, why: 'for all of it' }]
  if (items === undefined) return steps
  const why = droppedIds.length > 0 ? byDroppedIds : byOwnIds
  return [...steps, { tool, args: { hash: items }, why }]
}
