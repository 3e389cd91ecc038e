import { html, type Html, type Part } from '@toolaccord/pages'
import type { PageAction, SpecView, TaskView } from '../view/spec-view.ts'
import { type FormRoute, toAnchor, toFormPath } from '../view/to-paths.ts'

/** What forms need of the view of a page. */
export type FormView = Pick<SpecView, 'id' | 'base' | 'may'>

/** A form that does one thing to one part; its fields are arguments of a tool. */
interface FormInit {
  readonly action: PageAction
  readonly route: FormRoute
  readonly fields: Part
  readonly button: Html
}

/** The most that a reader can write into one field. */
const mostCharacters = 4000

/** True if the reader may do something. */
export const may = (view: FormView, action: PageAction): boolean =>
  view.may?.actions.includes(action) === true

/** A form to approve a task in review: every criterion is ticked, with what was looked at. */
export const toApproveForm = (view: FormView, { id, criteria }: TaskView): Html | undefined =>
  toForm(view, {
    action: 'approve',
    route: 'reviews',
    fields: html`${toHidden('task_id', id)}
${criteria.length > 0 ? toVerdicts(id, criteria) : toHidden('verdicts', '[]')}
${toField(`approve-${toAnchor(id)}`, 'summary', 'What did you look at?')}`,
    button: html`<button>Approve</button>`,
  })

/** What a ticked criterion says to the tool that takes reviews. */
const met = JSON.stringify({ met: true, evidence: 'A person looked, and ticked it on the page.' })

const toVerdicts = (id: string, criteria: readonly string[]): Html => {
  const boxes = criteria.map((criterion, at) => {
    const box = `met-${at}-${toAnchor(id)}`
    return html`<p class="tick"><input type="checkbox" id="${box}" name="verdicts" value="${met}" required>
<label for="${box}">${criterion}</label></p>`
  })
  return html`<fieldset><legend>Is this so?</legend>${boxes}</fieldset>`
}

/** A form to approve a check that a person judges. */
export const toCheckForm = (view: FormView, checkId: string): Html | undefined =>
  toForm(view, {
    action: 'approve',
    route: 'checks',
    fields: html`${toHidden('verify_id', checkId)}${toHidden('result', 'passed')}
${toField(`approve-${toAnchor(checkId)}`, 'evidence', 'What did you look at?')}`,
    button: html`<button>Approve</button>`,
  })

/** A form to say something about a part; the root stands for the spec. */
export const toCommentForm = (view: FormView, nodeId: string): Html | undefined =>
  toForm(view, {
    action: 'comment',
    route: 'comments',
    fields: html`${toHidden('task_id', nodeId)}
${toTextArea(`comment-${toAnchor(nodeId)}`, 'text', 'Your comment')}`,
    button: html`<button class="quiet">Comment</button>`,
  })

/** A comment on a part that can be answered. */
export interface Answerable {
  readonly nodeId: string
  readonly commentId: string
  /** Tells the field from those of other forms. */
  readonly key: string
}

/** A form to answer a comment. */
export const toAnswerForm = (
  view: FormView,
  { nodeId, commentId, key }: Answerable,
): Html | undefined =>
  toForm(view, {
    action: 'answer',
    route: 'comments',
    fields: html`${toHidden('task_id', nodeId)}${toHidden('answer_to', commentId)}
${toTextArea(`answer-${key}`, 'text', 'Your answer')}`,
    button: html`<button>Answer</button>`,
  })

/** A form to drop a task, with the reason. */
export const toCancelForm = (view: FormView, nodeId: string): Html | undefined =>
  toForm(view, {
    action: 'cancel',
    route: 'states',
    fields: html`${toHidden('task_id', nodeId)}${toHidden('move', 'cancel')}
${toField(`cancel-${toAnchor(nodeId)}`, 'reason', 'Why is this not needed any more?')}`,
    button: html`<button class="danger">Cancel this task</button>`,
  })

function toForm(view: FormView, { action, route, fields, button }: FormInit): Html | undefined {
  if (!may(view, action)) return undefined
  return html`<form method="post" action="${toFormPath(view.base, view.id, route)}" data-key="${action}">
${fields}
${button}
</form>`
}

const toHidden = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}">`

const toField = (id: string, name: string, label: string): Html =>
  html`<label for="${id}">${label}</label>
<input id="${id}" name="${name}" required maxlength="${mostCharacters}" autocomplete="off">`

const toTextArea = (id: string, name: string, label: string): Html =>
  html`<label for="${id}">${label}</label>
<textarea id="${id}" name="${name}" required maxlength="${mostCharacters}" rows="3"></textarea>`
