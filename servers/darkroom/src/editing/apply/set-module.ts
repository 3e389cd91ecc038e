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

/** What one module is to be set to. */
export interface ModuleSetting {
  readonly layout: Layout
  readonly layer: Layer
  /** The vocabulary entry. */
  readonly source: string
  /** Keeps uses of one operation apart. */
  readonly instance: string
  readonly fields: FieldValues
  readonly mask: Mask | undefined
  /** From 0 to 1. */
  readonly strength: number
  /** How the strength is reached; by fields it is in them already. */
  readonly strengthBy: 'fields' | 'opacity' | 'none'
  readonly frame: Frame | undefined
}

/** Sets fields of a module: of the instance that the same setting made before, or of a new one. */
export function setModule(state: EditState, setting: ModuleSetting): EditState {
  const { layout, layer, source, instance, fields, mask, strength, strengthBy, frame } = setting
  const slot = `${instance}${mask === undefined ? '' : `@${mask.key}`}`
  const isSame = (entry: HistoryEntry) =>
    entry.layer === layer && entry.operation === layout.operation && (entry.slot ?? '') === slot
  const existing = state.entries.find(
    (entry) => isSame(entry) && entry.modversion === layout.modversion,
  )
  const params = completeParams(
    layout,
    existing === undefined
      ? encodeParams(layout, fields)
      : patchParams(layout, existing.params, fields),
    frame,
  )
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
    ...(slot !== '' && { slot }),
    attributes: existing?.attributes ?? [],
  }
  const entries =
    existing === undefined
      ? [...state.entries, entry]
      : state.entries.map((other) => (other === existing ? entry : other))
  return withEntries({ ...state, masks: addForms(state.masks, mask?.forms ?? []) }, entries)
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

/** Whether every field that can do nothing does nothing. */
function isNeutral(layout: Layout, params: string): boolean {
  const values = decodeParams(layout, params)
  return layout.fields.every(
    ({ name, neutral }) => neutral === undefined || values[name] === neutral,
  )
}
