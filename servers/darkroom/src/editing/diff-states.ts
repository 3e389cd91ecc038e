import { describeForm } from './masks/describe-form.ts'
import { decodeBlend, plainBlend } from './modules/blend.ts'
import { findLayout } from './modules/find-layout.ts'
import { decodeParams, encodeParams } from './modules/params.ts'
import type { EditState, HistoryEntry, Layer } from './state/edit-state.ts'

/** One value that differs; null where a side has none. */
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

/** What leads from one state to another, module by module, with parameters by name. */
export function diffStates(a: EditState, b: EditState): readonly StateChange[] {
  const [before, after] = [byKey(a), byKey(b)]
  const others = [...before].flatMap(([key, entry]) => {
    const next = after.get(key)
    if (next === undefined) return [toChange(entry, 'removed', changesOf(setValues(entry, a), {}))]
    const changes = changesOf(valuesOf(entry, a), valuesOf(next, b))
    return changes.length === 0 ? [] : [toChange(next, 'changed', changes)]
  })
  const added = [...after]
    .filter(([key]) => !before.has(key))
    .map(([, entry]) => toChange(entry, 'added', changesOf({}, setValues(entry, b))))
  return [...others, ...added]
}

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

/** Steps of one module that follow each other are told apart by their place. */
function byKey({ entries }: EditState): ReadonlyMap<string, HistoryEntry> {
  const found = new Map<string, HistoryEntry>()
  for (const entry of entries) {
    const name = [
      entry.layer,
      entry.operation,
      entry.slot ?? '',
      entry.layer === undefined ? entry.multiPriority : '',
    ].join('/')
    let key = name
    for (let count = 1; found.has(key); count++) key = `${name}#${count}`
    found.set(key, entry)
  }
  return found
}

function changesOf(from: Values, to: Values): readonly FieldChange[] {
  const fields = [...new Set([...Object.keys(from), ...Object.keys(to)])]
  return fields
    .map((field) => ({ field, from: from[field] ?? null, to: to[field] ?? null }))
    .filter((change) => JSON.stringify(change.from) !== JSON.stringify(change.to))
}

function valuesOf(entry: HistoryEntry, { masks }: EditState): Values {
  const blend = decodeBlend(entry.blendParams) ?? plainBlend
  return {
    enabled: entry.enabled,
    ...paramsOf(entry),
    'blend.opacity': blend.opacity,
    ...(blend.maskId !== 0 && { 'mask.forms': describeForm(blend.maskId, masks) }),
    ...(blend.channels.length > 0 && { 'mask.ranges': blend.channels }),
    ...(blend.combine !== 0 && { 'mask.combine': blend.combine }),
    ...(blend.feather !== 0 && { 'mask.feather': blend.feather }),
    ...(blend.blur !== 0 && { 'mask.blur': blend.blur }),
  }
}

/** What an entry says, less what the module says before anybody sets it. */
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

/** Fields by name; all bytes where the module or its version is not known. */
function paramsOf({ operation, modversion, params }: HistoryEntry): Values {
  const layout = findLayout(operation, modversion)
  return layout === undefined || params.length !== layout.size * 2
    ? { modversion, params }
    : decodeParams(layout, params)
}
