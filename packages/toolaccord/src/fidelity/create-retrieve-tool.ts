import type { Archive } from '../archive/archive.ts'
import { type AnyTool, defineTool } from '../define/tool.ts'
import { compact } from '../json/json.ts'
import { ok } from '../outcome/outcome.ts'
import { Refusal } from '../outcome/refusal.ts'
import { defaultBudget } from './budget.ts'
import { createArchiveReader } from './create-archive-reader.ts'
import { itemsArchive, itemsType } from './fidelity-notes.ts'
import { isText } from './read-archive.ts'
import { type Retrieved, retrieveInputSchema, retrieveOutputSchema } from './retrieve-schemas.ts'
import { type ByteRange, sliceContent } from './slice-content.ts'
import { estimateTokens } from './tokens/estimate-tokens.ts'

/** The name of the tool that fetches the rest. */
export const retrieveToolName = 'retrieve_content'

/** Tokens for the envelope and the properties beside the content, in every dialect. */
const frameTokens = 320
const minContentTokens = 64

/** The content of a hash, whole or some of its items. */
interface Content {
  readonly bytes: Uint8Array
  readonly type: string
  /** Ids that were asked for and are not there. */
  readonly missing?: readonly string[] | undefined
}

/** Creates the tool that fetches what answers left out, in pieces that fit the caller's budget. */
export function createRetrieveTool(
  archive: Archive,
  estimate: (text: string, limit: number) => number,
): AnyTool {
  const read = createArchiveReader(archive)
  const isOwnEstimate = estimate === estimateTokens
  return defineTool({
    name: retrieveToolName,
    title: 'Fetch left-out content',
    summary: 'Fetch what an earlier answer left out, by the hash that it gave.',
    description:
      'Without ids: all of the content, in pieces that fit; ' +
      'go on at next_start until it is null. ' +
      'With ids: those items, as a JSON list of id and item.',
    effect: 'read',
    input: retrieveInputSchema,
    output: retrieveOutputSchema,
    rest: { method: 'GET', path: '/archive/:hash' },
    cli: { positionals: ['hash'] },
    async run({ hash, ids, start = 0, end = Infinity }, call) {
      const { budget = defaultBudget } = call
      const entry = await read(hash, call)
      const { content: bytes, type = 'application/octet-stream' } = entry
      const content = ids === undefined ? { bytes, type } : pickItems(bytes, type, ids)
      return ok(toPiece(hash, content, { start, end }, budget))
    },
  })

  function toPiece(
    hash: string,
    { bytes, type, missing }: Content,
    range: ByteRange,
    budget: number,
  ): Retrieved {
    const missingTokens = missing === undefined ? 0 : estimate(JSON.stringify(missing), budget)
    const allowed = Math.max(minContentTokens, budget - frameTokens - missingTokens)
    // Text is sliced by the same count, so counting it again would find nothing.
    const isCounted = isOwnEstimate && isText(type)
    const isOver = (text: string, tokens: number) =>
      !isCounted && estimate(JSON.stringify(text), tokens * 2) > allowed
    let tokens = allowed
    let slice = sliceContent(bytes, isText(type), range, tokens)
    // An estimate that the server was given may count more than the one that slices.
    while (tokens > 1 && isOver(slice.content, tokens)) {
      tokens = Math.floor(tokens / 2)
      slice = sliceContent(bytes, isText(type), range, tokens)
    }
    const isLast = slice.end >= Math.min(range.end, bytes.length)
    return compact({
      hash,
      type,
      ...slice,
      total: bytes.length,
      next_start: isLast ? null : slice.end,
      missing_ids: missing,
    })
  }
}

/** Returns the items of some ids, as a JSON array in the order of the answer. */
function pickItems(bytes: Uint8Array, type: string, ids: readonly string[]): Content {
  if (type !== itemsType) {
    throw new Refusal('invalid_argument', {
      message: 'There are no items under this hash.',
      path: 'ids',
      hint:
        `Take the hash that content_archive_hashes has under '${itemsArchive}', ` +
        'or leave ids out.',
    })
  }
  // The cast names what was archived under this type.
  const all = JSON.parse(new TextDecoder().decode(bytes)) as readonly { readonly id: string }[]
  const items = all.filter(({ id }) => ids.includes(id))
  const found = new Set(items.map(({ id }) => id))
  const missing = ids.filter((id) => !found.has(id))
  return {
    bytes: new TextEncoder().encode(JSON.stringify(items)),
    type: 'application/json',
    missing: missing.length > 0 ? missing : undefined,
  }
}
