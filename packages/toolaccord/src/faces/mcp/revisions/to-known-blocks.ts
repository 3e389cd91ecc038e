import type { ContentBlock } from '../../../outcome/content.ts'

/** The first revision whose clients know links in results; older ones refuse the whole result. */
const firstWithLinks = '2025-06-18'

/**
 * The blocks as a client of a revision knows them: a link is text for those before 2025-06-18.
 * Revisions are dates, which compare as strings; a client that names none is one of the oldest.
 */
export function toKnownBlocks(
  blocks: readonly ContentBlock[],
  revision: unknown,
): readonly ContentBlock[] {
  if (typeof revision === 'string' && revision >= firstWithLinks) return blocks
  return blocks.map(toKnownBlock)
}

function toKnownBlock(block: ContentBlock): ContentBlock {
  if (block.type !== 'resource_link') return block
  const { name, uri, description } = block
  const link = `${name}: ${uri}`
  return { type: 'text', text: description === undefined ? link : `${link}\n${description}` }
}
