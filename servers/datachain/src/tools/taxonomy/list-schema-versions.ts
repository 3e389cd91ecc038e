import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import type { Catalogue } from '../../catalogue/create-catalogue.ts'
import type { Domain } from '../../domain/domain.ts'
import { Id, type SchemaVersion } from '../../model/index.ts'
import { restBase } from '../../web/rest-base.ts'

const ListedVersion = z.object({
  id: z.string(),
  status: z.enum(['beta', 'stable']),
  created_at: z.string(),
  content_hash: z.string(),
  aliases: z.array(z.string()),
})

/** The tool list_schema_versions. */
export const listSchemaVersions = ({ catalogue }: Domain) =>
  defineTool({
    name: 'list_schema_versions',
    summary: 'List the versions of the taxonomy, by type, the newest first.',
    input: z.object({
      datachain_type: Id.optional().describe('Only versions of this type, such as ai'),
    }),
    output: z.object({ versions: z.array(ListedVersion) }),
    effect: 'read',
    rest: { method: 'GET', path: `${restBase}/schemas` },
    run({ datachain_type: type }) {
      const all = catalogue.all()
      const listed = all.filter(({ datachainType: { id } }) => type === undefined || id === type)
      return ok({ versions: listed.map((version) => toListed(catalogue, version)) })
    },
  })

function toListed(catalogue: Catalogue, { manifest, datachainType }: SchemaVersion) {
  const { version: id, status, created_at, content_hash } = manifest
  const latest = `${datachainType.id}@latest`
  const isLatest = catalogue.find(latest)?.manifest.version === id
  return { id, status, created_at, content_hash, aliases: isLatest ? [latest] : [] }
}
