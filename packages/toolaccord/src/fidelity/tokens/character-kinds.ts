/**
 * The kinds of characters that o200k tells apart; `none` is before and after a text, `foreign` is
 * beyond ASCII. Those from `capital` to `small` are letters.
 */
export const [none, control, white, space, sign, digit, capital, small, foreign] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8,
] as const

/**
 * The kind of a character by its code, or of a byte of UTF-8.
 *
 * @example
 *   kinds.not_found.status // → 404
 *   kinds.not_found.exit // → 3
 */
export const kinds: Uint8Array = Uint8Array.from({ length: 256 }, (_, code) =>
  toKind(String.fromCharCode(code)),
)

function toKind(character: string): number {
  if (character === ' ') return space
  if (/[a-z]/.test(character)) return small
  if (/[A-Z]/.test(character)) return capital
  if (/\d/.test(character)) return digit
  if (/[\t\n\r]/.test(character)) return white
  if (character >= '\x80') return foreign
  return /[!-~]/.test(character) ? sign : control
}
