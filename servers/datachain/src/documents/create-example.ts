import type { Catalogue } from '../catalogue/create-catalogue.ts'
import { resolveDatachain } from '../datachains/resolve-datachain.ts'
import type { Icons } from '../icons/create-icons.ts'
import { Datachain, type SchemaVersion } from '../model/index.ts'
import { renderDatachain } from '../render/render-datachain.ts'

/** Renders the example in a language. */
export type Example = (locale?: string) => string

/**
 * Creates an example from a datachain; undefined if its version is not served. Throws if the value
 * is not a datachain.
 */
export function createExample(
  datachain: unknown,
  catalogue: Catalogue,
  iconsOf: (version: SchemaVersion) => Icons,
): Example | undefined {
  const parsed = Datachain.parse(datachain)
  const version = catalogue.find(parsed.schema_version)
  if (version === undefined) return undefined
  const resolved = resolveDatachain(parsed, version)
  return (locale) => renderDatachain(resolved, { locale, icons: iconsOf(version) })
}
