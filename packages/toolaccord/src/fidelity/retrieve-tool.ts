import type { Archive } from '../archive/archive.ts'
import { type AnyTool, defineTool } from '../define/tool.ts'
import { ok } from '../outcome/outcome.ts'
import { Refusal } from '../outcome/refusal.ts'
import { defaultBudget } from './budget.ts'
import { ownerOf } from './content-fidelity.ts'
import { itemsArchive, itemsType } from './fidelity-notes.ts'
import { isText, readArchive } from './read-archive.ts'
import { type Retrieved, retrieveInput, retrieveOutput } from './retrieve-schemas.ts'
import { sliceContent } from './slice-content.ts'

export const retrieveToolName = 'retrieve_content'

/** Tokens for the envelope and the members beside the content, in every dialect. */
const frameTokens = 320
const leastTokens = 64

/** What is told by ids, ready to be sliced. */
interface Content {
  readonly bytes: Uint8Array
  readonly type: string
  readonly missing?: readonly string[]
}

/** The tool that fetches what answers left out, in pieces that fit the caller's budget. */
export function createRetrieveTool(
  archive: Archive,
  estimate: (text: string, limit: number) => number,
): AnyTool {
  return defineTool({
    name: retrieveToolName,
    title: 'Fetch left-out content',
    summary: 'Fetch what an earlier answer left out, by the hash that it gave.',
    description:
      'Without ids: all of the content, in pieces that fit; go on at next_start until it is null. With ids: those items, as a JSON list of id and item.',
    effect: 'read',
    input: retrieveInput,
    output: retrieveOutput,
    rest: { method: 'GET', path: '/archive/:hash' },
    cli: { positionals: ['hash'] },
    async run({ hash, ids, start = 0, end = Infinity }, { caller, budget = defaultBudget }) {
      const { content: bytes, type = 'application/octet-stream' } = await readArchive(
        archive,
        hash,
        ownerOf(caller),
      )
      const content = ids === undefined ? { bytes, type } : pickItems(bytes, type, ids)
      return ok(toPiece(hash, content, { start, end }, budget))
    },
  })

  function toPiece(
    hash: string,
    { bytes, type, missing }: Content,
    range: { readonly start: number; readonly end: number },
    budget: number,
  ): Retrieved {
    const beside = missing === undefined ? 0 : estimate(JSON.stringify(missing), budget)
    let tokens = Math.max(leastTokens, budget - frameTokens - beside)
    let slice = sliceContent(bytes, isText(type), range, tokens)
    // An estimate that the server was given may count more than the one that slices.
    while (
      tokens > 1 &&
      estimate(JSON.stringify(slice.content), tokens * 2) >
        Math.max(leastTokens, budget - frameTokens - beside)
    ) {
      slice = sliceContent(bytes, isText(type), range, (tokens = Math.floor(tokens / 2)))
    }
    const wanted = Math.min(range.end, bytes.length)
    return {
      hash,
      type,
      ...slice,
      total: bytes.length,
      next_start: slice.end < wanted ? slice.end : null,
      ...(missing && { missing_ids: missing }),
    }
  }
}

/** The items of some ids, as a JSON list in the order of the answer. */
function pickItems(bytes: Uint8Array, type: string, ids: readonly string[]): Content {
  if (type !== itemsType) {
    throw new Refusal('invalid_argument', {
      message: 'There are no items under this hash.',
      path: 'ids',
      hint: `Take the hash that content_archive_hashes has under '${itemsArchive}', or leave ids out.`,
    })
  }
  // The cast names what was archived under this type.
  const items = (
    JSON.parse(new TextDecoder().decode(bytes)) as readonly { readonly id: string }[]
  ).filter(({ id }) => ids.includes(id))
  const found = new Set(items.map(({ id }) => id))
  const missing = ids.filter((id) => !found.has(id))
  return {
    bytes: new TextEncoder().encode(JSON.stringify(items)),
    type: 'application/json',
    ...(missing.length > 0 && { missing }),
  }
}
