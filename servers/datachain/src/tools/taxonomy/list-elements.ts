import { createPager, defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import type { Domain } from '../../domain/domain.ts'
import { nameIds, quote } from '../../findings/name-ids.ts'
import type { Element } from '../../model/index.ts'
import { filterLocales } from '../../texts/filter-locales.ts'
import { restBase } from '../../web/rest-base.ts'
import * as inputs from '../inputs.ts'
import * as outputs from '../outputs.ts'
import { notesOf, readVersion, versionCodes } from '../read-version.ts'
import { pickFields } from './pick-fields.ts'

/**
 * Its place in the list tells an element apart: the list of one content and one question never
 * changes.
 */
interface Found {
  readonly element: Element
  readonly place: number
}

export const listElements = ({ catalogue, search }: Domain) => {
  const pages = createPager<Found, number>({
    tool: 'list_elements',
    keyOf: ({ place }) => place,
    isKey: (key) => Number.isInteger(key),
  })
  return defineTool({
    name: 'list_elements',
    summary: 'List or search the elements of a version, page by page.',
    description:
      'With a query, the best come first: words in titles count more than words in descriptions, and may be begun or slightly misspelt.',
    input: z.object({
      version: inputs.version,
      category_id: z.string().min(1).max(128).optional().describe('Only elements of this category'),
      query: z
        .string()
        .max(200)
        .optional()
        .describe('Words to look for in titles and descriptions'),
      locale: inputs.locale,
      locales: inputs.locales,
      fields: inputs.fields.default(['id', 'title', 'category_id']),
      limit: z.int().min(1).max(200).default(50).describe('How many at most'),
      cursor: z
        .string()
        .min(1)
        .max(1024)
        .optional()
        .describe('The next_cursor of the page before, with the same filters'),
    }),
    output: z.object({
      version: outputs.versionName,
      elements: z.array(outputs.element),
      total: z.int(),
      returned: z.int(),
    }),
    effect: 'read',
    codes: versionCodes,
    rest: { method: 'GET', path: `${restBase}/schemas/:version/elements` },
    cli: { positionals: ['version', 'query'], flags: inputs.versionFlag },
    async run(
      { version: name, category_id, query = '', locale, locales, fields, limit, cursor },
      call,
    ) {
      const version = readVersion(catalogue, name)
      const isSearch = query.trim() !== ''
      const listed = isSearch ? search(version, locale, query) : version.elements
      const found =
        category_id === undefined
          ? listed
          : listed.filter((element) => element.category_id === category_id)
      if (category_id !== undefined && !version.categoryById.has(category_id)) {
        call.warn(
          'UNKNOWN_CATEGORY',
          `There is no category ${quote(category_id)}. Categories: ${nameIds(version.categoryById.keys(), category_id, 12)}.`,
        )
      }
      // The hash binds a cursor to the content, because a beta may change between two pages.
      const filters = {
        hash: version.manifest.content_hash,
        version: version.manifest.version,
        category_id,
        ...(isSearch && { query, locale }),
      }
      const request = { limit, ...(cursor !== undefined && { cursor }), ...filters }
      const { items, notes } = await pages.page(
        found.map((element, place) => ({ element, place })),
        request,
      )
      const elements = items.map(({ element }) =>
        filterLocales(pickFields(element, fields), locales),
      )
      return ok(
        {
          version: version.manifest.version,
          elements,
          total: found.length,
          returned: elements.length,
        },
        { ...notesOf(version), ...notes },
      )
    },
  })
}
