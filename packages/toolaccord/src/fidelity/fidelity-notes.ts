import type { Notes } from '../outcome/outcome.ts'
import { toWarning } from '../outcome/warnings.ts'
import type { Counts, Draft } from './fit/drafter.ts'
import { grouped } from './fit/grouped.ts'
import { estimateTokens } from './tokens/estimate-tokens.ts'

/** The version of the fidelity notes. */
export const fidelityVersion = '1.0'

/** The names of the two archives of an answer: all of it, and the items that it lacks. */
export const answerArchive = 'answer'
export const itemsArchive = 'items'

/** The media type of the second: a list of `{ id, item }`. */
export const itemsType = 'application/vnd.toolaccord.items+json'

/** A hash with as many tokens as any can have, for measuring before the content is hashed. */
export const placeholderHash = `sha256:${'0a'.repeat(32)}`
export const placeholderHashes: Readonly<Record<string, string>> = {
  [answerArchive]: placeholderHash,
  [itemsArchive]: placeholderHash,
}

export interface FidelityNoteOptions {
  readonly budget: number
  /** Where what was left out is kept: hashes by the id of each archive. */
  readonly archiveHashes?: Readonly<Record<string, string>> | undefined
  /** The name of the tool that fetches it, as callers know it. */
  readonly retrieveTool?: string | undefined
}

/** At most so many ids are listed, and in at most this share of the budget. */
const [maxIds, idShare] = [100, 1 / 20]

/**
 * What an answer tells about what was left out of it: nothing when it is whole. The warning and the
 * instruction go beside those that the answer has.
 */
export function toFidelityNotes(
  draft: Draft,
  options: FidelityNoteOptions,
): Pick<Notes, 'fidelity' | 'warnings' | 'instruction'> {
  const { level, counts } = draft
  if (level === 'full') return {}
  const { budget, retrieveTool } = options
  const archiveHashes = options.archiveHashes && archivesOf(draft, options.archiveHashes)
  const droppedIds = listIds(draft.droppedIds, budget * idShare)
  const unlisted = draft.droppedIds.length - droppedIds.length
  const context = {
    reason: 'token_limit_exceeded',
    dropped_count: counts.dropped,
    total_count: counts.total,
    ...(counts.condensed > 0 && { condensed_count: counts.condensed }),
    ...(counts.cutTexts > 0 && { cut_text_count: counts.cutTexts }),
    ...(unlisted > 0 && { unlisted_id_count: unlisted }),
    budget,
  }
  return {
    fidelity: {
      level,
      schemaVersion: fidelityVersion,
      ...(droppedIds.length > 0 && { droppedIds }),
      ...(archiveHashes && { archiveHashes }),
    },
    warnings: [
      toWarning(
        'CONTENT_TRUNCATED',
        `${describe(counts)} to fit ${grouped(budget)} tokens.`,
        context,
      ),
    ],
    instruction: toInstruction(archiveHashes, retrieveTool),
  }
}

/** Items of an answer are archived apart only where some of them are missing. */
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

function describe({ total, dropped, condensed, cutTexts }: Counts): string {
  const told = [
    ...(dropped > 0 ? [`${grouped(dropped)} of ${grouped(total)} items left out`] : []),
    ...(condensed > 0 ? [`${grouped(condensed)} items condensed`] : []),
    ...(cutTexts > 0 ? [`${grouped(cutTexts)} ${cutTexts === 1 ? 'text' : 'texts'} cut`] : []),
  ]
  return told.join(', ')
}

function toInstruction(
  archiveHashes: FidelityNoteOptions['archiveHashes'],
  retrieveTool: string | undefined,
): string {
  const { [answerArchive]: answer, [itemsArchive]: items } = archiveHashes ?? {}
  if (retrieveTool === undefined || answer === undefined)
    return 'This answer is not whole. Narrow the request or read it in pages to see the rest.'
  return `This answer is not whole. Call ${retrieveTool} with hash ${answer} for all of it${items === undefined ? '' : `, or with hash ${items} and ids for single items`}.`
}
