import { applyPerRegion } from './apply-per-region.ts'
import { applyPrimitive } from './apply-primitive.ts'
import { applySpot } from './apply-spot.ts'
import { bindLayers } from './bind-layers.ts'
import { branch } from './branch.ts'
import { checkout } from './checkout.ts'
import { compare } from './compare.ts'
import { confirmNotesUpdate } from './confirm-notes-update.ts'
import { confirmTasteUpdate } from './confirm-taste-update.ts'
import type { Darkroom } from './darkroom.ts'
import { diff } from './diff.ts'
import { exportFinal } from './export-final.ts'
import { getState } from './get-state.ts'
import { ingestPhoto } from './ingest-photo.ts'
import { listMasksVocabulary } from './list-masks-vocabulary.ts'
import { listVocabulary } from './list-vocabulary.ts'
import { logVocabularyGap } from './log-vocabulary-gap.ts'
import { log } from './log.ts'
import { propagateState } from './propagate-state.ts'
import { proposeNotesUpdate } from './propose-notes-update.ts'
import { proposeTasteUpdate } from './propose-taste-update.ts'
import { readContext } from './read-context.ts'
import { removeModule } from './remove-module.ts'
import { renderPreview } from './render-preview.ts'
import { reset } from './reset.ts'
import { snapshot } from './snapshot.ts'
import { tag } from './tag.ts'
import { wbFromGrayCard } from './wb-from-gray-card.ts'

/** Every tool, in the order in which a session uses them. */
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
