import { type Resource, type ResourceBody, defineResource } from 'toolaccord'
import { completeVersion } from '../catalogue/complete-version.ts'
import type { Catalogue } from '../catalogue/create-catalogue.ts'
import type { Domain } from '../domain/domain.ts'
import { plainColours } from '../icons/icon-colours.ts'
import { iconOf } from '../icons/icon-of.ts'
import { shapes } from '../icons/shapes.ts'
import { toIcon } from '../icons/to-icon.ts'
import type { SchemaVersion, Shape } from '../model/index.ts'
import { pictureCaching } from '../web/caching.ts'
import { restBase } from '../web/rest-base.ts'

const mimeType = 'image/svg+xml'

/** Creates the resources for pictures: icons of elements, and their shapes and symbols, as SVG. */
export const createPictures = (domain: Domain): readonly Resource[] => [
  ...createIconResources(domain),
  createSymbolResource(domain),
  shapeResource,
]

function createIconResources({ catalogue, iconsOf }: Domain): readonly Resource[] {
  const complete = { version: completeVersion(catalogue) }
  const read = (name: string, elementId: string, variant: string) =>
    draw(catalogue, name, (version) => iconOf(version, iconsOf(version), elementId, variant))
  return [
    defineResource({
      uri: 'datachain://icons/{version}/{element_id}',
      path: `${restBase}/schemas/:version/elements/:element_id/icon.svg`,
      name: 'icon',
      title: 'The icon of an element',
      summary: 'A 36 × 36 SVG, black on a transparent background.',
      mimeType,
      complete,
      read: ({ version, element_id }) => read(version, element_id, 'default'),
    }),
    defineResource({
      uri: 'datachain://icons/{version}/{element_id}/{variant}',
      path: `${restBase}/schemas/:version/elements/:element_id/icon.:variant.svg`,
      name: 'icon_variant',
      title: 'The icon of an element in a variant',
      summary: 'A 36 × 36 SVG; get_icon_url names the variants.',
      mimeType,
      complete,
      read: ({ version, element_id, variant }) => read(version, element_id, variant),
    }),
  ]
}

const createSymbolResource = ({ catalogue }: Domain): Resource =>
  defineResource({
    uri: 'datachain://symbols/{version}/{symbol_id}',
    path: `${restBase}/schemas/:version/symbols/:symbol_id.svg`,
    name: 'symbol',
    title: 'A symbol of a version',
    summary: 'The drawing inside the shape of an icon.',
    mimeType,
    complete: { version: completeVersion(catalogue) },
    read: ({ version, symbol_id }) =>
      draw(catalogue, version, ({ symbols }) => symbols.get(symbol_id)?.svg),
  })

const shapeNames = Object.keys(shapes)

const shapeResource: Resource = defineResource({
  uri: 'datachain://shapes/{shape}',
  path: `${restBase}/shapes/:shape.svg`,
  name: 'shape',
  title: 'A shape of icons',
  summary: `One of ${shapeNames.join(', ')}.`,
  mimeType,
  complete: { shape: (typed) => shapeNames.filter((name) => name.startsWith(typed)) },
  read({ shape }) {
    if (!isShape(shape)) return undefined
    const text = toIcon({ shape, colours: plainColours })
    return { text, cacheControl: 'public, max-age=86400' }
  },
})

const isShape = (name: string): name is Shape => Object.hasOwn(shapes, name)

/** A picture of the version that was asked for by a name; undefined if there is no picture. */
function draw(
  catalogue: Catalogue,
  name: string,
  toSvg: (version: SchemaVersion) => string | undefined,
): ResourceBody | undefined {
  const version = catalogue.find(name)
  if (version === undefined) return undefined
  const text = toSvg(version)
  if (text === undefined) return undefined
  const cacheControl = pictureCaching(name, version)
  return { text, contentHash: version.manifest.content_hash, cacheControl }
}
