/** An attribute by its namespace; the prefix is only what the document happened to use. */
export interface XmlAttribute {
  readonly uri: string
  readonly local: string
  readonly prefix: string
  readonly value: string
}

/** An element by its namespace. */
export interface XmlElement {
  readonly uri: string
  readonly local: string
  readonly prefix: string
  readonly attributes: readonly XmlAttribute[]
  readonly children: readonly (XmlElement | string)[]
}
