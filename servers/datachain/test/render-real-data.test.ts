import { describe, expect, it } from 'vitest'
import { buildVersion } from '../src/catalogue/build-version.ts'
import { checkSymbol } from '../src/icons/check-symbol.ts'
import { createIcons } from '../src/icons/create-icons.ts'
import { ResolvedDatachain, type SchemaVersion } from '../src/model/index.ts'
import { readVersionFolders } from '../src/node/read-version-folders.ts'
import { renderDatachain } from '../src/render/render-datachain.ts'
import { readDocument } from '../src/render/testing/read-document.ts'

const root = process.env.DTPR_DATA
if (root === undefined)
  console.warn(
    'SKIPPED: the real data set is not rendered. Set DTPR_DATA to a folder of versions, such as …/dtpr.',
  )

const versions = async (): Promise<readonly SchemaVersion[]> =>
  (await Promise.all((await readVersionFolders(root ?? '')).map(buildVersion))).flatMap(
    ({ version }) => version ?? [],
  )

/** Every element of a version, placed once. */
const placeAll = ({ manifest, datachainType, categories, elements }: SchemaVersion) =>
  ResolvedDatachain.parse({
    id: 'everything',
    schema_version: manifest.version,
    created_at: manifest.created_at,
    elements: elements.map(({ id, context }) => ({
      element_id: id,
      context_type_id: context?.values[0]?.id,
    })),
    schema_snapshot: { datachain_type: datachainType, categories, elements },
  })

describe.skipIf(root === undefined)('the real data set', () => {
  it('has symbols that only draw', async () => {
    for (const { symbols } of await versions())
      for (const { id, svg } of symbols.values())
        expect([id, checkSymbol(svg).faults]).toEqual([id, []])
  })

  it.each(['en', 'fr'])(
    'has every element rendered in %s, each with its symbol and in its language',
    async (locale) => {
      for (const version of await versions()) {
        const page = readDocument(
          renderDatachain(placeAll(version), { locale, icons: createIcons(version.symbols) }),
        )
        expect(page.faults).toEqual([])
        expect(page.all('article')).toHaveLength(version.elements.length)
        expect(
          page
            .all('img')
            .filter(({ attributes }) =>
              decodeURIComponent(attributes['src'] ?? '').endsWith('"></g></svg>'),
            ),
        ).toEqual([])
        expect(page.all('span').filter(({ attributes }) => 'lang' in attributes)).toEqual([])
      }
    },
  )
})
