import type { Question } from '../../../define/questions/conversation.ts'
import type { JobRound } from '../../../jobs/job.ts'

/** A question as a request of the protocol. */
export interface QuestionRequest {
  readonly method: 'roots/list' | 'sampling/createMessage' | 'elicitation/create'
  readonly params?: Readonly<Record<string, unknown>>
}

/** Writes a question as a request to the client. */
export function toQuestionRequest(question: Question): QuestionRequest {
  if (question.type === 'roots') return { method: 'roots/list' }
  if (question.type === 'sample') {
    return { method: 'sampling/createMessage', params: question.params }
  }
  const { message } = question
  const params =
    question.type === 'url'
      ? { mode: 'url', message, url: question.url }
      : { mode: 'form', message, requestedSchema: question.schema }
  return { method: 'elicitation/create', params }
}

/** A key must be another one in every round, because clients answer each key only once. */
const toPrefix = ({ number }: JobRound): string => `${number}/`

/** Writes the open questions of a job as requests under keys of this round. */
export function toInputRequests(round: JobRound): Readonly<Record<string, QuestionRequest>> {
  const open = Object.entries(round.questions)
  const prefix = toPrefix(round)
  return Object.fromEntries(
    open.map(([key, question]) => [prefix + key, toQuestionRequest(question)]),
  )
}

/** Reads the answers of this round under the keys of the questions; others are left out. */
export function fromInputResponses(
  round: JobRound,
  responses: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const prefix = toPrefix(round)
  const ours = Object.entries(responses).filter(([key]) => key.startsWith(prefix))
  return Object.fromEntries(ours.map(([key, answer]) => [key.slice(prefix.length), answer]))
}
