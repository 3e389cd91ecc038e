import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import type { Domain } from '../../domain/domain.ts'
import { Id } from '../../model/index.ts'
import { restBase } from '../../web/rest-base.ts'

const Listed = z.object({
  id: z.string(),
  status: z.enum(['beta', 'stable']),
  created_at: z.string(),
  content_hash: z.string(),
  aliases: z.array(z.string()),
})

export const listSchemaVersions = ({ catalogue }: Domain) =>
  defineTool({
    name: 'list_schema_versions',
    summary: 'List the versions of the taxonomy, by type, the newest first.',
    input: z.object({
      datachain_type: Id.optional().describe('Only versions of this type, such as ai'),
    }),
    output: z.object({ versions: z.array(Listed) }),
    effect: 'read',
    rest: { method: 'GET', path: `${restBase}/schemas` },
    run({ datachain_type }) {
      const all = catalogue
        .all()
        .filter(
          ({ datachainType }) =>
            datachain_type === undefined || datachainType.id === datachain_type,
        )
      const versions = all.map(({ manifest, datachainType }) => {
        const { version: id, status, created_at, content_hash } = manifest
        const latest = `${datachainType.id}@latest`
        return {
          id,
          status,
          created_at,
          content_hash,
          aliases: catalogue.find(latest)?.manifest.version === id ? [latest] : [],
        }
      })
      return ok({ versions })
    },
  })
