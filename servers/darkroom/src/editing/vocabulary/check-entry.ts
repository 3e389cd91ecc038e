import { findLayout } from '../modules/find-layout.ts'
import type { Field, Layout } from '../modules/layouts/define-layout.ts'
import type { ManifestEntry, ManifestModule, ManifestParameter } from './manifest.ts'

/** Every rule that an entry breaks, in words. */
export function checkEntry(entry: ManifestEntry): readonly string[] {
  const names = (entry.parameters ?? []).map(({ name }) => name)
  return [
    ...entry.modules.flatMap((module) => checkModule(module, entry)),
    ...(entry.parameters ?? []).flatMap((parameter) => checkParameter(parameter, entry.modules)),
    ...names
      .filter((name, index) => names.indexOf(name) !== index)
      .map((name) => `the parameter '${name}' is declared twice`),
    ...(entry.derive !== undefined && entry.modules.length > 1
      ? ['derive works for entries of one module']
      : []),
    ...(entry.layer === 'L1' && !entry.applies_to
      ? ['an L1 entry needs applies_to: the camera and lens that it corrects']
      : []),
    ...(entry.layer !== 'L1' && entry.applies_to ? ['applies_to belongs to L1 entries'] : []),
    ...(entry.mask_spec &&
    entry.modules.some(({ operation }) => findLayout(operation)?.blendSpace === 'none')
      ? ['it has a mask_spec and a module that takes no mask']
      : []),
  ]
}

function checkModule(
  { operation, modversion, values = {}, strength = 'fields' }: ManifestModule,
  { parameters = [] }: ManifestEntry,
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
  return (field.type === 'text') === (typeof value === 'string')
    ? []
    : [`the field '${name}' of '${operation}' takes a ${field.type === 'text' ? 'text' : 'number'}`]
}

function checkStrength(
  layout: Layout,
  strength: string,
  values: readonly string[],
  parameters: readonly ManifestParameter[],
): readonly string[] {
  if (strength === 'opacity' && layout.blendSpace === 'none')
    return [`strength cannot be opacity: the module '${layout.operation}' is not blended`]
  if (strength !== 'fields') return []
  const reaches =
    parameters.some((parameter) => identityOf(parameter, layout) !== undefined) ||
    values.some((name) => layout.byName.get(name)?.neutral !== undefined)
  return reaches
    ? []
    : [
        `strength cannot work by fields: none of the values of '${layout.operation}' has a neutral value (use opacity or none)`,
      ]
}

function checkParameter(
  parameter: ManifestParameter,
  modules: readonly ManifestModule[],
): readonly string[] {
  const { name, module, modversion, range, default: initial, also = [] } = parameter
  const layout = findLayout(module, modversion)
  const [low, high] = range
  return [
    ...(modules.some(({ operation }) => operation === module)
      ? []
      : [`the parameter '${name}' sets '${module}', which is not among the modules`]),
    ...(layout === undefined
      ? [`the parameter '${name}' sets version ${modversion} of '${module}', which is not known`]
      : []),
    ...(low < high ? [] : [`the range of '${name}' is empty: ${low} to ${high}`]),
    ...(initial >= low && initial <= high
      ? []
      : [`the default of '${name}' is ${initial}, outside ${low} to ${high}`]),
    ...(layout === undefined
      ? []
      : [parameter, ...also].flatMap((place) => checkPlace(name, place, layout))),
  ]
}

function checkPlace(
  name: string,
  { offset, encoding }: { readonly offset: number; readonly encoding: string },
  layout: Layout,
): readonly string[] {
  const field = fieldAt(layout, offset)
  if (field === undefined)
    return [
      `the parameter '${name}' has the offset ${offset}, where no field of '${layout.operation}' begins`,
    ]
  return encoding === `le_${field.type}`
    ? []
    : [
        `the parameter '${name}' is ${encoding}, and the field '${field.name}' of '${layout.operation}' is le_${field.type}`,
      ]
}

/** The field that begins at an offset. */
export const fieldAt = (layout: Layout, offset: number): Field | undefined =>
  layout.fields.find((field) => field.offset === offset)

/** The value of a parameter at which it does nothing. */
export const identityOf = (
  { identity, offset, scale = 1, plus = 0 }: ManifestParameter,
  layout: Layout,
): number | undefined => {
  const neutral = fieldAt(layout, offset)?.neutral
  return identity ?? (neutral === undefined ? undefined : (neutral - plus) / scale)
}
