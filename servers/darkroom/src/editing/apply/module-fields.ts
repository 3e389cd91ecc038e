import type { Frame } from '../geometry/frame.ts'
import type { Layout } from '../modules/layouts/define-layout.ts'
import type { FieldValues } from '../modules/params.ts'
import { EditError } from '../state/edit-error.ts'
import { fieldAt, identityOf } from '../vocabulary/check-entry.ts'
import { derive } from '../vocabulary/derivations.ts'
import type { VocabularyEntry } from '../vocabulary/entry.ts'
import type { ManifestModule } from '../vocabulary/manifest.ts'
import type { Values } from './resolve-value.ts'

/** One module of an entry, and the values and strength to apply it with. */
export interface ModuleRequest {
  readonly entry: VocabularyEntry
  readonly module: ManifestModule
  readonly layout: Layout
  readonly values: Values
  readonly strength: number
  readonly frame: Frame | undefined
}

/** Returns the fields that an entry sets in one of its modules. */
export function moduleFields(request: ModuleRequest): FieldValues {
  const { entry, module, layout, values, strength, frame } = request
  const share = (module.strength ?? 'fields') === 'fields' ? strength : 1
  const fields: Record<string, number | string> = {}
  for (const [name, value] of Object.entries(module.values ?? {})) {
    const neutral = layout.byName.get(name)?.neutral
    fields[name] = typeof value === 'number' ? towards(neutral, value, share) : value
  }
  const scaled: Record<string, number> = {}
  for (const parameter of entry.parameters ?? []) {
    if (parameter.module !== module.operation) continue
    const given = values[parameter.name] ?? parameter.default
    const value = towards(identityOf(parameter, layout), given, share)
    scaled[parameter.name] = value
    for (const { offset, scale = 1, plus = 0 } of [parameter, ...(parameter.also ?? [])])
      fields[fieldAt(layout, offset)?.name ?? ''] = value * scale + plus
  }
  return { ...fields, ...derive(entry.derive, scaled, frame) }
}

/** Throws if one of the entry's modules cannot have this strength. */
export function checkStrength({ name, modules }: VocabularyEntry, strength: number): void {
  if (!(strength >= 0 && strength <= 1))
    throw new EditError('invalid_input', `The strength is ${strength}, outside its range 0 to 1.`, {
      path: 'strength',
    })
  const fixed = modules.find((module) => module.strength === 'none')
  if (fixed && strength !== 1 && strength !== 0) {
    throw new EditError(
      'invalid_input',
      `'${name}' cannot be applied in part: the module '${fixed.operation}' has no neutral value.`,
      { path: 'strength', hint: 'Give another value instead of a strength.' },
    )
  }
}

/** Goes a share of the way from the neutral value; the whole way if there is no neutral value. */
function towards(neutral: number | undefined, value: number, share: number): number {
  if (neutral === undefined) return value
  return neutral + share * (value - neutral)
}
