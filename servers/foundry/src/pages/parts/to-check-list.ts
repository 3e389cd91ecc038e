import { html, type Html, type Part, toTime } from '@toolaccord/pages'
import type { CheckView, ProofView } from '../view/spec-view.ts'
import { toAnchor } from '../view/to-paths.ts'
import { proofBadge } from './state-badge.ts'
import { type FormView, may, toCheckForm } from './to-forms.ts'

/** Writes checks with their last results. */
export const toCheckList = (checks: readonly CheckView[], view: FormView): Part =>
  checks.length > 0 && html`<ul class="checks">${checks.map((check) => toCheck(check, view))}</ul>`

const toCheck = (check: CheckView, view: FormView): Html => html`
<li id="${toAnchor(check.id)}" class="check"><div class="row">${proofBadge(check.proof.state)}<span
>${check.title}</span></div>
${toCommandLine(check.command)}
${check.expected !== undefined && html`<p class="small"><span class="muted">expects</span> ${check.expected}</p>`}
${toProofLine(check.proof)}
${toApproval(check, view)}</li>`

/** Writes when, by whom and with which result a check was made. */
export function toProofLine({ at, by, exit_code, duration_ms, note }: ProofView): Part {
  const facts: readonly Part[] = [
    by,
    at !== undefined && toTime(at),
    exit_code !== undefined && `exit code ${exit_code}`,
    duration_ms !== undefined && `${(duration_ms / 1000).toFixed(1)} s`,
  ].filter((fact) => fact !== undefined && fact !== false)
  return [
    facts.length > 0 &&
      html`<p class="small muted">${facts.map((fact, place) => [place > 0 && ' · ', fact])}</p>`,
    note !== undefined && html`<p class="small prose">${note}</p>`,
  ]
}

/** Only a person can judge a manual check. */
const toApproval = ({ id, kind, proof }: CheckView, view: FormView): Part =>
  kind === 'manual' &&
  proof.state !== 'passed' &&
  may(view, 'approve') &&
  html`<details class="act screen-only"><summary>Approve this check</summary>${toCheckForm(view, id)}</details>`

const toCommandLine = (command: string | undefined): Part =>
  command !== undefined &&
  html`<p class="small"><span class="muted">runs</span> <code>${command}</code></p>`
