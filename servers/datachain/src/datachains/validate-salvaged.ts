import type { Finding } from '../findings/finding.ts'
import type { SchemaVersion } from '../model/index.ts'
import type { InstanceCode } from '../rules/instance/index.ts'
import { salvageDatachain } from './salvage-datachain.ts'
import { validateDatachain } from './validate-datachain.ts'

const anyPlacement = /^elements(\[\d+\](\.element_id)?)?$/
const anyPlacedId = /^elements(\[\d+\](\.element_id|\.element_instance_id)?)?$/

/** What a rule misses that may be in a part that could not be read. */
const lookedFor: { readonly [Code in InstanceCode]?: RegExp } = {
  REQUIRED_CATEGORY_MISSING: anyPlacement,
  CONTEXT_TYPE_MISSING: /\.context_type_id$/,
  INSTANCE_SUBCHAIN_HEAD_UNKNOWN: anyPlacedId,
  INSTANCE_SUBCHAIN_REF_UNKNOWN: /^subchain_instances/,
  element_provenance_unknown_element: anyPlacedId,
}

/**
 * Checks a datachain whose form is wrong against a version, as far as it can be read. Returns only
 * what stays wrong however the form is corrected.
 */
export function validateSalvaged(
  document: object,
  version: SchemaVersion,
): readonly Finding<InstanceCode>[] {
  const { datachain, lost } = salvageDatachain(document, version.manifest.version)
  const isKnown = ({ code, path }: Finding<InstanceCode>) =>
    !lost.some((place) => isAt(path, place) || lookedFor[code]?.test(place) === true)
  return validateDatachain(datachain, version).filter(isKnown)
}

/** True if a path is a place or leads further into it. */
const isAt = (path: string, place: string): boolean =>
  path === place || path.startsWith(`${place}.`) || path.startsWith(`${place}[`)
