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
export { type StateDescription, describeState } from './state/describe-state.ts'
export {
  type EditedModule,
  type FieldChange,
  type StateChange,
  diffStates,
  listModules,
} from './diff-states.ts'
export { EditError, type EditErrorOptions, type EditReason } from './state/edit-error.ts'
export type { EditState, HistoryEntry, Layer, MaskForm, PhotoKind } from './state/edit-state.ts'
export { createBaseline } from './state/create-baseline.ts'
export { createDarktable } from './engine/create-darktable.ts'
export type { Darktable, DarktableOptions, Rendered, RenderRequest } from './engine/darktable.ts'
export { DarktableError, type DarktableReason } from './engine/darktable-error.ts'
export { type GrayCardReading, type Pixels, readGrayCard } from './read-gray-card.ts'
export type { Border, Frame } from './geometry/frame.ts'
export { MaskSpec } from './masks/mask-spec.ts'
export type { EntryParameter, MaskEntry, VocabularyEntry } from './vocabulary/entry.ts'
export type { Vocabulary } from './vocabulary/create-vocabulary.ts'
export { loadVocabulary } from './vocabulary/load-vocabulary.ts'
export { ownPacks } from './vocabulary/own-packs.ts'
export { VocabularyError } from './vocabulary/vocabulary-error.ts'
export { readXmp } from './xmp/read-xmp.ts'
export { writeXmp } from './xmp/write-xmp.ts'
