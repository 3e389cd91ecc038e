import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import type { Catalogue } from '../../catalogue/create-catalogue.ts'
import type { Domain } from '../../domain/domain.ts'
import { nameIds, quote } from '../../findings/name-ids.ts'
import { Id, type SchemaVersion } from '../../model/index.ts'
import { restBase } from '../../web/rest-base.ts'
import { inputs } from '../inputs.ts'
import { createPlacePager } from './create-place-pager.ts'

const ListedVersion = z.object({
  id: z.string(),
  status: z.enum(['beta', 'stable']),
  created_at: z.string(),
  content_hash: z.string(),
  aliases: z.array(z.string()),
})

/** The tool list_schema_versions. */
export const listSchemaVersions = ({ catalogue }: Domain) => {
  const page = createPlacePager<SchemaVersion>('list_schema_versions')
  return defineTool({
    name: 'list_schema_versions',
    summary: 'List the versions of the taxonomy, by type, the newest first.',
    input: z.object({
      datachain_type: Id.optional().describe('Only versions of this type, such as ai'),
      limit: inputs.limit,
      cursor: inputs.cursor,
    }),
    output: z.object({ versions: z.array(ListedVersion) }),
    effect: 'read',
    rest: { method: 'GET', path: `${restBase}/schemas` },
    async run({ datachain_type: type, limit, cursor }, call) {
      const all = catalogue.all()
      const types = [...new Set(all.map(({ datachainType: { id } }) => id))]
      if (type !== undefined && !types.includes(type)) {
        const known = nameIds(types, type)
        call.warn('UNKNOWN_TYPE', `There is no type ${quote(type)}. Types: ${known}.`)
      }
      const listed = all.filter(({ datachainType: { id } }) => type === undefined || id === type)
      // The hashes bind a cursor to what is listed, because a version may be added meanwhile.
      const hashes = listed.map(({ manifest }) => manifest.content_hash)
      const { items, notes } = await page(listed, { limit, cursor, type, hashes })
      return ok({ versions: items.map((version) => toListed(catalogue, version)) }, notes)
    },
  })
}

function toListed(catalogue: Catalogue, { manifest, datachainType }: SchemaVersion) {
  const { version: id, status, created_at, content_hash } = manifest
  const latest = `${datachainType.id}@latest`
  const isLatest = catalogue.find(latest)?.manifest.version === id
  return { id, status, created_at, content_hash, aliases: isLatest ? [latest] : [] }
}
