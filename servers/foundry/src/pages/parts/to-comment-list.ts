import { html, type Html, type Part, toTime } from '@toolaccord/pages'
import type { CommentView } from '../view/spec-view.ts'
import { toAnchor } from '../view/to-paths.ts'
import { type FormView, may, toAnswerForm } from './to-forms.ts'

/** Writes the comments on a part in the order in which they were made, each with its answer. */
export const toCommentList = (
  comments: readonly CommentView[],
  view: FormView,
  nodeId: string,
): Part =>
  comments.length > 0 &&
  html`<ul class="comments">${comments.map((comment, at) => toComment(comment, view, { nodeId, at }))}</ul>`

/** Where a comment is. */
interface CommentPlace {
  readonly nodeId: string
  readonly at: number
}

const toComment = (comment: CommentView, view: FormView, place: CommentPlace): Html => html`
<li data-key="comment-${comment.id}"><p class="small muted"><strong>${comment.author}</strong
>${comment.isQuestion && ' asks'}${comment.at !== undefined && html` · ${toTime(comment.at)}`}</p>
<p class="prose">${comment.text}</p>${toAnswer(comment)}${toAnswering(comment, view, place)}</li>`

const toAnswer = ({ answer }: CommentView): Part =>
  answer !== undefined &&
  html`<p class="answer prose"><span class="small muted">${answer.author ?? 'Answer'}:</span> ${answer.text}</p>`

function toAnswering({ id, answer }: CommentView, view: FormView, place: CommentPlace): Part {
  if (answer !== undefined || !may(view, 'answer')) return undefined
  const key = `${place.at}-${toAnchor(place.nodeId)}`
  const form = toAnswerForm(view, { nodeId: place.nodeId, commentId: id, key })
  return html`<details class="act screen-only" data-key="answer"><summary>Answer</summary>${form}</details>`
}
