/**
 * A part of an answer that is shown beside or instead of data; the shapes are those of the Model
 * Context Protocol.
 *
 * @example
 *   const link: ContentBlock = { type: 'resource_link', uri: 'notes://n1', name: 'The note' }
 */
export type ContentBlock =
  | TextContent
  | ImageContent
  | AudioContent
  | ResourceLink
  | EmbeddedResource

/** Text for the reader. */
export interface TextContent {
  readonly type: 'text'
  readonly text: string
}

/** A picture. */
export interface ImageContent {
  readonly type: 'image'
  /** Base64. */
  readonly data: string
  readonly mimeType: string
  /** A name, for the line about it in the envelope. */
  readonly title?: string | undefined
  /** A place to read it again, such as a resource of the server. */
  readonly uri?: string | undefined
}

/** A sound. */
export interface AudioContent {
  readonly type: 'audio'
  /** Base64. */
  readonly data: string
  readonly mimeType: string
  /** A name, for the line about it in the envelope. */
  readonly title?: string | undefined
  /** A place to read it again, such as a resource of the server. */
  readonly uri?: string | undefined
}

/** A link to a resource that the client may read. */
export interface ResourceLink {
  readonly type: 'resource_link'
  readonly uri: string
  readonly name: string
  readonly description?: string | undefined
  readonly mimeType?: string | undefined
}

/** A resource with its contents. */
export interface EmbeddedResource {
  readonly type: 'resource'
  readonly resource: ResourceContents
}

/** The contents of a resource: text, or base64 bytes. */
export type ResourceContents = ResourceContentsFacts &
  ({ readonly text: string } | { readonly blob: string })

/** The facts beside the contents of a resource. */
export interface ResourceContentsFacts {
  readonly uri: string
  readonly mimeType?: string | undefined
  readonly _meta?: Readonly<Record<string, unknown>> | undefined
}
