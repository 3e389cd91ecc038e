import { html, type Html, type Part, toPage, toTime } from '@toolaccord/pages'
import { rootId } from '../spec/root-id.ts'
import { foundryStyle } from './foundry-style.ts'
import { toGraphFigure } from './graph/to-graph-figure.ts'
import { stateBadge } from './parts/state-badge.ts'
import { toCommentList } from './parts/to-comment-list.ts'
import { may, toAnswerForm, toCommentForm } from './parts/to-forms.ts'
import { toJournalTimeline } from './parts/to-journal-timeline.ts'
import { toLive } from './parts/to-live.ts'
import { toPartLink } from './parts/to-part-links.ts'
import { toPhaseItem } from './parts/to-phase-item.ts'
import { toProgress } from './parts/to-progress.ts'
import { checksOf, toVerificationTable } from './parts/to-verification-table.ts'
import type { QuestionView, SpecView, TaskView } from './view/spec-view.ts'
import { toAnchor, toEventsPath, toSpecsPath } from './view/to-paths.ts'

/** A part of the page. */
interface Section {
  readonly id: string
  readonly title: string
  readonly count?: number | undefined
  readonly content: Part
}

/** Writes the page of a spec. */
export function toSpecPage(view: SpecView): string {
  const sections = toSections(view)
  return toPage({
    title: view.title,
    description: view.mission ?? `The plan ${view.id}: phases, tasks, checks and journal.`,
    styles: foundryStyle,
    navigation: {
      trail: [{ href: toSpecsPath(view.base), text: 'All specs' }],
      sections: sections.map(({ id, title, count }) => ({ href: `#${id}`, text: title, count })),
    },
    body: html`${toHeader(view)}${sections.map(toSection)}`,
    live: toLive(view, toEventsPath(view.base, view.id)),
  })
}

const toSection = ({ id, title, content }: Section): Html => html`
<section class="part" id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>
${content}</section>`

function toSections(view: SpecView): readonly Section[] {
  const { phases, graph, journal, olderLines, questions, comments } = view
  const asked = { id: 'questions', title: 'Open questions', count: questions.length }
  const all: readonly Section[] = [
    { ...asked, content: toQuestions(view) },
    { id: 'phases', title: 'Phases', count: phases.length, content: toPhases(view) },
    { id: 'graph', title: 'Dependencies', content: toGraphFigure(graph) },
    {
      id: 'checks',
      title: 'Verification',
      count: checksOf(view).length,
      content: toVerificationTable(view),
    },
    {
      id: 'journal',
      title: 'Journal',
      count: journal.length + olderLines,
      content: toJournalTimeline(view),
    },
    { id: 'comments', title: 'Comments', count: comments.length, content: toComments(view) },
  ]
  return all.filter(({ id }) => id !== 'questions' || questions.length > 0)
}

const toHeader = (view: SpecView): Html => html`<header id="${toAnchor(rootId)}">
<h1>${view.title}</h1>
<p class="row spec-line">${stateBadge(view.state)}<code>${view.id}</code
>${view.folder !== undefined && html`<span class="muted small">in ${view.folder}</span>`}</p>
${toMission(view)}
${view.description !== undefined && html`<p class="prose muted">${view.description}</p>`}
${toUnreachedNotice(view.unreached)}
<div class="overview card">
<div class="progress-pair">${toProgress('Planned', view.planned)}${toProgress('Found on the way', view.found)}</div>
<dl class="facts">
<div><dt>Current phase</dt><dd>${toCurrent(view)}</dd></div>
<div><dt>Working now</dt><dd>${toHeld(view)}</dd></div>
<div><dt>Last change of the plan</dt><dd>${toTime(view.updated)}</dd></div>
</dl></div>
</header>`

function toMission({ mission }: SpecView): Html {
  if (mission === undefined) return html`<p class="lead muted">This spec has no mission yet.</p>`
  return html`<p class="lead">${mission}</p>`
}

function toCurrent({ currentPhase, phases, state }: SpecView): Part {
  if (currentPhase !== undefined) return toPartLink(currentPhase)
  if (phases.length === 0) return 'None yet'
  return state === 'completed' ? 'All phases are completed' : 'No phase can go on'
}

function toHeld({ phases }: SpecView): Part {
  const held = phases.flatMap(({ tasks }) => tasks.flatMap(withSubtasks)).filter(isHeld)
  if (held.length === 0) return 'Nobody'
  return html`<ul class="held"
  >${held.map((task) => {
    const link = html`<a href="#${toAnchor(task.id)}">${task.title}</a>`
    return html`<li><span class="holder">${task.holder}</span> ${link}</li>`
  })}</ul>`
}

const withSubtasks = (task: TaskView): readonly TaskView[] => [task, ...task.subtasks]
const isHeld = ({ holder }: TaskView): boolean => holder !== undefined

function toPhases(view: SpecView): Html {
  const { phases } = view
  if (phases.length === 0) return html`<p class="empty">This spec has no phases yet.</p>`
  return html`<ol class="phases">${phases.map((phase) => toPhaseItem(phase, view))}</ol>`
}

/** More questions than this are folded, so that the phases are not far below. */
const mostQuestions = 8

function toQuestions(view: SpecView): Html {
  const items = view.questions.map((question, place) => toQuestion(question, place, view))
  const more = items.slice(mostQuestions)
  return html`<ul class="stack">${items.slice(0, mostQuestions)}</ul>
${toMoreQuestions(more)}`
}

const toQuestion = (question: QuestionView, place: number, view: SpecView): Html => html`
<li class="card question" data-key="question-${question.about?.id}-${question.id}"><p class="prose">${question.text}</p>
<p class="small muted"
>${question.author ?? 'In the plan'}${question.about && html` · about ${toPartLink(question.about)}`}</p>
${toAnswer(question, place, view)}</li>`

/** The plan's own questions are answered in the plan; comments are answered here. */
function toAnswer({ id, about, isComment }: QuestionView, place: number, view: SpecView): Part {
  if (!isComment || !may(view, 'answer')) return undefined
  const nodeId = about?.id ?? rootId
  const form = toAnswerForm(view, { nodeId, commentId: id, key: `question-${place}` })
  return html`<details class="act screen-only"><summary>Answer</summary>${form}</details>`
}

const toComments = (view: SpecView): Part => [
  view.comments.length === 0 &&
    html`<p class="empty">No comments on the spec as a whole. Those on tasks are with the tasks.</p>`,
  toCommentList(view.comments, view, rootId),
  may(view, 'comment') && html`<div class="act screen-only">${toCommentForm(view, rootId)}</div>`,
]

const toUnreachedNotice = (count: number): Part =>
  count > 0 &&
  html`<p class="notice warn">${count} parts of the file are under no phase, so they are not shown.
Validate the spec to find them.</p>`

const toMoreQuestions = (more: readonly Html[]): Part =>
  more.length > 0 &&
  html`<details data-key="more-questions"><summary>${more.length} more</summary>
<ul class="stack">${more}</ul></details>`
