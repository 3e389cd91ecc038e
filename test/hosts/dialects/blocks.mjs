// What a model is sent, whatever its API calls it: blocks of text, pictures and sounds.

export const toText = (text) => ({ type: 'text', text })

export const toMedia = (mimeType, base64) => ({
  type: mimeType.startsWith('audio/') ? 'audio' : 'image',
  mimeType,
  bytes: Buffer.byteLength(base64, 'base64'),
})

/** The blocks of content that is a string or an array; `toBlock` reads one of the array. */
export function toBlocks(content, toBlock) {
  if (typeof content === 'string') return [toText(content)]
  return (content ?? []).map(toBlock)
}

/** The text of blocks, pictures and sounds left out. */
export const textOf = (blocks) =>
  blocks
    .filter(({ type }) => type === 'text')
    .map(({ text }) => text)
    .join('\n')
