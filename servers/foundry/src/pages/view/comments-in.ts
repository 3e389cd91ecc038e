import type { CommentView } from './spec-view.ts'
import { isRecord, type Metadata, recordsIn, textIn } from './texts-in.ts'

/** Returns the comments on a part, in the order in which they were written. */
export const commentsIn = (metadata: Metadata): readonly CommentView[] =>
  recordsIn(metadata, 'comments').flatMap((comment, at) => {
    const text = textIn(comment, 'text')
    if (text === undefined) return []
    return {
      id: textIn(comment, 'id') ?? `comment-${at + 1}`,
      author: textIn(comment, 'author') ?? 'somebody',
      at: textIn(comment, 'at'),
      text,
      isQuestion: comment.kind === 'question' || comment.question === true,
      answer: answerIn(comment),
    }
  })

function answerIn({ answer }: Metadata): CommentView['answer'] {
  if (typeof answer === 'string') return { text: answer }
  if (!isRecord(answer)) return undefined
  const text = textIn(answer, 'text')
  return text === undefined ? undefined : { text, author: textIn(answer, 'author') }
}
