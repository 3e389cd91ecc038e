import { type Resource, defineResource } from 'toolaccord'
import { iconOf } from './icon-of.ts'
import { toJsonSchemas } from './json-schemas.ts'
import type { Domain } from './tools/domain.ts'

/** What can be read by its address: every version, every icon, and what was rendered. */
export function createResources({ catalogue, documents, iconsOf }: Domain): readonly Resource[] {
  const versions = (typed: string) => catalogue.all().map(({ manifest }) => manifest.version).filter((name) => name.startsWith(typed))
  return [
    defineResource({
      uri: 'datachain://schemas/{version}',
      name: 'schema',
      title: 'A version of the taxonomy',
      summary: 'Manifest, type, categories and elements of a version, and the JSON Schemas of what is written for it.',
      mimeType: 'application/json',
      complete: { version: versions },
      read({ version: name }) {
        const version = catalogue.find(name)
        if (version === undefined) return undefined
        const { manifest, datachainType, categories, elements } = version
        return { text: JSON.stringify({ manifest, datachain_type: datachainType, categories, elements, schema_json: toJsonSchemas() }) }
      },
    }),
    defineResource({
      uri: 'datachain://icons/{version}/{element_id}/{variant}',
      name: 'icon',
      title: 'The icon of an element',
      summary: 'A 36 × 36 SVG; get_icon_url names the variants.',
      mimeType: 'image/svg+xml',
      complete: { version: versions },
      read({ version: name, element_id, variant }) {
        const version = catalogue.find(name)
        const text = version && iconOf(version, iconsOf(version), element_id, variant)
        return text === undefined ? undefined : { text }
      },
    }),
    defineResource({
      uri: 'ui://datachain/view/{hash}',
      name: 'view',
      title: 'A rendered datachain',
      summary: 'The document that render_datachain made, by its hash.',
      mimeType: 'text/html;profile=mcp-app',
      read({ hash }) {
        const text = documents.get(hash)
        return text === undefined ? undefined : { text }
      },
    }),
  ]
}
