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

/** One number that a move takes, and the fields that it sets. */
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
  /** The camera and lens that an L1 entry corrects. */
  readonly applies_to?: ManifestEntry['applies_to']
  /** The parameters as a parameter set of the framework. */
  readonly parameterSet: ParameterSet
  /** False if a module of the move takes no mask. */
  readonly maskable: boolean
  /** True if the move works on sensor data only. */
  readonly raw_only: boolean
  readonly modules: readonly ManifestModule[]
  readonly derive?: Derivation | undefined
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

/** Converts an entry of a manifest that has no faults. */
export function toEntry(entry: ManifestEntry, { pack }: Manifest): VocabularyEntry {
  const { modules, parameters, mask_spec, global_variant, raw_only } = entry
  return Object.freeze({
    ...entry,
    touches: Object.freeze([...new Set(modules.map(({ operation }) => operation))]),
    mask_spec: mask_spec ?? null,
    global_variant: global_variant ?? null,
    parameters: parameters ?? null,
    parameterSet: toParameterSet(parameters ?? []),
    maskable: modules.every(({ operation }) => findLayout(operation)?.blendSpace !== 'none'),
    raw_only: raw_only ?? false,
    pack,
  })
}

const toParameterSet = (parameters: readonly ManifestParameter[]): ParameterSet =>
  defineParameters(
    Object.fromEntries(
      parameters.map(({ name, range, default: initial, unit, summary }) => [
        name,
        { range, default: initial, unit, summary },
      ]),
    ),
  )

/** Converts a mask of a manifest that has no faults. */
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
