/** A part of a string in UTF-16 units, the end excluded. */
export interface Span {
  readonly start: number
  readonly end: number
}
