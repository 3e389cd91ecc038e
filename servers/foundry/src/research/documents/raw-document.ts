/** What a source says about its own type, before anybody has looked into it. */
export interface TypeClaim {
  /** `other` is a type that cannot be read; undefined if nothing is said. */
  readonly type?: 'pdf' | 'html' | 'text' | 'other' | undefined
  /** Who says so, for messages, such as `its name ends with .pdf`. */
  readonly words: string
}

/** A document as it arrives. */
export interface RawDocument {
  /** Where it is from: an address, a path in the repository, or `text`, `html`, `pdf`. */
  readonly origin: string
  readonly bytes: Uint8Array
  readonly claim: TypeClaim
  /** The charset that its server names. */
  readonly charset?: string | undefined
  readonly modifiedAt?: Date | undefined
}
