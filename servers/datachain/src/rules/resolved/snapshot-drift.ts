import { defineRule } from '../../findings/rule.ts'
import { toStrictCanonicalJson } from '../../json/to-strict-canonical-json.ts'
import { sortLocales } from '../../texts/sort-locales.ts'
import type { ResolvedScope } from '../scope/instance-scope.ts'

/**
 * The snapshot is what the version contains. The type, the categories and the elements have one
 * report each at most, because they usually drift together.
 */
export const snapshotDrift = defineRule(
  'snapshot_drift',
  function* ({ resolved, live }: ResolvedScope) {
    if (live === undefined || live.manifest.version !== resolved.schema_version) return
    const { version, locales } = live.manifest
    const { datachain_type, categories, elements } = resolved.schema_snapshot
    const toText = (value: unknown) => toStrictCanonicalJson(sortLocales(value, locales))
    const isSame = (a: unknown, b: unknown) => b !== undefined && toText(a) === toText(b)
    const category = categories.findIndex((one) => !isSame(one, live.categoryById.get(one.id)))
    const element = elements.findIndex((one) => !isSame(one, live.elementById.get(one.id)))
    const message = `This differs from ${version}.`
    const hint = `Resolve the datachain again against ${version}.`
    if (!isSame(datachain_type, live.datachainType))
      yield { message, path: 'schema_snapshot.datachain_type', hint }
    if (category >= 0) yield { message, path: `schema_snapshot.categories[${category}]`, hint }
    if (element >= 0) yield { message, path: `schema_snapshot.elements[${element}]`, hint }
  },
)
