import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import { resolveDatachain } from '../src/datachains/resolve-datachain.ts'
import { createIcons } from '../src/icons/create-icons.ts'
import { Datachain } from '../src/model/index.ts'
import { embeddedData, loadData } from '../src/node/load-data.ts'
import { renderDatachain } from '../src/render/render-datachain.ts'
import { sampleResolved } from '../src/render/testing/sample-resolved.ts'

/** Renders the example that comes with the server. */
export async function renderExample(locale: string): Promise<string> {
  const example = Datachain.parse(parse(await readFile(`${embeddedData}example.yaml`, 'utf8')))
  const catalogue = await loadData()
  const version = catalogue.find(example.schema_version)
  if (version === undefined) throw new Error(`There is no version ${example.schema_version}.`)
  return renderDatachain(resolveDatachain(example, version), {
    locale,
    icons: createIcons(version.symbols),
  })
}

/** Renders a document with every feature, and a required category without an element. */
export const renderEverything = (locale: string): string =>
  renderDatachain(sampleResolved, { locale })

/** Renders the same with texts that are too long to fit, and a title in another language. */
export function renderLong(): string {
  const word = 'w'.repeat(200)
  const many = 'word '.repeat(80)
  const title = [{ locale: 'ar', value: `نص ${many}` }]
  const variables = [
    { id: 'span', value: [{ locale: 'en', value: word }] },
    { id: 'reason', value: [{ locale: 'en', value: many }] },
  ]
  const elements = sampleResolved.elements.map((placement, at) =>
    at === 0 ? { ...placement, variables } : placement,
  )
  return renderDatachain({ ...sampleResolved, title, id: word, elements })
}
