import { isLowSurrogate } from './code-points.ts'

/** The longest run of marks that is looked at. */
const farthest = 32

/** Marks, joiners and second halves of pairs: they belong to the character before them. */
const continuation = /^[\p{M}\u200D\uDC00-\uDFFF]/u

/**
 * Returns the edge, or one shortly before it, so that no letter is parted from its marks. The text
 * is canonical, so it has no lone surrogates.
 */
export function wholeCharacter(text: string, start: number, edge: number): number {
  for (let at = edge; at > Math.max(start, edge - farthest); at--) {
    const isJoined = continuation.test(text.slice(at, at + 2)) || text[at - 1] === '\u200D'
    if (!isJoined) return at
  }
  return isLowSurrogate(text.charCodeAt(edge)) ? edge - 1 : edge
}
