import type { FaceCallOptions } from './face-call-options.ts'

const cancelled = { action: 'cancel' }
const agreed = { action: 'accept', content: { agree: true } }

/** The answers to questions by their keys; one without an answer is cancelled. */
export function answersTo(
  keys: readonly string[],
  { answers = {}, consent }: FaceCallOptions,
): Readonly<Record<string, unknown>> {
  const own = consent === 'granted' ? { consent: agreed, ...answers } : answers
  return Object.fromEntries(keys.map((key) => [key, own[key] ?? cancelled]))
}
