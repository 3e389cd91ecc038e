import type { Question } from '../define/questions/conversation.ts'
import type { FormQuestion, TypedQuestion } from '../define/questions/typed-question.ts'
import { isRecord } from '../json/json.ts'
import { closeObjects } from '../schema/close-objects.ts'
import { toJsonSchema } from '../schema/schema.ts'
import { toFormSchema } from '../schema/to-form-schema.ts'
import { finishInput, prepareInput, validate } from '../schema/validate.ts'

/** An answer that a tool can use, or what is wrong with it. */
export type ReadAnswer = { readonly value: unknown } | { readonly fault: string }

/** How deep strings that contain JSON are repaired: a form is flat. */
const repairDepth = 2

/** The question as it goes to the caller's side; throws a TypeError for a form that is not flat. */
export function toQuestion(question: TypedQuestion): Question {
  if (question.type === 'roots') return { type: 'roots' }
  if (question.type === 'sample') return { type: 'sample', params: question.params }
  const { message } = question
  if (question.type === 'url') return { type: 'url', message, url: question.url }
  const schema = toFormSchema(toJsonSchema(question.schema, 'input'))
  return { type: 'form', message, schema }
}

/** Reads what the caller's side gave as the answer to a question. */
export function readAnswer(question: TypedQuestion, answer: unknown): ReadAnswer {
  if (!isRecord(answer)) return { fault: 'It is not an object.' }
  if (question.type === 'roots') return readRoots(answer)
  if (question.type === 'sample') return readCompletion(answer)
  if (answer.action !== 'accept') return { fault: "Its action is not 'accept'." }
  if (question.type === 'url') return { value: undefined }
  return readForm(question, answer.content ?? {})
}

function readForm({ schema }: FormQuestion, content: unknown): ReadAnswer {
  const shown = closeObjects(toJsonSchema(schema, 'input'))
  const prepared = prepareInput(shown, content, repairDepth)
  const validated = validate(schema, prepared.value)
  if (validated instanceof Promise) {
    throw new TypeError('the schema of a question must check its answer without waiting')
  }
  const parsed = finishInput(shown, prepared, validated)
  if (parsed.ok) return { value: parsed.value }
  return { fault: parsed.issues.map(({ message }) => message).join(' ') }
}

function readCompletion(answer: Readonly<Record<string, unknown>>): ReadAnswer {
  const isCompletion = typeof answer.content === 'object' && typeof answer.model === 'string'
  return isCompletion ? { value: answer } : { fault: 'It is not a completion.' }
}

function readRoots({ roots }: Readonly<Record<string, unknown>>): ReadAnswer {
  const isRoot = (root: unknown) => isRecord(root) && typeof root.uri === 'string'
  if (Array.isArray(roots) && roots.every(isRoot)) return { value: roots }
  return { fault: 'It is not a list of roots.' }
}
