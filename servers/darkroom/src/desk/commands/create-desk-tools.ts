import type { Desk } from '../desk.ts'
import { applyNotesUpdate, applyTasteUpdate } from './apply-updates.ts'
import { cacheClear, cacheList, cacheSize } from './cache.ts'
import { gapLogClear, gapLogList, gapLogRank, gapLogShow } from './gap-log.ts'
import { sessionLogReplay } from './session-log-replay.ts'
import { sessionLogFind, sessionLogList, sessionLogShow } from './session-log.ts'
import { status } from './status.ts'
import { vocabList, vocabListMasks } from './vocab-list.ts'
import { vocabShow, vocabShowMask } from './vocab-show.ts'
import { vocabValidate } from './vocab-validate.ts'

/** Creates the commands of the operator; no agent needs them. */
export const createDeskTools = (desk: Desk) =>
  [
    status(desk),
    applyTasteUpdate(desk),
    applyNotesUpdate(desk),
    vocabList(desk),
    vocabShow(desk),
    vocabListMasks(desk),
    vocabShowMask(desk),
    vocabValidate(desk),
    gapLogList(desk),
    gapLogRank(desk),
    gapLogShow(desk),
    gapLogClear(desk),
    sessionLogList(desk),
    sessionLogShow(desk),
    sessionLogFind(desk),
    sessionLogReplay(desk),
    cacheList(desk),
    cacheSize(desk),
    cacheClear(desk),
  ] as const
