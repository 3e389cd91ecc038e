/**
 * A page of a canonical text, as offsets in code points, the end excluded. A page without text is
 * empty.
 */
export interface PageBoundary {
  /** Counted from 1. */
  readonly page: number
  readonly start: number
  readonly end: number
}

/** A document as canonical text: the one spelling that its hash and all locators refer to. */
export interface CanonicalDocument {
  readonly text: string
  /** The length of the text in code points. */
  readonly chars: number
  /** `sha256:` and 64 hex digits. */
  readonly hash: string
  /** Present if the source has pages. */
  readonly pages?: readonly PageBoundary[] | undefined
}
