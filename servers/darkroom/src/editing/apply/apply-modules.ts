import type { Frame } from '../geometry/frame.ts'
import type { MaskSpec } from '../masks/mask-spec.ts'
import { type NamedMasks, resolveNamed } from '../masks/resolve-named.ts'
import { toMask } from '../masks/to-mask.ts'
import { findLayout } from '../modules/find-layout.ts'
import { EditError } from '../state/edit-error.ts'
import type { EditState } from '../state/edit-state.ts'
import type { VocabularyEntry } from '../vocabulary/entry.ts'
import { checkStrength, moduleFields } from './module-fields.ts'
import { resolveValue, type Values } from './resolve-value.ts'
import { setModule } from './set-module.ts'

/** The options of a move; all of them can be combined. */
export interface ApplyOptions {
  /** A number for an entry of one parameter, or values by name. */
  readonly value?: number | Values | undefined
  /** Replaces the mask of the entry. */
  readonly mask?: MaskSpec | undefined
  /** From 0, which does nothing, to 1, which is the default. */
  readonly strength?: number | undefined
  /** Needed for drawn, feathered or blurred masks. */
  readonly frame?: Frame | undefined
  /** Needed for named masks. */
  readonly vocabulary?: NamedMasks | undefined
}

/** Sets every module of an entry, in the entry's layer. */
export function applyModules(
  state: EditState,
  entry: VocabularyEntry,
  { value, mask, strength = 1, frame, vocabulary }: ApplyOptions,
): EditState {
  checkStrength(entry, strength)
  if (entry.raw_only && state.kind !== 'raw') {
    throw new EditError(
      'state',
      `'${entry.name}' works on sensor data, but this photo is already developed.`,
      { hint: 'Use it on raw files.' },
    )
  }
  const values = resolveValue(entry, value)
  const given = mask ?? entry.mask_spec
  const spec = given === null ? undefined : resolveNamed(given, vocabulary)
  return entry.modules.reduce((current, module) => {
    const layout = findLayout(module.operation, module.modversion)
    if (layout === undefined)
      throw new EditError(
        'state',
        `The module '${module.operation}' of '${entry.name}' is not known.`,
      )
    return setModule(current, {
      layout,
      layer: entry.layer,
      source: entry.name,
      instance: module.instance ?? '',
      fields: moduleFields({ entry, module, layout, values, strength, frame }),
      mask: spec && toMask(spec, layout, { state, frame }),
      strength,
      strengthBy: module.strength ?? 'fields',
      frame,
    })
  }, state)
}
