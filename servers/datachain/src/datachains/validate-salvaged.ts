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
  const places = new Set(lost)
  const unsure = new Set<string>()
  for (const [code, place] of Object.entries(lookedFor)) {
    if (lost.some((one) => place.test(one))) unsure.add(code)
  }
  const isKnown = ({ code, path }: Finding<InstanceCode>) =>
    !unsure.has(code) && !placesOf(path).some((place) => places.has(place))
  return validateDatachain(datachain, version).filter(isKnown)
}

/** A path and every place on the way to it, as `a`, `a[0]` and `a[0].b`. */
function placesOf(path: string): readonly string[] {
  const ends = [...path.matchAll(/[.[]/g)].map(({ index }) => index)
  return [...ends.map((end) => path.slice(0, end)), path]
}
