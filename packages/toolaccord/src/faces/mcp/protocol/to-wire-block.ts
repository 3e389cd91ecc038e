import type { ContentBlock } from '../../../outcome/content.ts'

/** Returns a block as the protocol has it: pictures and sounds have neither a title nor a URI. */
export function toWireBlock(block: ContentBlock): ContentBlock {
  if (block.type !== 'image' && block.type !== 'audio') return block
  const { type, data, mimeType } = block
  return { type, data, mimeType }
}
