import type { Archive } from '../archive/archive.ts'
import { type Resource, defineResource } from '../define/resource.ts'
import { toBase64 } from '../json/base64.ts'
import { ownerOf } from './content-fidelity.ts'
import { isText } from './read-archive.ts'

/** Archived content whole, over MCP and HTTP: a client reads it, not the model. */
export const createArchiveResource = (archive: Archive): Resource =>
  defineResource({
    uri: 'archive://{hash}',
    path: '/archive/:hash/content',
    name: 'archive',
    title: 'Archived content',
    summary: 'What an answer left out, whole, by its hash.',
    async read({ hash }, { caller }) {
      if (!/^sha256:[0-9a-f]{64}$/.test(hash)) return undefined
      const entry = await archive.get(hash, { owner: ownerOf(caller) })
      if (entry === undefined) return undefined
      const { content, type = 'application/octet-stream' } = entry
      if (isText(type))
        return {
          text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(content),
          mimeType: type,
          contentHash: hash,
        }
      return { blob: toBase64(content), mimeType: type, contentHash: hash }
    },
  })
