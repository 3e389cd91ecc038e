// The kinds of characters that o200k distinguishes; letters are those from `capital` to `small`.

/** Before and after a text. */
export const none = 0
/** A control character that is not white space. */
export const control = 1
/** A tab or a line break. */
export const white = 2
/** A space. */
export const space = 3
/** A printable ASCII character that is not a letter or digit. */
export const sign = 4
/** A digit. */
export const digit = 5
/** A capital letter. */
export const capital = 6
/** A small letter. */
export const small = 7
/** A character beyond ASCII. */
export const foreign = 8

/** The kind of a character by its code, or of a byte of UTF-8. */
export const characterKinds: Uint8Array = Uint8Array.from({ length: 256 }, (_, code) =>
  toKind(String.fromCharCode(code)),
)

function toKind(character: string): number {
  if (character === ' ') return space
  if (/[a-z]/.test(character)) return small
  if (/[A-Z]/.test(character)) return capital
  if (/\d/.test(character)) return digit
  if (/[\t\n\r]/.test(character)) return white
  if (character >= '\x80') return foreign
  if (/[!-~]/.test(character)) return sign
  return control
}
