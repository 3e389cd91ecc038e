import { html, type Html, type Part, toTable } from '@toolaccord/pages'
import type { CheckView, ProofState, SpecView, TaskView } from '../view/spec-view.ts'
import { toAnchor } from '../view/to-paths.ts'
import { proofBadge } from './state-badge.ts'
import { toProofLine } from './to-check-list.ts'

/** A check, and the title of what it checks. */
interface CheckRow {
  readonly check: CheckView
  readonly of: string
}

/** What needs somebody comes first. */
const order: readonly ProofState[] = ['failed', 'stale', 'claimed', 'unproved', 'passed']

/** A table with more rows than this is folded. */
const mostShown = 30

/** Returns every check of a spec once, with what it checks. */
export const checksOf = ({ phases }: Pick<SpecView, 'phases'>): readonly CheckRow[] =>
  phases.flatMap(({ title, checks, tasks }) => [
    ...checks.map((check) => ({ check, of: title })),
    ...tasks.flatMap(toRows),
  ])

const toRows = (task: TaskView): readonly CheckRow[] => [
  ...task.checks.map((check) => ({ check, of: task.title })),
  ...task.subtasks.flatMap(toRows),
]

/** Writes the results of all checks: what is not proved first. */
export function toVerificationTable(view: SpecView): Html {
  const rows = checksOf(view)
  if (rows.length === 0)
    return html`<p class="empty">No checks. Without them, a task is done when somebody says so.</p>`
  const sorted = order.flatMap((state) => rows.filter(({ check }) => check.proof.state === state))
  const table = toTable({
    caption: 'Checks and their last results',
    columns: ['Check', 'Result', 'Of', 'Last run'],
    rows: sorted.map(toRow),
  })
  if (rows.length <= mostShown) return html`${toSummary(rows)}${table}`
  return html`${toSummary(rows)}<details data-key="all-checks"><summary
  >All ${rows.length} checks</summary>${table}</details>`
}

const toRow = ({ check, of }: CheckRow) => ({
  key: `result-${toAnchor(check.id)}`,
  cells: [
    html`<a href="#${toAnchor(check.id)}">${check.title}</a>`,
    proofBadge(check.proof.state),
    of,
    toLastRun(check),
  ],
})

function toLastRun({ proof }: CheckView): Part {
  const hasRun = proof.at !== undefined || proof.by !== undefined || proof.note !== undefined
  return hasRun && toProofLine(proof)
}

const toSummary = (rows: readonly CheckRow[]): Html =>
  html`<p class="row tally">${order.map((state) => {
    const count = rows.filter(({ check }) => check.proof.state === state).length
    return (
      count > 0 &&
      html`<span>${proofBadge(state)} <span class="figure-number">${count}</span></span>`
    )
  })}</p>`
