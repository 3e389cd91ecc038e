import { describeForm } from './masks/describe-form.ts'
import { decodeBlend, plainBlend } from './modules/blend.ts'
import { findLayout } from './modules/find-layout.ts'
import { decodeParams, encodeParams } from './modules/params.ts'
import type { EditState, HistoryEntry, Layer } from './state/edit-state.ts'

/** One value that differs; null on the side that does not have it. */
export interface FieldChange {
  readonly field: string
  readonly from: unknown
  readonly to: unknown
}

/** One module that differs. */
export interface StateChange {
  readonly operation: string
  readonly multi_priority: number
  readonly layer: Layer | null
  readonly kind: 'added' | 'removed' | 'changed'
  readonly changes: readonly FieldChange[]
}

/** Returns the differences between two states by module, with parameters by name. */
export function diffStates(a: EditState, b: EditState): readonly StateChange[] {
  const before = byKey(a)
  const after = byKey(b)
  const found: StateChange[] = []
  for (const [key, entry] of before) {
    const next = after.get(key)
    if (next === undefined) {
      found.push(toChange(entry, 'removed', changesOf(setValues(entry, a), {})))
      continue
    }
    const changes = changesOf(valuesOf(entry, a), valuesOf(next, b))
    if (changes.length > 0) found.push(toChange(next, 'changed', changes))
  }
  for (const [key, entry] of after) {
    if (before.has(key)) continue
    found.push(toChange(entry, 'added', changesOf({}, setValues(entry, b))))
  }
  return found
}

/** One module of an edit. */
export interface EditedModule {
  readonly operation: string
  readonly multi_priority: number
  readonly layer: Layer | null
  /** The move that set it last; null if it came with a sidecar. */
  readonly primitive_name: string | null
  readonly enabled: boolean
  /** The fields that differ from what the module begins with, masks and blending included. */
  readonly values: Values
}

/** Lists the modules of a state with what was set in them. */
export const listModules = (state: EditState): readonly EditedModule[] =>
  state.entries.map((entry) => {
    const { enabled: _, ...values } = setValues(entry, state)
    return {
      operation: entry.operation,
      multi_priority: entry.multiPriority,
      layer: entry.layer ?? null,
      primitive_name: entry.source ?? null,
      enabled: entry.enabled,
      values,
    }
  })

type Values = Readonly<Record<string, unknown>>

const toChange = (
  { operation, multiPriority, layer }: HistoryEntry,
  kind: StateChange['kind'],
  changes: readonly FieldChange[],
): StateChange => ({
  operation,
  multi_priority: multiPriority,
  layer: layer ?? null,
  kind,
  changes,
})

/** Equal names get a number, so that several steps of one module stay apart. */
function byKey({ entries }: EditState): ReadonlyMap<string, HistoryEntry> {
  const found = new Map<string, HistoryEntry>()
  for (const entry of entries) {
    const name = nameOf(entry)
    let key = name
    for (let count = 1; found.has(key); count++) key = `${name}#${count}`
    found.set(key, entry)
  }
  return found
}

function nameOf({ layer, operation, slot = '', multiPriority }: HistoryEntry): string {
  if (layer === undefined) return ['', operation, slot, multiPriority].join('/')
  return [layer, operation, slot, ''].join('/')
}

function changesOf(from: Values, to: Values): readonly FieldChange[] {
  const fields = [...new Set([...Object.keys(from), ...Object.keys(to)])]
  return fields
    .map((field) => ({ field, from: from[field] ?? null, to: to[field] ?? null }))
    .filter((change) => JSON.stringify(change.from) !== JSON.stringify(change.to))
}

function valuesOf(entry: HistoryEntry, { masks }: EditState): Values {
  const blend = decodeBlend(entry.blendParams) ?? plainBlend
  const values: Record<string, unknown> = {
    enabled: entry.enabled,
    ...paramsOf(entry),
    'blend.opacity': blend.opacity,
  }
  if (blend.maskId !== 0) values['mask.forms'] = describeForm(blend.maskId, masks)
  if (blend.channels.length > 0) values['mask.ranges'] = blend.channels
  if (blend.combine !== 0) values['mask.combine'] = blend.combine
  if (blend.feather !== 0) values['mask.feather'] = blend.feather
  if (blend.blur !== 0) values['mask.blur'] = blend.blur
  return values
}

/** The values of an entry that differ from the initial values of its module. */
function setValues(entry: HistoryEntry, state: EditState): Values {
  const layout = findLayout(entry.operation, entry.modversion)
  const untouched: Values = {
    ...(layout && decodeParams(layout, encodeParams(layout, {}))),
    'blend.opacity': plainBlend.opacity,
  }
  return Object.fromEntries(
    Object.entries(valuesOf(entry, state)).filter(([name, value]) => value !== untouched[name]),
  )
}

/** Fields by name, or all bytes if the module or its version is not known. */
function paramsOf({ operation, modversion, params }: HistoryEntry): Values {
  const layout = findLayout(operation, modversion)
  if (layout === undefined || params.length !== layout.size * 2) return { modversion, params }
  return decodeParams(layout, params)
}
