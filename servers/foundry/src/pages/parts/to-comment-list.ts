import { html, type Html, type Part, toTime } from '@toolaccord/pages'
import type { CommentView } from '../view/spec-view.ts'

/** Writes comments in the order in which they were made, each with its answer. */
export const toCommentList = (comments: readonly CommentView[]): Part =>
  comments.length > 0 && html`<ul class="comments">${comments.map(toComment)}</ul>`

const toComment = (comment: CommentView): Html => html`
<li data-key="comment-${comment.id}"><p class="small muted"><strong>${comment.author}</strong>${comment.isQuestion && ' asks'}${comment.at !== undefined && html` · ${toTime(comment.at)}`}</p>
<p class="prose">${comment.text}</p>${toAnswer(comment)}</li>`

const toAnswer = ({ answer }: CommentView): Part =>
  answer !== undefined &&
  html`<p class="answer prose"><span class="small muted">${answer.author ?? 'Answer'}:</span> ${answer.text}</p>`
