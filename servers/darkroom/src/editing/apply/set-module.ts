import type { Frame } from '../geometry/frame.ts'
import { addForms } from '../masks/prune-masks.ts'
import type { Mask } from '../masks/to-mask.ts'
import {
  type BlendParams,
  blendSpaces,
  blendVersion,
  encodeBlend,
  maskModes,
  plainBlend,
} from '../modules/blend.ts'
import type { Layout } from '../modules/layouts/define-layout.ts'
import { decodeParams, encodeParams, type FieldValues, patchParams } from '../modules/params.ts'
import type { EditState, HistoryEntry, Layer } from '../state/edit-state.ts'
import { withEntries } from '../state/with-entries.ts'
import { completeParams } from './complete-params.ts'
import { freePriority } from './free-priority.ts'
import { replaceOrAdd } from './replace-or-add.ts'

/** The setting of one module. */
export interface ModuleSetting {
  readonly layout: Layout
  readonly layer: Layer
  /** The name of the vocabulary entry. */
  readonly source: string
  /** Separates uses of one operation. */
  readonly instance: string
  readonly fields: FieldValues
  readonly mask: Mask | undefined
  /** From 0 to 1. */
  readonly strength: number
  /** The way to apply the strength; `fields` means that the fields already include it. */
  readonly strengthBy: 'fields' | 'opacity' | 'none'
  readonly frame: Frame | undefined
}

/** Sets fields of a module: of the instance with the same layer, mask and use, or of a new one. */
export function setModule(state: EditState, setting: ModuleSetting): EditState {
  const { layout, layer, source, mask, strength, strengthBy, frame } = setting
  const slot = slotOf(setting)
  const existing = state.entries.find((entry) => isSame(entry, setting, slot))
  const params = completeParams(layout, paramsOf(setting, existing), frame)
  const multiPriority = existing?.multiPriority ?? freePriority(state.entries, layout.operation)
  const blendParams = toBlend(setting)
  const entry: HistoryEntry = {
    operation: layout.operation,
    modversion: layout.modversion,
    enabled: strength > 0 || (strengthBy === 'fields' && !isNeutral(layout, params)),
    params,
    multiName: multiPriority === 0 ? '' : source,
    multiPriority,
    blendVersion: blendParams === '' ? 0 : blendVersion,
    blendParams,
    layer,
    source,
    slot: slot || undefined,
    attributes: existing?.attributes ?? [],
  }
  const masks = addForms(state.masks, mask?.forms ?? [])
  return withEntries({ ...state, masks }, replaceOrAdd(state.entries, existing, entry))
}

function slotOf({ instance, mask }: ModuleSetting): string {
  if (mask === undefined) return instance
  return `${instance}@${mask.key}`
}

const isSame = (entry: HistoryEntry, { layout, layer }: ModuleSetting, slot: string): boolean =>
  entry.layer === layer &&
  entry.operation === layout.operation &&
  entry.modversion === layout.modversion &&
  (entry.slot ?? '') === slot

function paramsOf({ layout, fields }: ModuleSetting, existing: HistoryEntry | undefined): string {
  if (existing === undefined) return encodeParams(layout, fields)
  return patchParams(layout, existing.params, fields)
}

function toBlend({ layout, mask, strength, strengthBy }: ModuleSetting): string {
  const opacity = strengthBy === 'opacity' ? strength : 1
  if (mask === undefined && opacity === 1) return ''
  const uniform: BlendParams = {
    ...plainBlend,
    maskMode: maskModes.uniform,
    space: blendSpaces[layout.blendSpace],
  }
  const blend = mask?.blend ?? uniform
  return encodeBlend({ ...blend, opacity: blend.opacity * opacity })
}

/** True if every field that has a neutral value is at it. */
function isNeutral(layout: Layout, params: string): boolean {
  const values = decodeParams(layout, params)
  return layout.fields.every(
    ({ name, neutral }) => neutral === undefined || values[name] === neutral,
  )
}
