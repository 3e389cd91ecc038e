import { driftSpec } from './checks/drift-spec.ts'
import { getCheck } from './checks/get-check.ts'
import { prepareReview } from './checks/prepare-review.ts'
import { recordCheck } from './checks/record-check.ts'
import { review } from './checks/review.ts'
import { runCheck } from './checks/run-check.ts'
import { traceSpec } from './checks/trace-spec.ts'
import { exportSpec } from './exchange/export-spec.ts'
import { importPlan } from './exchange/import-plan.ts'
import type { Foundry } from './foundry.ts'
import { addPhases } from './plan/add-phases.ts'
import { addRequirements } from './plan/add-requirements.ts'
import { addTasks } from './plan/add-tasks.ts'
import { comment } from './plan/comment.ts'
import { createSpec } from './plan/create-spec.ts'
import { linkTasks } from './plan/link-tasks.ts'
import { moveTask } from './plan/move-task.ts'
import { removeTask } from './plan/remove-task.ts'
import { replaceText } from './plan/replace/replace-text.ts'
import { updateTask } from './plan/update-task.ts'
import { researchAddFinding } from './research/research-add-finding.ts'
import { researchAddSources } from './research/research-add-sources.ts'
import { researchList } from './research/research-list.ts'
import { researchReport } from './research/research-report.ts'
import { researchStart } from './research/research-start.ts'
import { diffSpec } from './specs/diff-spec.ts'
import { fixSpec } from './specs/fix-spec.ts'
import { get } from './specs/get.ts'
import { journal } from './specs/journal.ts'
import { list } from './specs/list.ts'
import { moveSpec } from './specs/move-spec.ts'
import { rollBackSpec } from './specs/roll-back-spec.ts'
import { search } from './specs/search.ts'
import { specHistory } from './specs/spec-history.ts'
import { updateSpec } from './specs/update-spec.ts'
import { validateSpec } from './specs/validate-spec.ts'
import { block } from './tasks/block.ts'
import { claim } from './tasks/claim.ts'
import { complete } from './tasks/complete.ts'
import { next } from './tasks/next.ts'
import { note } from './tasks/note.ts'
import { prepare } from './tasks/prepare.ts'
import { setState } from './tasks/set-state.ts'
import { start } from './tasks/start.ts'

/** Creates all tools, in the order in which a plan is used. */
export const createTools = (foundry: Foundry) =>
  [
    next(foundry),
    prepare(foundry),
    claim(foundry),
    start(foundry),
    complete(foundry),
    block(foundry),
    note(foundry),
    list(foundry),
    get(foundry),
    setState(foundry),
    runCheck(foundry),
    getCheck(foundry),
    recordCheck(foundry),
    prepareReview(foundry),
    review(foundry),
    traceSpec(foundry),
    driftSpec(foundry),
    comment(foundry),
    addTasks(foundry),
    updateTask(foundry),
    linkTasks(foundry),
    moveTask(foundry),
    removeTask(foundry),
    addPhases(foundry),
    addRequirements(foundry),
    replaceText(foundry),
    createSpec(foundry),
    updateSpec(foundry),
    moveSpec(foundry),
    importPlan(foundry),
    exportSpec(foundry),
    researchStart(foundry),
    researchAddSources(foundry),
    researchAddFinding(foundry),
    researchList(foundry),
    researchReport(foundry),
    validateSpec(foundry),
    fixSpec(foundry),
    search(foundry),
    journal(foundry),
    specHistory(foundry),
    diffSpec(foundry),
    rollBackSpec(foundry),
  ] as const

/**
 * What a worker needs from task to task. Taking a task is not a tool here: `next` and `start` do
 * it, and without `run_check` nothing with a check could be completed.
 */
export const coreTools = [
  'next',
  'prepare',
  'start',
  'run_check',
  'complete',
  'block',
  'note',
  'list',
  'get',
] as const

/** What a worker needs beside that: other states, found work, checks and reviews. */
export const workTools = [
  ...coreTools,
  'claim',
  'set_state',
  'get_check',
  'record_check',
  'prepare_review',
  'review',
  'comment',
  'add_tasks',
] as const
