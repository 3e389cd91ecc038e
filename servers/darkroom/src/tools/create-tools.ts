import type { Darkroom } from '../calls/darkroom.ts'
import { confirmNotesUpdate } from './context/confirm-notes-update.ts'
import { confirmTasteUpdate } from './context/confirm-taste-update.ts'
import { logVocabularyGap } from './context/log-vocabulary-gap.ts'
import { proposeNotesUpdate } from './context/propose-notes-update.ts'
import { proposeTasteUpdate } from './context/propose-taste-update.ts'
import { readContext } from './context/read-context.ts'
import { applyPerRegion } from './edit/apply-per-region.ts'
import { applyPrimitive } from './edit/apply-primitive.ts'
import { applySpot } from './edit/apply-spot.ts'
import { bindLayers } from './edit/bind-layers.ts'
import { propagateState } from './edit/propagate-state.ts'
import { removeModule } from './edit/remove-module.ts'
import { wbFromGrayCard } from './edit/wb-from-gray-card.ts'
import { ingestPhoto } from './ingest-photo.ts'
import { compare } from './render/compare.ts'
import { exportBatch } from './render/export-batch.ts'
import { exportFinal } from './render/export-final.ts'
import { renderPreview } from './render/render-preview.ts'
import { branch } from './versions/branch.ts'
import { checkout } from './versions/checkout.ts'
import { diff } from './versions/diff.ts'
import { getState } from './versions/get-state.ts'
import { log } from './versions/log.ts'
import { reset } from './versions/reset.ts'
import { snapshot } from './versions/snapshot.ts'
import { tag } from './versions/tag.ts'
import { listMasksVocabulary } from './vocabulary/list-masks-vocabulary.ts'
import { listVocabulary } from './vocabulary/list-vocabulary.ts'

/** Creates all tools, in the order in which a session uses them. */
export const createTools = (darkroom: Darkroom) =>
  [
    ingestPhoto(darkroom),
    readContext(darkroom),
    listVocabulary(darkroom),
    listMasksVocabulary(darkroom),
    getState(darkroom),
    applyPrimitive(darkroom),
    applyPerRegion(darkroom),
    applySpot(darkroom),
    bindLayers(darkroom),
    removeModule(darkroom),
    reset(darkroom),
    wbFromGrayCard(darkroom),
    propagateState(darkroom),
    renderPreview(darkroom),
    compare(darkroom),
    exportFinal(darkroom),
    exportBatch(darkroom),
    snapshot(darkroom),
    log(darkroom),
    diff(darkroom),
    checkout(darkroom),
    branch(darkroom),
    tag(darkroom),
    logVocabularyGap(darkroom),
    proposeTasteUpdate(darkroom),
    confirmTasteUpdate(darkroom),
    proposeNotesUpdate(darkroom),
    confirmNotesUpdate(darkroom),
  ] as const
