import type { Frame } from '../geometry/frame.ts'
import type { Layout } from '../modules/layouts/define-layout.ts'
import type { FieldValues } from '../modules/params.ts'
import { EditError } from '../state/edit-error.ts'
import { fieldAt, identityOf } from '../vocabulary/check-entry.ts'
import { derive } from '../vocabulary/derivations.ts'
import type { EntryParameter, VocabularyEntry } from '../vocabulary/entry.ts'
import type { ManifestModule } from '../vocabulary/manifest.ts'
import type { Values } from './resolve-value.ts'

/** The fields that an entry sets in one of its modules, at a strength. */
export function moduleFields(
  entry: VocabularyEntry,
  module: ManifestModule,
  layout: Layout,
  {
    values,
    strength,
    frame,
  }: { readonly values: Values; readonly strength: number; readonly frame: Frame | undefined },
): FieldValues {
  const share = (module.strength ?? 'fields') === 'fields' ? strength : 1
  const parameters = (entry.parameters ?? []).filter(
    (parameter) => parameter.module === module.operation,
  )
  const scaled = Object.fromEntries(
    parameters.map((parameter) => [
      parameter.name,
      towards(identityOf(parameter, layout), values[parameter.name] ?? parameter.default, share),
    ]),
  )
  const fixed = Object.entries(module.values ?? {}).map(([name, value]) => [
    name,
    typeof value === 'number' ? towards(layout.byName.get(name)?.neutral, value, share) : value,
  ])
  return {
    ...Object.fromEntries(fixed),
    ...Object.assign(
      {},
      ...parameters.map((parameter) =>
        parameterFields(parameter, scaled[parameter.name] ?? 0, layout),
      ),
    ),
    ...derive(entry.derive, scaled, frame),
  }
}

/** Refuses a strength that one of the entry's modules cannot have. */
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
      {
        path: 'strength',
        hint: 'Give another value instead of a strength.',
      },
    )
  }
}

/** A share of the way from the value that does nothing; all of it where there is no such value. */
const towards = (identity: number | undefined, value: number, share: number): number =>
  identity === undefined ? value : identity + share * (value - identity)

const parameterFields = (parameter: EntryParameter, value: number, layout: Layout): FieldValues =>
  Object.fromEntries(
    [parameter, ...(parameter.also ?? [])].map(({ offset, scale = 1, plus = 0 }) => [
      fieldAt(layout, offset)?.name ?? '',
      value * scale + plus,
    ]),
  )
