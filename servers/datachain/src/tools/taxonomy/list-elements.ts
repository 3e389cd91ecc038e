import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import type { Domain } from '../../domain/domain.ts'
import { nameIds, quote } from '../../findings/name-ids.ts'
import type { Element } from '../../model/index.ts'
import { filterLocales } from '../../texts/filter-locales.ts'
import { restBase } from '../../web/rest-base.ts'
import { inputs } from '../inputs.ts'
import { outputs } from '../outputs.ts'
import { notesOf, readVersion, versionCodes } from '../read-version.ts'
import { warnOfLocales } from '../warn-of-locales.ts'
import { createPlacePager } from './create-place-pager.ts'
import { pickFields } from './pick-fields.ts'

const input = z.object({
  version: inputs.version,
  category_id: z.string().min(1).max(128).optional().describe('Only elements of this category'),
  query: z.string().max(200).optional().describe('Words to look for in titles and descriptions'),
  locale: inputs.locale,
  locales: inputs.locales,
  fields: inputs.fields.default(['id', 'title', 'category_id']),
  limit: inputs.limit,
  cursor: inputs.cursor,
})

const output = z.object({
  version: outputs.versionName,
  elements: z.array(outputs.element),
  total: z.int(),
  returned: z.int(),
})

/** The tool list_elements. */
export const listElements = ({ catalogue, search }: Domain) => {
  const page = createPlacePager<Element>('list_elements')
  return defineTool({
    name: 'list_elements',
    summary: 'List or search the elements of a version, page by page.',
    description:
      'With a query, the best come first: words in titles count more than words in ' +
      'descriptions, and may be begun or slightly misspelt.',
    input,
    output,
    effect: 'read',
    codes: versionCodes,
    rest: { method: 'GET', path: `${restBase}/schemas/:version/elements` },
    cli: { positionals: ['version', 'query'], flags: inputs.versionFlag },
    fidelity: { items: [{ path: 'elements', id: 'id' }] },
    async run(args, call) {
      const { category_id, query = '', locale, locales, fields, limit, cursor } = args
      const version = readVersion(catalogue, args.version)
      if (category_id !== undefined && !version.categoryById.has(category_id)) {
        const known = nameIds(version.categoryById.keys(), category_id, 12)
        const message = `There is no category ${quote(category_id)}. Categories: ${known}.`
        call.warn('UNKNOWN_CATEGORY', message)
      }
      warnOfLocales(call, version, locales)
      const isSearch = query.trim() !== ''
      const found = isSearch ? search(version, locale, query) : version.elements
      const listed = ofCategory(found, category_id)
      const request = {
        limit,
        cursor,
        // The hash binds a cursor to the content, because a beta may change between two pages.
        hash: version.manifest.content_hash,
        version: version.manifest.version,
        category_id,
        query: isSearch ? query : undefined,
        locale: isSearch ? locale : undefined,
      }
      const { items, notes } = await page(listed, request)
      const elements = items.map((element) => filterLocales(pickFields(element, fields), locales))
      const data = {
        version: version.manifest.version,
        elements,
        total: listed.length,
        returned: elements.length,
      }
      return ok(data, { ...notesOf(version), ...notes })
    },
  })
}

function ofCategory(elements: readonly Element[], id: string | undefined): readonly Element[] {
  if (id === undefined) return elements
  return elements.filter(({ category_id }) => category_id === id)
}
