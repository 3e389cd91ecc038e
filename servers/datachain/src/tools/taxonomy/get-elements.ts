import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import type { Domain } from '../../domain/domain.ts'
import { filterLocales } from '../../texts/filter-locales.ts'
import { inputs } from '../inputs.ts'
import { outputs } from '../outputs.ts'
import { notesOf, readVersion, versionCodes } from '../read-version.ts'
import { warnOfLocales } from '../warn-of-locales.ts'
import { elementMissing } from './element-missing.ts'
import { pickFields } from './pick-fields.ts'

const mostIds = 100

/** The tool get_elements. */
export const getElements = ({ catalogue }: Domain) =>
  defineTool({
    name: 'get_elements',
    summary: 'Read several elements of a version at once, by id.',
    description:
      'If some do not exist, the answer is a soft failure with the others, and null for those.',
    input: z.object({
      version: inputs.version,
      element_ids: z
        .array(z.string().min(1).max(128))
        .min(1)
        .describe(`At most ${mostIds} different element ids`),
      locales: inputs.locales,
      fields: inputs.fields.default('all'),
    }),
    output: z.object({
      version: outputs.versionName,
      elements: z.record(z.string(), outputs.element.nullable()).describe('By element id'),
    }),
    effect: 'read',
    codes: [...versionCodes, 'element_not_found', 'element_ids_too_many'],
    cli: { positionals: ['version', 'element_ids'], flags: inputs.versionFlag },
    run({ version: name, element_ids, locales, fields }, call) {
      const version = readVersion(catalogue, name)
      const ids = [...new Set(element_ids)]
      const notes = notesOf(version)
      if (ids.length > mostIds) {
        const message = `${ids.length} different ids were asked for.`
        call.fail('element_ids_too_many', { message, path: 'element_ids', notes })
      }
      warnOfLocales(call, version, locales)
      const read = (id: string) => {
        const element = version.elementById.get(id)
        return element === undefined ? null : filterLocales(pickFields(element, fields), locales)
      }
      const elements = Object.fromEntries(ids.map((id) => [id, read(id)]))
      const data = { version: version.manifest.version, elements }
      const toProblem = (id: string) => ({
        code: 'element_not_found' as const,
        ...elementMissing(version, id, `element_ids[${element_ids.indexOf(id)}]`),
      })
      const missing = ids.filter((id) => !version.elementById.has(id))
      const [first, ...others] = missing.map(toProblem)
      if (first === undefined) return ok(data, notes)
      return call.reject([first, ...others], { data, notes })
    },
  })
