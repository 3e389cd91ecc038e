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
    'SKIPPED: the real data set is not rendered. ' +
      'Set DTPR_DATA to a folder of versions, such as …/dtpr.',
  )

async function readVersions(): Promise<readonly SchemaVersion[]> {
  const folders = await readVersionFolders(root ?? '')
  const built = await Promise.all(folders.map(buildVersion))
  return built.flatMap(({ version }) => version ?? [])
}

/** A datachain that places every element of a version once. */
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
    for (const { symbols } of await readVersions())
      for (const { id, svg } of symbols.values())
        expect([id, checkSymbol(svg).faults]).toEqual([id, []])
  })

  it.each(['en', 'fr'])(
    'is rendered in %s, each element with its symbol and in its language',
    async (locale) => {
      for (const version of await readVersions()) {
        const icons = createIcons(version.symbols)
        const page = readDocument(renderDatachain(placeAll(version), { locale, icons }))
        expect(page.faults).toEqual([])
        expect(page.all('article')).toHaveLength(version.elements.length)
        const sources = page.all('img').map(({ attributes }) => attributes['src'] ?? '')
        const icon = sources.map((source) => decodeURIComponent(source))
        expect(icon.filter((svg) => svg.endsWith('"></g></svg>'))).toEqual([])
        expect(page.all('span').filter(({ attributes }) => 'lang' in attributes)).toEqual([])
      }
    },
  )
})
