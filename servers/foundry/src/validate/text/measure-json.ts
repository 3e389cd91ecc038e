/** The size of a JSON text in parts. */
export interface JsonSize {
  /** How many arrays and objects are inside each other at most. */
  readonly depth: number
  /** How many members its objects have, repeated keys included. */
  readonly members: number
}

const quotation = 0x22
const backslash = 0x5c
const colon = 0x3a

/** Measures a text without parsing it, in one pass, whether it is JSON or not. */
export function measureJson(text: string): JsonSize {
  let depth = 0
  let deepest = 0
  let members = 0
  let at = 0
  while (at < text.length) {
    const unit = text.charCodeAt(at)
    if (unit === quotation) {
      at = endOfString(text, at)
      continue
    }
    if (unit === colon) members++
    // Brackets and braces differ in one bit.
    else if ((unit | 0x20) === 0x7b) deepest = Math.max(deepest, ++depth)
    else if ((unit | 0x20) === 0x7d) depth--
    at++
  }
  return { depth: deepest, members }
}

/** The place after a string; the end of the text if the string does not end. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end === -1 ? text.length : end + 1
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0
  while (text.charCodeAt(at - slashes - 1) === backslash) slashes++
  return slashes % 2 === 1
}
