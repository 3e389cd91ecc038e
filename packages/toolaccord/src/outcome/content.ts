/**
 * What a tool, prompt or resource shows beside or instead of data; the shapes are those of the
 * Model Context Protocol.
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

export interface TextContent {
  readonly type: 'text'
  readonly text: string
}

export interface ImageContent {
  readonly type: 'image'
  /** Base64. */
  readonly data: string
  readonly mimeType: string
}

export interface AudioContent {
  readonly type: 'audio'
  /** Base64. */
  readonly data: string
  readonly mimeType: string
}

export interface ResourceLink {
  readonly type: 'resource_link'
  readonly uri: string
  readonly name: string
  readonly description?: string | undefined
  readonly mimeType?: string | undefined
}

export interface EmbeddedResource {
  readonly type: 'resource'
  readonly resource: ResourceContents
}

/** The contents of a resource: text, or base64 bytes. */
export type ResourceContents = ResourceContentsFacts &
  ({ readonly text: string } | { readonly blob: string })

/** What stands beside the contents of a resource. */
export interface ResourceContentsFacts {
  readonly uri: string
  readonly mimeType?: string | undefined
  readonly _meta?: Readonly<Record<string, unknown>> | undefined
}
