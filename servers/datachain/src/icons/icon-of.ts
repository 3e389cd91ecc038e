import type { SchemaVersion } from '../model/index.ts'
import type { Icons } from './create-icons.ts'
import { toIconColours } from './icon-colours.ts'

/** The icon of an element in a variant, as SVG; undefined if there is no such icon. */
export function iconOf(
  version: SchemaVersion,
  icons: Icons,
  elementId: string,
  variant: string,
): string | undefined {
  const element = version.elementById.get(elementId)
  if (element === undefined) return undefined
  const category = version.categoryById.get(element.category_id)
  const colours = toIconColours(variant, element.context ?? category?.element_context)
  return colours && icons.svg(element.shape, element.symbol_id, colours)
}
