import { type Resource, type ResourceBody, defineResource } from 'toolaccord'
import { hashContent } from 'toolaccord/archive'
import { completeVersion } from '../catalogue/complete-version.ts'
import type { Example } from '../documents/create-example.ts'
import { documentPath, documentUri } from '../documents/document-uri.ts'
import type { Domain } from '../domain/domain.ts'
import { toJsonSchemas } from '../model/to-json-schemas.ts'
import { toViewPage } from '../view/to-view-page.ts'
import { viewUri } from '../view/view-uri.ts'
import { forEver } from '../web/caching.ts'
import { createPictures } from './create-pictures.ts'

/** Creates the resources: versions, pictures, rendered documents, the view and the example. */
export function createResources(domain: Domain): readonly Resource[] {
  const resources = [
    createSchema(domain),
    ...createPictures(domain),
    createDocument(domain),
    viewResource,
  ]
  if (domain.example !== undefined) resources.push(...createExamples(domain.example))
  return resources
}

const createSchema = ({ catalogue }: Domain): Resource =>
  defineResource({
    uri: 'datachain://schemas/{version}',
    name: 'schema',
    title: 'A version of the taxonomy',
    summary:
      'Manifest, type, categories and elements of a version, ' +
      'and the JSON Schemas of what is written for it.',
    mimeType: 'application/json',
    complete: { version: completeVersion(catalogue) },
    read({ version: name }) {
      const version = catalogue.find(name)
      if (version === undefined) return undefined
      const { manifest, datachainType, categories, elements } = version
      const schema = {
        manifest,
        datachain_type: datachainType,
        categories,
        elements,
        schema_json: toJsonSchemas(),
      }
      return { text: JSON.stringify(schema) }
    },
  })

const createDocument = ({ documents }: Domain): Resource =>
  defineResource({
    uri: documentUri('{hash}'),
    path: documentPath(':hash'),
    name: 'document',
    title: 'A rendered datachain',
    summary: 'The document that render_datachain made, by its hash.',
    mimeType: 'text/html',
    async read({ hash = '' }) {
      const text = await documents.get(hash)
      return text === undefined ? undefined : { text, contentHash: hash, cacheControl: forEver }
    },
  })

const viewResource: Resource = defineResource({
  uri: viewUri,
  name: 'view',
  title: 'The view of rendered datachains',
  summary: 'An MCP App that shows what render_datachain made.',
  mimeType: 'text/html;profile=mcp-app',
  meta: { ui: { prefersBorder: true } },
  read: async () => ({ text: await toViewPage() }),
})

const languageTag = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/

const createExamples = (example: Example): readonly Resource[] => [
  defineResource({
    uri: 'datachain://example',
    path: '/example',
    name: 'example',
    title: 'An example',
    summary: 'A datachain of an imagined system, rendered.',
    mimeType: 'text/html',
    read: () => toBody(example()),
  }),
  defineResource({
    uri: 'datachain://example/{locale}',
    path: '/example/:locale',
    name: 'example_in_a_language',
    title: 'The example in a language',
    summary: 'The same in another language, such as fr.',
    mimeType: 'text/html',
    read: ({ locale }) => (languageTag.test(locale) ? toBody(example(locale)) : undefined),
  }),
]

const toBody = async (text: string): Promise<ResourceBody> => ({
  text,
  contentHash: await hashContent(text),
})
