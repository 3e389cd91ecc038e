import { html, type Html, type Part, toMeter } from '@toolaccord/pages'
import { percentOf } from '../view/count-progress.ts'
import type { PhaseView } from '../view/spec-view.ts'
import { toAnchor } from '../view/to-paths.ts'
import { stateBadge } from './state-badge.ts'
import { toCheckList } from './to-check-list.ts'
import type { FormView } from './to-forms.ts'
import { toPartLink } from './to-part-links.ts'
import { toMeterParts, toProgressWords } from './to-progress.ts'
import { toTaskItem } from './to-task-item.ts'

/** Writes a phase with its tasks, folded unless it is the one that is worked on. */
export const toPhaseItem = (phase: PhaseView, view: FormView): Html => html`
<li class="phase card" data-key="${toAnchor(phase.id)}"><details${isOpen(phase) && html` open`}>
<summary><span class="head"><h3>${phase.title}</h3>
<span class="row">${stateBadge(phase.state)}<span class="small muted figure-number"
>${toCountWords(phase)}</span></span></span></summary>
<div class="inside" id="${toAnchor(phase.id)}">
${toMeter(toMeterParts(phase.progress), phase.progress.total, toProgressWords(phase.progress))}
${phase.description !== undefined && html`<p class="prose">${phase.description}</p>`}
${toWaiting(phase)}
${toTasks(phase, view)}
${toChecks(phase, view)}
</div></details></li>`

/** What runs in a phase is seen at once, also if another one is the current one. */
const isOpen = ({ isCurrent, progress }: PhaseView): boolean =>
  isCurrent || progress.running > 0 || progress.failed > 0

function toCountWords({ progress }: PhaseView): string {
  const { total, completed, cancelled } = progress
  if (total === 0) return 'empty'
  return `${completed + cancelled} of ${total} · ${percentOf(progress)}%`
}

const toWaiting = ({ waitsFor }: PhaseView): Part =>
  waitsFor.length > 0 &&
  html`<p class="small muted">Comes after ${waitsFor.map((link, at) => [at > 0 && ', ', toPartLink(link)])}</p>`

function toTasks({ tasks }: PhaseView, view: FormView): Html {
  if (tasks.length === 0) return html`<p class="muted">No tasks yet.</p>`
  return html`<ul class="tasks">${tasks.map((task) => toTaskItem(task, view))}</ul>`
}

const toChecks = ({ checks }: PhaseView, view: FormView): Part =>
  checks.length > 0 &&
  html`<div class="phase-checks"><h4>Checks of the phase</h4>${toCheckList(checks, view)}</div>`
