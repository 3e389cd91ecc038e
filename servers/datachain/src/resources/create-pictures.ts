import { type Resource, defineResource } from 'toolaccord'
import { completeVersion } from '../catalogue/complete-version.ts'
import type { Domain } from '../domain/domain.ts'
import { plainColours } from '../icons/icon-colours.ts'
import { iconOf } from '../icons/icon-of.ts'
import { shapes } from '../icons/shapes.ts'
import { toIcon } from '../icons/to-icon.ts'
import type { SchemaVersion, Shape } from '../model/index.ts'
import { pictureCaching } from '../web/caching.ts'
import { restBase } from '../web/rest-base.ts'

/** Icons of elements, and the shapes and symbols that they are put together from, as SVG. */
export function createPictures({ catalogue, iconsOf }: Domain): readonly Resource[] {
  const complete = { version: completeVersion(catalogue) }
  const mimeType = 'image/svg+xml'

  /** A picture of a version, under the name that the version was asked for. */
  function show(name: string, draw: (version: SchemaVersion) => string | undefined) {
    const version = catalogue.find(name)
    const text = version && draw(version)
    return text === undefined || version === undefined
      ? undefined
      : {
          text,
          contentHash: version.manifest.content_hash,
          cacheControl: pictureCaching(name, version),
        }
  }
  const icon = (name: string, elementId: string, variant: string) =>
    show(name, (version) => iconOf(version, iconsOf(version), elementId, variant))

  return [
    defineResource({
      uri: 'datachain://icons/{version}/{element_id}',
      path: `${restBase}/schemas/:version/elements/:element_id/icon.svg`,
      name: 'icon',
      title: 'The icon of an element',
      summary: 'A 36 × 36 SVG, black on nothing.',
      mimeType,
      complete,
      read: ({ version, element_id }) => icon(version, element_id, 'default'),
    }),
    defineResource({
      uri: 'datachain://icons/{version}/{element_id}/{variant}',
      path: `${restBase}/schemas/:version/elements/:element_id/icon.:variant.svg`,
      name: 'icon_variant',
      title: 'The icon of an element in a variant',
      summary: 'A 36 × 36 SVG; get_icon_url names the variants.',
      mimeType,
      complete,
      read: ({ version, element_id, variant }) => icon(version, element_id, variant),
    }),
    defineResource({
      uri: 'datachain://symbols/{version}/{symbol_id}',
      path: `${restBase}/schemas/:version/symbols/:symbol_id.svg`,
      name: 'symbol',
      title: 'A symbol of a version',
      summary: 'What stands inside the shape of an icon.',
      mimeType,
      complete,
      read: ({ version, symbol_id }) => show(version, ({ symbols }) => symbols.get(symbol_id)?.svg),
    }),
    defineResource({
      uri: 'datachain://shapes/{shape}',
      path: `${restBase}/shapes/:shape.svg`,
      name: 'shape',
      title: 'A shape of icons',
      summary: `One of ${Object.keys(shapes).join(', ')}.`,
      mimeType,
      complete: { shape: (typed) => Object.keys(shapes).filter((name) => name.startsWith(typed)) },
      read: ({ shape }) =>
        isShape(shape)
          ? {
              text: toIcon({ shape, colours: plainColours }),
              cacheControl: 'public, max-age=86400',
            }
          : undefined,
    }),
  ]
}

const isShape = (name: string): name is Shape => Object.hasOwn(shapes, name)
