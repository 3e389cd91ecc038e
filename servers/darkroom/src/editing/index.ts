export { type BindOptions, bindLayer } from './apply/bind-layer.ts'
export { type ApplyOptions, applyEntry } from './apply/apply-entry.ts'
export { changesNothing } from './apply/changes-nothing.ts'
export {
  type AppliedRegions,
  type Region,
  type RegionOptions,
  applyRegions,
} from './apply/apply-regions.ts'
export { type Spot, applySpot } from './apply/apply-spot.ts'
export { type PropagateOptions, type Propagated, propagate } from './apply/propagate.ts'
export { removeModule } from './apply/remove-module.ts'
export { type StateDescription, describeState } from './describe-state.ts'
export { type FieldChange, type StateChange, diffStates } from './diff-states.ts'
export { EditError, type EditErrorOptions, type EditReason } from './edit-error.ts'
export {
  type EditState,
  type HistoryEntry,
  type Layer,
  type MaskForm,
  type PhotoKind,
  createBaseline,
} from './edit-state.ts'
export { createDarktable } from './engine/create-darktable.ts'
export type { Darktable, DarktableOptions, Rendered, RenderRequest } from './engine/darktable.ts'
export { DarktableError, type DarktableReason } from './engine/darktable-error.ts'
export { type GrayCardReading, type Pixels, grayCard } from './gray-card.ts'
export type { Border, Frame } from './masks/frame.ts'
export { MaskSpec } from './masks/mask-spec.ts'
export type { EntryParameter, MaskEntry, VocabularyEntry } from './vocabulary/entry.ts'
export type { Vocabulary } from './vocabulary/create-vocabulary.ts'
export { loadVocabulary } from './vocabulary/load-vocabulary.ts'
export { VocabularyError } from './vocabulary/vocabulary-error.ts'
export { readXmp } from './xmp/read-xmp.ts'
export { writeXmp } from './xmp/write-xmp.ts'
