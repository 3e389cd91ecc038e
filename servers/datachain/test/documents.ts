import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import { resolveDatachain } from '../src/datachains/resolve-datachain.ts'
import { createIcons } from '../src/icons/create-icons.ts'
import { Datachain } from '../src/model/index.ts'
import { embeddedData, loadData } from '../src/node/load-data.ts'
import { renderDatachain } from '../src/render/render-datachain.ts'
import { sampleResolved } from '../src/render/testing/sample-resolved.ts'

/** The example that comes with the server, as a document. */
export async function renderExample(locale: string): Promise<string> {
  const example = Datachain.parse(parse(await readFile(`${embeddedData}example.yaml`, 'utf8')))
  const version = (await loadData()).find(example.schema_version)
  if (version === undefined) throw new Error(`There is no version ${example.schema_version}.`)
  return renderDatachain(resolveDatachain(example, version), {
    locale,
    icons: createIcons(version.symbols),
  })
}

/**
 * A document with variables, subchains, provenance, a proposed element and a required category
 * without any.
 */
export const renderEverything = (locale: string): string =>
  renderDatachain(sampleResolved, { locale })

/**
 * The same with a title, names and values that are too long to fit, and texts in languages that it
 * does not have.
 */
export function renderLong(): string {
  const [word, many] = ['w'.repeat(200), 'word '.repeat(80)]
  const [first, ...others] = sampleResolved.elements
  const title = [{ locale: 'ar', value: `نص ${many}` }]
  const variables = [
    { id: 'span', value: [{ locale: 'en', value: word }] },
    { id: 'reason', value: [{ locale: 'en', value: many }] },
  ]
  return renderDatachain({
    ...sampleResolved,
    title,
    id: word,
    elements: [...(first === undefined ? [] : [{ ...first, variables }]), ...others],
  })
}
