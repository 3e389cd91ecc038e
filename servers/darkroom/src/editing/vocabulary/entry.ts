import { defineParameters, type ParameterSet } from 'toolaccord'
import type { MaskSpec } from '../masks/mask-spec.ts'
import { findLayout } from '../modules/find-layout.ts'
import type { Layer } from '../state/edit-state.ts'
import type { Derivation } from './derivations.ts'
import type {
  Manifest,
  ManifestEntry,
  ManifestMask,
  ManifestModule,
  ManifestParameter,
} from './manifest.ts'

/** One number that a move takes, and the field that it sets. */
export type EntryParameter = ManifestParameter

/** A move that can be applied. */
export interface VocabularyEntry {
  readonly name: string
  readonly layer: Layer
  readonly subtype: string
  readonly description: string
  readonly tags: readonly string[]
  /** The operations that it sets. */
  readonly touches: readonly string[]
  readonly mask_spec: MaskSpec | null
  readonly global_variant: string | null
  readonly parameters: readonly EntryParameter[] | null
  readonly applies_to?: {
    readonly make: string
    readonly model: string
    readonly lens_model: string
  }
  /** What a caller may give, as the framework's parameter set. */
  readonly parameterSet: ParameterSet
  readonly maskable: boolean
  readonly raw_only: boolean
  readonly modules: readonly ManifestModule[]
  readonly derive?: Derivation
  readonly pack: string
}

/** A mask that has a name. */
export interface MaskEntry {
  readonly name: string
  readonly kind: 'mask'
  readonly description: string
  readonly tags: readonly string[]
  readonly spec: MaskSpec
  readonly llm_vision_prompt: string | null
  readonly darktable_version: string
  readonly source: string
}

/** An entry of a manifest that broke no rule. */
export function toEntry(
  {
    modules,
    parameters,
    mask_spec,
    global_variant,
    applies_to,
    raw_only,
    derive,
    ...rest
  }: ManifestEntry,
  { pack }: Manifest,
): VocabularyEntry {
  return Object.freeze({
    ...rest,
    touches: Object.freeze([...new Set(modules.map(({ operation }) => operation))]),
    mask_spec: mask_spec ?? null,
    global_variant: global_variant ?? null,
    parameters: parameters ?? null,
    ...(applies_to && { applies_to }),
    parameterSet: defineParameters(
      Object.fromEntries(
        (parameters ?? []).map(({ name, range, default: initial, unit, summary }) => [
          name,
          { range, default: initial, ...(unit !== undefined && { unit }), summary },
        ]),
      ),
    ),
    maskable: modules.every(({ operation }) => findLayout(operation)?.blendSpace !== 'none'),
    raw_only: raw_only ?? false,
    modules,
    ...(derive && { derive }),
    pack,
  })
}

/** A mask of a manifest that broke no rule. */
export const toMaskEntry = (
  { llm_vision_prompt, ...rest }: ManifestMask,
  { darktable_version, source }: Manifest,
): MaskEntry =>
  Object.freeze({
    ...rest,
    llm_vision_prompt: llm_vision_prompt ?? null,
    darktable_version,
    source,
  })
