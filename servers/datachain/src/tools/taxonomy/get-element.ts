import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import type { Domain } from '../../domain/domain.ts'
import { filterLocales } from '../../texts/filter-locales.ts'
import { restBase } from '../../web/rest-base.ts'
import { inputs } from '../inputs.ts'
import { outputs } from '../outputs.ts'
import { notesOf, readVersion, versionCodes } from '../read-version.ts'
import { warnOfLocales } from '../warn-of-locales.ts'
import { elementMissing } from './element-missing.ts'
import { pickFields } from './pick-fields.ts'

/** The tool get_element. */
export const getElement = ({ catalogue }: Domain) =>
  defineTool({
    name: 'get_element',
    summary: 'Read one element of a version.',
    input: z.object({
      version: inputs.version,
      element_id: inputs.elementId,
      locales: inputs.locales,
      fields: inputs.fields.default('all'),
    }),
    output: z.object({ version: outputs.versionName, element: outputs.element }),
    effect: 'read',
    codes: [...versionCodes, 'element_not_found'],
    rest: { method: 'GET', path: `${restBase}/schemas/:version/elements/:element_id` },
    cli: { positionals: ['version', 'element_id'], flags: inputs.versionFlag },
    run({ version: name, element_id, locales, fields }, call) {
      const version = readVersion(catalogue, name)
      const notes = notesOf(version)
      const found = version.elementById.get(element_id)
      if (found === undefined) {
        const missing = elementMissing(version, element_id, 'element_id')
        return call.fail('element_not_found', { ...missing, notes })
      }
      warnOfLocales(call, version, locales)
      const element = filterLocales(pickFields(found, fields), locales)
      return ok({ version: version.manifest.version, element }, notes)
    },
  })
