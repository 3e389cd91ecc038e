import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import type { Domain } from '../../domain/domain.ts'
import { toJsonSchemas } from '../../model/to-json-schemas.ts'
import { restBase } from '../../web/rest-base.ts'
import { inputs } from '../inputs.ts'
import { outputs } from '../outputs.ts'
import { notesOf, readVersion, versionCodes } from '../read-version.ts'

/** The tool get_schema. */
export const getSchema = ({ catalogue }: Domain) => {
  let schemas: ReturnType<typeof toJsonSchemas> | undefined
  return defineTool({
    name: 'get_schema',
    summary:
      'Read a version: its manifest, its type, its categories, ' +
      'and the JSON Schemas of what is written for it.',
    input: z.object({
      version: inputs.version,
      include: z
        .enum(['manifest', 'full'])
        .default('manifest')
        .describe("'full' adds every element"),
    }),
    output: z.object({
      version: outputs.versionName,
      manifest: z.looseObject({
        version: z.string(),
        status: z.enum(['beta', 'stable']),
        locales: z.array(z.string()),
        content_hash: z.string(),
      }),
      datachain_type: z.looseObject({ id: z.string() }),
      categories: z.array(outputs.category),
      schema_json: z
        .record(z.string(), z.record(z.string(), z.unknown()))
        .describe('JSON Schemas by name: datachain is what validate_datachain takes'),
      elements: z.array(outputs.element).optional(),
    }),
    effect: 'read',
    codes: versionCodes,
    rest: { method: 'GET', path: `${restBase}/schemas/:version/manifest` },
    cli: { positionals: ['version'], flags: inputs.versionFlag },
    fidelity: {
      items: [
        { path: 'elements', id: 'id' },
        { path: 'categories', id: 'id' },
      ],
    },
    run({ version: name, include }) {
      const version = readVersion(catalogue, name)
      const { manifest, datachainType, categories, elements } = version
      schemas ??= toJsonSchemas()
      const data = {
        version: manifest.version,
        manifest,
        datachain_type: datachainType,
        categories,
        schema_json: schemas,
      }
      return ok(include === 'full' ? { ...data, elements } : data, notesOf(version))
    },
  })
}
