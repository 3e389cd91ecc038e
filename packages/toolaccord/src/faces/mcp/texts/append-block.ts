/** Clients cut the texts of a server at this length, in bytes. */
export const maxTextBytes = 2048

const bytesOf = (text: string): number => new TextEncoder().encode(text).length

/** A string within the limit; decoding as a stream leaves out a character that was cut through. */
export function cutText(text: string): string {
  const bytes = new TextEncoder().encode(text)
  if (bytes.length <= maxTextBytes) return text
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  return `${decoder.decode(bytes.subarray(0, maxTextBytes - 3), { stream: true })}…`
}

/** Adds the lines of a block that fit; a heading without a line below it is left out. */
export function appendBlock(text: string, heading: string, lines: readonly string[]): string {
  let longest = text
  let block = heading
  for (const line of lines) {
    block += `\n${line}`
    const next = joinBlocks(text, block)
    if (bytesOf(next) > maxTextBytes) break
    longest = next
  }
  return longest
}

/** Adds a block that fits; the text alone if it does not, or if there is nothing to add. */
export function appendLine(text: string, line: string): string {
  const next = line === '' ? text : joinBlocks(text, line)
  return bytesOf(next) > maxTextBytes ? text : next
}

/** Two blocks with an empty line between them. */
export const joinBlocks = (text: string, block: string): string =>
  text === '' ? block : `${text}\n\n${block}`
