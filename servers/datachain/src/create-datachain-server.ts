import { type Server, type ServerInit, defineServer } from 'toolaccord'
import type { Archive } from 'toolaccord/archive'
import { dtpr } from 'toolaccord/contracts'
import type { Catalogue } from './catalogue/create-catalogue.ts'
import { createDocuments } from './documents/create-documents.ts'
import { createExample } from './documents/create-example.ts'
import type { Domain } from './domain/domain.ts'
import { type Icons, createIcons } from './icons/create-icons.ts'
import type { SchemaVersion } from './model/index.ts'
import { createPrompts } from './prompts/create-prompts.ts'
import { createResources } from './resources/create-resources.ts'
import { createElementSearch } from './search/create-element-search.ts'
import { codes } from './tools/codes.ts'
import { renderDatachain } from './tools/datachain/render-datachain.ts'
import { resolveDatachain } from './tools/datachain/resolve-datachain.ts'
import { validateDatachain } from './tools/datachain/validate-datachain.ts'
import { validateResolved } from './tools/datachain/validate-resolved.ts'
import { getElement } from './tools/taxonomy/get-element.ts'
import { getElements } from './tools/taxonomy/get-elements.ts'
import { getIconUrl } from './tools/taxonomy/get-icon-url.ts'
import { getSchema } from './tools/taxonomy/get-schema.ts'
import { listCategories } from './tools/taxonomy/list-categories.ts'
import { listElements } from './tools/taxonomy/list-elements.ts'
import { listSchemaVersions } from './tools/taxonomy/list-schema-versions.ts'

/** What a server of datachains leaves to its caller. */
export interface DatachainServerOptions extends Pick<
  ServerInit<[]>,
  'policies' | 'log' | 'newId' | 'env'
> {
  /** Where rendered documents are kept. Default: in memory. */
  readonly archive?: Archive
  /** A datachain that is shown as an example, where its version is served. */
  readonly example?: unknown
}

/** Makes a server from the versions of a catalogue; two of them share nothing. */
export function createDatachainServer(
  catalogue: Catalogue,
  { archive, example, ...options }: DatachainServerOptions = {},
): Server {
  const domain = createDomain(catalogue, archive, example)
  return defineServer({
    name: 'datachain',
    version: '1.0.0',
    summary:
      'Describe an AI system in words that everyone shares: what it is for, who answers for it, what it does with data.',
    instructions: [
      'Begin with list_schema_versions and list_categories. Find elements with list_elements and write a datachain.',
      'Correct it until validate_datachain finds nothing, then show it with render_datachain.',
    ].join(' '),
    contract: dtpr,
    codes,
    // A resolved datachain is the largest thing that comes in; around it stand the arguments.
    limits: { timeoutMs: 5_000, depth: 32, bodyBytes: 655_360 },
    tools: [
      listSchemaVersions(domain),
      getSchema(domain),
      listCategories(domain),
      listElements(domain),
      getElement(domain),
      getElements(domain),
      validateDatachain(domain),
      resolveDatachain(domain),
      validateResolved(domain),
      renderDatachain(domain),
      getIconUrl(domain),
    ],
    prompts: createPrompts(catalogue),
    resources: createResources(domain),
    ...options,
  })
}

function createDomain(
  catalogue: Catalogue,
  archive: Archive | undefined,
  example: unknown,
): Domain {
  const icons = new WeakMap<SchemaVersion, Icons>()
  const iconsOf = (version: SchemaVersion): Icons => {
    const made = icons.get(version) ?? createIcons(version.symbols)
    icons.set(version, made)
    return made
  }
  const shown = example === undefined ? undefined : createExample(example, catalogue, iconsOf)
  return {
    catalogue,
    search: createElementSearch(),
    documents: createDocuments(archive),
    iconsOf,
    ...(shown && { example: shown }),
  }
}
