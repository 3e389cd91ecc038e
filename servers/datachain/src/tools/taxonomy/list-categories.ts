import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import type { Domain } from '../../domain/domain.ts'
import type { Category } from '../../model/index.ts'
import { filterLocales } from '../../texts/filter-locales.ts'
import { restBase } from '../../web/rest-base.ts'
import { inputs } from '../inputs.ts'
import { outputs } from '../outputs.ts'
import { notesOf, readVersion, versionCodes } from '../read-version.ts'
import { warnOfLocales } from '../warn-of-locales.ts'
import { createPlacePager } from './create-place-pager.ts'

/** The tool list_categories. */
export const listCategories = ({ catalogue }: Domain) => {
  const page = createPlacePager<Category>('list_categories')
  return defineTool({
    name: 'list_categories',
    summary:
      'List the categories of a version, in the order in which they are shown, ' +
      'with their variables and contexts.',
    input: z.object({
      version: inputs.version,
      locales: inputs.locales,
      limit: inputs.limit,
      cursor: inputs.cursor,
    }),
    output: z.object({ version: outputs.versionName, categories: z.array(outputs.category) }),
    effect: 'read',
    codes: versionCodes,
    rest: { method: 'GET', path: `${restBase}/schemas/:version/categories` },
    cli: { positionals: ['version'], flags: inputs.versionFlag },
    fidelity: { items: [{ path: 'categories', id: 'id' }] },
    async run({ version: name, locales, limit, cursor }, call) {
      const version = readVersion(catalogue, name)
      warnOfLocales(call, version, locales)
      const { content_hash: hash, version: id } = version.manifest
      const { items, notes } = await page(version.categories, { limit, cursor, hash, version: id })
      const categories = filterLocales(items, locales)
      return ok({ version: id, categories }, { ...notesOf(version), ...notes })
    },
  })
}
