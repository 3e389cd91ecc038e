/** Returns how many bytes a string has in UTF-8. */
export const bytesOf = (text: string): number =>
  globalThis.Buffer?.byteLength(text) ?? new TextEncoder().encode(text).length

/** True if a string has at most so many bytes; quick for a string that is small. */
export function isWithinBytes(text: string, most: number | undefined): boolean {
  if (most === undefined || text.length * 3 <= most) return true
  return text.length <= most && bytesOf(text) <= most
}

/** A token of English or JSON has about so many bytes. */
const bytesPerToken = 4

/** Returns about how many tokens so many bytes are. */
export const toTokens = (bytes: number): number => Math.floor(bytes / bytesPerToken)
