import type { Job, JobRound } from '../job.ts'

/** A job with some answers more; it goes on when no question is left. Other answers are ignored. */
export function toAnswered(
  { questions, answers: former, ...round }: JobRound,
  answers: Readonly<Record<string, unknown>>,
): Pick<Job, 'state' | 'round'> {
  const isAnswered = (key: string) => Object.hasOwn(answers, key)
  const open = Object.entries(questions)
  const left = open.filter(([key]) => !isAnswered(key))
  const more = open.filter(([key]) => isAnswered(key)).map(([key]) => [key, answers[key]])
  return {
    state: left.length === 0 ? 'waiting' : 'asking',
    round: {
      ...round,
      questions: Object.fromEntries(left),
      answers: { ...former, ...Object.fromEntries(more) },
    },
  }
}
