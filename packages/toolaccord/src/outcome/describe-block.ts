import type { ContentBlock, ResourceContents } from './content.ts'

/** At most so many characters of a text are repeated. */
const maxText = 200

/**
 * Describes a block in one line: what it is, and where to read it. Hosts that do not show the block
 * still show the line.
 */
export function describeBlock(block: ContentBlock): string {
  switch (block.type) {
    case 'image':
      return describeMedia('Picture', block)
    case 'audio':
      return describeMedia('Sound', block)
    case 'resource_link':
      return describeLink(block.name, block.uri, block.mimeType)
    case 'resource':
      return describeResource(block.resource)
    default:
      return describeText(block.text)
  }
}

interface Media {
  readonly data: string
  readonly mimeType: string
  readonly title?: string | undefined
  readonly uri?: string | undefined
}

function describeMedia(what: string, { data, mimeType, title, uri }: Media): string {
  const facts = `${mimeType}, ${toSize(bytesOf(data))}`
  const named = title === undefined ? what : `${what} '${title}'`
  if (uri === undefined) return `${named} (${facts}), beside this answer`
  return `${named} (${facts}), beside this answer and at ${uri}`
}

function describeLink(name: string, uri: string, mimeType: string | undefined): string {
  if (mimeType === undefined) return `Link to '${name}': ${uri}`
  return `Link to '${name}' (${mimeType}): ${uri}`
}

function describeResource(resource: ResourceContents): string {
  const bytes = 'text' in resource ? resource.text.length : bytesOf(resource.blob)
  const size = toSize(bytes)
  const facts = resource.mimeType === undefined ? size : `${resource.mimeType}, ${size}`
  return `Contents of ${resource.uri} (${facts}), beside this answer`
}

function describeText(text: string): string {
  if (text.length <= maxText) return text
  return `${text.slice(0, maxText)}… (${text.length} characters, beside this answer)`
}

function bytesOf(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : Number(base64.endsWith('='))
  return Math.floor((base64.length * 3) / 4) - padding
}

function toSize(bytes: number): string {
  if (bytes < 1000) return bytes === 1 ? '1 byte' : `${bytes} bytes`
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} KB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
