import { type Server, type ServerInit, defineServer } from 'toolaccord'
import { type Archive, createMemoryArchive } from 'toolaccord/archive'
import { dtpr } from 'toolaccord/contracts'
import { createFidelity } from 'toolaccord/fidelity'
import type { Catalogue } from './catalogue/create-catalogue.ts'
import { createDomain } from './domain/create-domain.ts'
import { createPrompts } from './prompts/create-prompts.ts'
import { createResources } from './resources/create-resources.ts'
import { codes } from './tools/codes.ts'
import { renderDatachain } from './tools/datachain/render-datachain.ts'
import { resolveDatachain } from './tools/datachain/resolve-datachain.ts'
import { validateDatachain } from './tools/datachain/validate-datachain.ts'
import { validateDatachains } from './tools/datachain/validate-datachains.ts'
import { validateResolved } from './tools/datachain/validate-resolved.ts'
import { noteVersion } from './tools/note-version.ts'
import { getElement } from './tools/taxonomy/get-element.ts'
import { getElements } from './tools/taxonomy/get-elements.ts'
import { getIconUrl } from './tools/taxonomy/get-icon-url.ts'
import { getSchema } from './tools/taxonomy/get-schema.ts'
import { listCategories } from './tools/taxonomy/list-categories.ts'
import { listElements } from './tools/taxonomy/list-elements.ts'
import { listSchemaVersions } from './tools/taxonomy/list-schema-versions.ts'

/** Options of a server of datachains. */
export interface DatachainServerOptions extends Pick<
  ServerInit<[]>,
  'policies' | 'log' | 'newId' | 'env' | 'jobs'
> {
  /** Keeps rendered documents, and what answers leave out. Default: in memory. */
  readonly archive?: Archive | undefined
  /** A datachain that is shown as an example, if its version is served. */
  readonly example?: unknown
}

/** Creates a server for the versions of a catalogue; two servers share nothing. */
export function createDatachainServer(
  catalogue: Catalogue,
  { archive, example, policies = [], ...options }: DatachainServerOptions = {},
): Server {
  const domain = createDomain(catalogue, archive, example)
  return defineServer({
    name: 'datachain',
    version: '1.0.0',
    summary:
      'Describe an AI system in words that everyone shares: ' +
      'what it is for, who answers for it, what it does with data.',
    instructions: [
      'Begin with list_schema_versions and list_categories.',
      'Find elements with list_elements and write a datachain.',
      'Correct it until validate_datachain finds nothing, then show it with render_datachain.',
    ].join(' '),
    contract: dtpr,
    codes,
    // The body is a batch at most; the tools that take one datachain refuse a large one.
    limits: { timeoutMs: 5_000, depth: 32, bodyBytes: 4_194_304 },
    tools: [
      listSchemaVersions(domain),
      getSchema(domain),
      listCategories(domain),
      listElements(domain),
      getElement(domain),
      getElements(domain),
      validateDatachain(domain),
      validateDatachains(domain),
      resolveDatachain(domain),
      validateResolved(domain),
      renderDatachain(domain),
      getIconUrl(domain),
    ],
    prompts: createPrompts(catalogue),
    resources: createResources(domain),
    fidelity: createFidelity({ archive: archive ?? createMemoryArchive(), faces: ['mcp'] }),
    policies: [noteVersion(catalogue), ...policies],
    ...options,
  })
}
