import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import type { Domain } from '../../domain/domain.ts'
import { toJsonSchemas } from '../../model/to-json-schemas.ts'
import { restBase } from '../../web/rest-base.ts'
import { inputs } from '../inputs.ts'
import { outputs } from '../outputs.ts'
import { notesOf, readVersion, versionCodes } from '../read-version.ts'

type JsonSchemas = ReturnType<typeof toJsonSchemas>
type SchemaName = (typeof schemaNames)[number]

const schemaNames = [
  'datachain',
  'resolved_datachain',
  'element',
  'category',
  'variable',
  'datachain_type',
  'manifest',
] as const satisfies readonly (keyof JsonSchemas)[]

const JsonSchema = z.record(z.string(), z.unknown())
const SchemaJson = z
  .object({
    datachain: JsonSchema.optional().describe('What validate_datachain takes'),
    resolved_datachain: JsonSchema.optional(),
    element: JsonSchema.optional(),
    category: JsonSchema.optional(),
    variable: JsonSchema.optional(),
    datachain_type: JsonSchema.optional(),
    manifest: JsonSchema.optional(),
  })
  .describe('JSON Schemas by name, each whole or not at all')

/** Picks JSON Schemas by their names. */
function projectSchemas(all: JsonSchemas, names: readonly SchemaName[]): Partial<JsonSchemas> {
  const picked: Partial<JsonSchemas> = {}
  for (const name of names) picked[name] = all[name]
  return picked
}

/** The tool get_schema. */
export const getSchema = ({ catalogue }: Domain) => {
  let all: JsonSchemas | undefined
  return defineTool({
    name: 'get_schema',
    summary: 'Read a version: its manifest, its type, and the JSON Schema of a datachain for it.',
    description: 'Its categories and elements are listed by list_categories and list_elements.',
    input: z.object({
      version: inputs.version,
      include: z
        .enum(['manifest', 'full'])
        .default('manifest')
        .describe("'full' adds every category and element"),
      schemas: z
        .array(z.enum(schemaNames))
        .max(schemaNames.length)
        .default(['datachain'])
        .describe('The JSON Schemas that are wanted'),
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
      schema_json: SchemaJson,
      categories: z.array(outputs.category).optional(),
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
      whole: schemaNames.map((name) => `schema_json.${name}` as const),
    },
    run({ version: name, include, schemas }) {
      const version = readVersion(catalogue, name)
      const { manifest, datachainType, categories, elements } = version
      all ??= toJsonSchemas()
      const data = {
        version: manifest.version,
        manifest,
        datachain_type: datachainType,
        schema_json: projectSchemas(all, schemas),
      }
      if (include === 'manifest') return ok(data, notesOf(version))
      return ok({ ...data, categories, elements }, notesOf(version))
    },
  })
}
