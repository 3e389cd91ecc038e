import { findLayout } from '../modules/find-layout.ts'
import type { Field, Layout } from '../modules/layouts/define-layout.ts'
import type { ManifestEntry, ManifestModule, ManifestParameter } from './manifest.ts'

/** Returns every fault of an entry, in words. */
export function checkEntry(entry: ManifestEntry): readonly string[] {
  const { modules, parameters = [] } = entry
  return [
    ...modules.flatMap((module) => checkModule(module, parameters)),
    ...parameters.flatMap((parameter) => checkParameter(parameter, modules)),
    ...repeatedNames(parameters).map((name) => `the parameter '${name}' is declared twice`),
    ...checkWhole(entry),
  ]
}

function repeatedNames(parameters: readonly ManifestParameter[]): readonly string[] {
  const names = parameters.map(({ name }) => name)
  return names.filter((name, index) => names.indexOf(name) !== index)
}

/** The rules that concern several properties of an entry. */
function checkWhole(entry: ManifestEntry): readonly string[] {
  const { layer, modules, derive, applies_to, mask_spec } = entry
  const faults: string[] = []
  if (derive !== undefined && modules.length > 1)
    faults.push('derive works only for entries of one module')
  if (layer === 'L1' && applies_to === undefined)
    faults.push('an L1 entry needs applies_to: the camera and lens that it corrects')
  if (layer !== 'L1' && applies_to !== undefined) faults.push('applies_to belongs to L1 entries')
  const isMaskable = modules.every(({ operation }) => findLayout(operation)?.blendSpace !== 'none')
  if (mask_spec !== undefined && !isMaskable)
    faults.push('it has a mask_spec and a module that takes no mask')
  return faults
}

function checkModule(
  { operation, modversion, values = {}, strength = 'fields' }: ManifestModule,
  parameters: readonly ManifestParameter[],
): readonly string[] {
  const layout = findLayout(operation)
  if (layout === undefined) return [`the module '${operation}' is not known`]
  if (layout.modversion !== modversion)
    return [`the module '${operation}' has version ${layout.modversion}, not ${modversion}`]
  const own = parameters.filter(({ module }) => module === operation)
  const fields = Object.entries(values).flatMap(([name, value]) => checkValue(layout, name, value))
  return [...fields, ...checkStrength(layout, strength, Object.keys(values), own)]
}

function checkValue(
  { operation, byName }: Layout,
  name: string,
  value: number | string,
): readonly string[] {
  const field = byName.get(name)
  if (field === undefined) return [`the module '${operation}' has no field '${name}'`]
  const wanted = field.type === 'text' ? 'string' : 'number'
  if (typeof value === wanted) return []
  return [`the field '${name}' of '${operation}' takes a ${wanted}`]
}

function checkStrength(
  layout: Layout,
  strength: string,
  values: readonly string[],
  parameters: readonly ManifestParameter[],
): readonly string[] {
  const { operation, blendSpace, byName } = layout
  if (strength === 'opacity' && blendSpace === 'none')
    return [`strength cannot be opacity: the module '${operation}' is not blended`]
  if (strength !== 'fields') return []
  const hasNeutral =
    parameters.some((parameter) => identityOf(parameter, layout) !== undefined) ||
    values.some((name) => byName.get(name)?.neutral !== undefined)
  if (hasNeutral) return []
  return [
    `strength cannot work by fields: none of the values of '${operation}' has a neutral value ` +
      '(use opacity or none)',
  ]
}

function checkParameter(
  parameter: ManifestParameter,
  modules: readonly ManifestModule[],
): readonly string[] {
  const { name, module, modversion, range, default: initial, also = [] } = parameter
  const layout = findLayout(module, modversion)
  const [low, high] = range
  const faults: string[] = []
  if (!modules.some(({ operation }) => operation === module))
    faults.push(`the parameter '${name}' sets '${module}', which is not among the modules`)
  if (layout === undefined)
    faults.push(
      `the parameter '${name}' sets version ${modversion} of '${module}', which is not known`,
    )
  if (low >= high) faults.push(`the range of '${name}' is empty: ${low} to ${high}`)
  if (initial < low || initial > high)
    faults.push(`the default of '${name}' is ${initial}, outside ${low} to ${high}`)
  if (layout === undefined) return faults
  return [...faults, ...[parameter, ...also].flatMap((place) => checkPlace(name, place, layout))]
}

function checkPlace(
  name: string,
  { offset, encoding }: Pick<ManifestParameter, 'offset' | 'encoding'>,
  layout: Layout,
): readonly string[] {
  const { operation } = layout
  const field = fieldAt(layout, offset)
  if (field === undefined)
    return [
      `the parameter '${name}' has the offset ${offset}, ` +
        `at which no field of '${operation}' begins`,
    ]
  const wanted = `le_${field.type}`
  if (encoding === wanted) return []
  return [
    `the parameter '${name}' is ${encoding}, ` +
      `but the field '${field.name}' of '${operation}' is ${wanted}`,
  ]
}

/** Returns the field that begins at an offset. */
export const fieldAt = (layout: Layout, offset: number): Field | undefined =>
  layout.fields.find((field) => field.offset === offset)

/** Returns the value of a parameter at which it does nothing, if there is one. */
export function identityOf(
  { identity, offset, scale = 1, plus = 0 }: ManifestParameter,
  layout: Layout,
): number | undefined {
  if (identity !== undefined) return identity
  const neutral = fieldAt(layout, offset)?.neutral
  if (neutral === undefined) return undefined
  return (neutral - plus) / scale
}
