import type { Archive } from '../archive/archive.ts'
import { type Resource, defineResource } from '../define/resource.ts'
import { toBase64 } from '../json/base64.ts'
import { ownerOf } from './owner-of.ts'
import { checkScopes, isText } from './read-archive.ts'

/** Creates the resource that gives archived content whole, to clients instead of the model. */
export const createArchiveResource = (archive: Archive): Resource =>
  defineResource({
    uri: 'archive://{hash}',
    path: '/archive/:hash/content',
    name: 'archive',
    title: 'Archived content',
    summary: 'What an answer left out, whole, by its hash.',
    async read({ hash }, context) {
      if (!/^sha256:[0-9a-f]{64}$/.test(hash)) return undefined
      const found = await archive.get(hash, { owner: ownerOf(context.caller) })
      if (found === undefined) return undefined
      const entry = checkScopes(found, context)
      const { content, type: mimeType = 'application/octet-stream' } = entry
      const about = { mimeType, contentHash: hash }
      if (!isText(mimeType)) return { blob: toBase64(content), ...about }
      return { text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(content), ...about }
    },
  })
