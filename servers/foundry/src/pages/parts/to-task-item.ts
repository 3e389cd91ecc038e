import { html, type Html, type Part, toBadge, toTime } from '@toolaccord/pages'
import type { TaskState } from '../../state/task-state.ts'
import type { CheckView, PartLink, TaskView } from '../view/spec-view.ts'
import { toAnchor } from '../view/to-paths.ts'
import { stateBadge } from './state-badge.ts'
import { toCheckList } from './to-check-list.ts'
import { toCommentList } from './to-comment-list.ts'
import { type FormView, may, toApproveForm, toCancelForm, toCommentForm } from './to-forms.ts'
import { toPartLink, toPartLinks } from './to-part-links.ts'

/** Tasks that somebody looks for first are unfolded. */
const unfolded: ReadonlySet<TaskState> = new Set(['in_progress', 'in_review', 'failed'])

/**
 * Writes a task, folded unless something happens in it. Its anchor is inside the fold, so that a
 * browser unfolds it when a link leads there.
 */
export const toTaskItem = (task: TaskView, view: FormView): Html => html`
<li class="task ${task.state}" data-key="${toAnchor(task.id)}"><details${unfolded.has(task.state) && html` open`}>
<summary><span class="head"><h4>${task.title}</h4>
<span class="row">${stateBadge(task.state)}${toMarks(task)}</span></span></summary>
<div class="inside" id="${toAnchor(task.id)}">
${toHead(task)}
${toFacts(task, view)}
${toSubtasks(task, view)}
${toActions(task, view)}
</div></details></li>`

/** What is seen of a task without unfolding it. */
function toMarks({ isFound, holder, checks, comments }: TaskView): Part {
  const open = comments.filter(({ isQuestion, answer }) => isQuestion && answer === undefined)
  return [
    isFound && toBadge('fresh', 'plus', 'Found'),
    holder !== undefined && html`<span class="holder">${holder}</span>`,
    checks.length > 0 && html`<span class="small muted">${toCheckWords(checks)}</span>`,
    open.length > 0 &&
      html`<span class="small muted">${open.length} open question${open.length > 1 && 's'}</span>`,
  ]
}

function toCheckWords(checks: readonly CheckView[]): string {
  const passed = checks.filter(({ proof }) => proof.state === 'passed').length
  const noun = checks.length === 1 ? 'check' : 'checks'
  return `${passed} of ${checks.length} ${noun} passed`
}

const toHead = (task: TaskView): Html => html`<p class="small muted"><code>${task.id}</code
>${task.category !== undefined && html` · ${task.category}`}</p>
${task.note !== undefined && html`<p class="notice prose${toTone(task.state)}">${task.note}</p>`}
${task.description !== undefined && html`<p class="prose">${task.description}</p>`}`

function toTone(state: TaskState): string {
  if (state === 'blocked') return ' warn'
  return state === 'failed' ? ' bad' : ''
}

const toFacts = (task: TaskView, view: FormView): Html => html`<dl class="about">
${toFact('Held by', toHolding(task))}
${toFact('Criteria', toPlainList(task.criteria, 'criteria'))}
${toFact(
  'Files',
  toPlainList(
    task.files.map((file) => html`<code>${file}</code>`),
    'files',
  ),
)}
${toFact('Waits for', toLinked(task.waitsFor))}
${toFact('Best after', toLinked(task.follows))}
${toFact('Holds up', toLinked(task.holdsUp))}
${toFact('Found in', task.foundIn && toPartLink(task.foundIn))}
${toFact('Checks', toCheckList(task.checks, view))}
${toFact('Comments', toCommentList(task.comments, view, task.id))}
</dl>`

const toFact = (name: string, value: Part): Part =>
  value !== undefined &&
  value !== false &&
  html`<div data-key="${name}"><dt>${name}</dt><dd>${value}</dd></div>`

const toLinked = (links: readonly PartLink[]): Part => links.length > 0 && toPartLinks(links)

const toPlainList = (items: readonly Part[], name: string): Part =>
  items.length > 0 &&
  html`<ul class="plain ${name}">${items.map((item) => html`<li>${item}</li>`)}</ul>`

function toHolding({ holder, leaseExpires, startedAt }: TaskView): Part {
  if (holder === undefined) return undefined
  return html`<strong>${holder}</strong
  >${toSince('lease until', leaseExpires)}${toSince('since', startedAt)}`
}

const toSubtasks = ({ subtasks }: TaskView, view: FormView): Part =>
  subtasks.length > 0 &&
  html`<ul class="tasks subtasks">${subtasks.map((task) => toTaskItem(task, view))}</ul>`

function toActions(task: TaskView, view: FormView): Part {
  const forms = [
    task.state === 'in_review' && may(view, 'approve') && toApproveForm(view, task),
    may(view, 'comment') && toCommentForm(view, task.id),
    task.canCancel && may(view, 'cancel') && toCancelForm(view, task.id),
  ].filter((form) => form !== false)
  if (forms.length === 0) return undefined
  const isOpen = task.state === 'in_review'
  return html`<details class="act screen-only" data-key="act"${isOpen && html` open`}><summary
  >Act on this task</summary><div class="stack">${forms}</div></details>`
}

const toSince = (word: string, time: string | undefined): Part =>
  time !== undefined && html`<span class="small muted"> · ${word} ${toTime(time)}</span>`
