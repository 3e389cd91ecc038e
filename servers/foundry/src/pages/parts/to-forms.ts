import { html, type Html, type Part } from '@toolaccord/pages'
import type { PageAction, QuestionView, SpecView } from '../view/spec-view.ts'
import { toAnchor, toFormPath } from '../view/to-paths.ts'

/** What forms need of the view of a page. */
export type FormView = Pick<SpecView, 'id' | 'base' | 'may'>

/** A form that does one thing to one part. */
interface FormInit {
  readonly action: PageAction
  /** The part; without it the spec itself. */
  readonly nodeId?: string | undefined
  readonly fields: Part
  readonly button: Html
}

/** The most that a reader can write into one field. */
const mostCharacters = 4000

/** True if the reader may do something. */
export const may = (view: FormView, action: PageAction): boolean =>
  view.may?.actions.includes(action) === true

/** A form to approve a part: a task in review, or a check that a person judges. */
export const toApproveForm = (view: FormView, nodeId: string): Html | undefined =>
  toForm(view, {
    action: 'approve',
    nodeId,
    fields: toField(`approve-${toAnchor(nodeId)}`, 'note', 'What did you look at?'),
    button: html`<button>Approve</button>`,
  })

/** A form to say something about a part, or about the spec. */
export const toCommentForm = (view: FormView, nodeId?: string): Html | undefined =>
  toForm(view, {
    action: 'comment',
    nodeId,
    fields: toTextArea(`comment-${toAnchor(nodeId ?? '')}`, 'text', 'Your comment'),
    button: html`<button class="quiet">Comment</button>`,
  })

/** A form to answer a question; its place tells its field from those of others. */
export const toAnswerForm = (
  view: FormView,
  { id, about }: QuestionView,
  place: number,
): Html | undefined =>
  toForm(view, {
    action: 'answer',
    nodeId: about?.id,
    fields: html`<input type="hidden" name="question_id" value="${id}">
${toTextArea(`answer-${place}`, 'text', 'Your answer')}`,
    button: html`<button>Answer</button>`,
  })

/** A form to drop a task, with the reason. */
export const toCancelForm = (view: FormView, nodeId: string): Html | undefined =>
  toForm(view, {
    action: 'cancel',
    nodeId,
    fields: toField(`cancel-${toAnchor(nodeId)}`, 'reason', 'Why is this not needed any more?'),
    button: html`<button class="danger">Cancel this task</button>`,
  })

function toForm(view: FormView, { action, nodeId, fields, button }: FormInit): Html | undefined {
  if (view.may === undefined || !may(view, action)) return undefined
  const { token } = view.may
  return html`<form method="post" action="${toFormPath(view.base, view.id, action)}" data-key="${action}">
<input type="hidden" name="csrf_token" value="${token}">
${nodeId !== undefined && html`<input type="hidden" name="node_id" value="${nodeId}">`}
${fields}
${button}
</form>`
}

const toField = (id: string, name: string, label: string): Html =>
  html`<label for="${id}">${label}</label>
<input id="${id}" name="${name}" required maxlength="${mostCharacters}" autocomplete="off">`

const toTextArea = (id: string, name: string, label: string): Html =>
  html`<label for="${id}">${label}</label>
<textarea id="${id}" name="${name}" required maxlength="${mostCharacters}" rows="3"></textarea>`
