import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import type { Domain } from '../../domain/domain.ts'
import { filterLocales } from '../../texts/filter-locales.ts'
import { restBase } from '../../web/rest-base.ts'
import { inputs } from '../inputs.ts'
import { outputs } from '../outputs.ts'
import { notesOf, readVersion, versionCodes } from '../read-version.ts'

/** The tool list_categories. */
export const listCategories = ({ catalogue }: Domain) =>
  defineTool({
    name: 'list_categories',
    summary:
      'List the categories of a version, in the order in which they are shown, ' +
      'with their variables and contexts.',
    input: z.object({ version: inputs.version, locales: inputs.locales }),
    output: z.object({ version: outputs.versionName, categories: z.array(outputs.category) }),
    effect: 'read',
    codes: versionCodes,
    rest: { method: 'GET', path: `${restBase}/schemas/:version/categories` },
    cli: { positionals: ['version'], flags: inputs.versionFlag },
    run({ version: name, locales }) {
      const version = readVersion(catalogue, name)
      const categories = filterLocales(version.categories, locales)
      return ok({ version: version.manifest.version, categories }, notesOf(version))
    },
  })
