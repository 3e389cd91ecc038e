import type { CallRequest } from '../define/policy.ts'
import { type Question, canBeAsked } from '../define/questions/conversation.ts'
import type { TypedQuestion } from '../define/questions/typed-question.ts'
import { isJson, isRecord } from '../json/json.ts'
import { failure } from '../outcome/failure.ts'
import type { ReasonProblem } from '../outcome/reasons.ts'
import { Refusal } from '../outcome/refusal.ts'
import { type ReadAnswer, readAnswer, toQuestion } from './read-answer.ts'

/** How often a question is put: once more if its answer is missing or not acceptable. */
const maxTries = 2

/** How deep a kept value may nest. */
const maxDepth = 64

/** The state of an interview between two rounds; the face seals it. */
interface InterviewState {
  /** The answers of earlier rounds by their keys, as they came. */
  readonly answers: Readonly<Record<string, unknown>>
  /** How often each question was put. */
  readonly tries: Readonly<Record<string, number>>
  readonly kept: Readonly<Record<string, unknown>>
}

/** The questions that one tool has in one call, over all its rounds. */
export class Interview {
  readonly #request: CallRequest
  readonly #answers: Map<string, unknown>
  readonly #tries: Map<string, number>
  readonly #kept: Map<string, unknown>

  constructor(request: CallRequest) {
    const { answers, tries, kept } = readState(request.state)
    this.#request = request
    this.#answers = new Map(Object.entries(answers))
    this.#tries = new Map(Object.entries(tries))
    this.#kept = new Map(Object.entries(kept))
    for (const key of this.#tries.keys()) {
      if (Object.hasOwn(request.answers, key)) this.#answers.set(key, request.answers[key])
    }
  }

  /** Returns every answer, or ends the round with the questions that have none. */
  ask(questions: Readonly<Record<string, TypedQuestion>>): Readonly<Record<string, unknown>> {
    const { tool } = this.#request
    if (tool.interactive !== true) {
      throw new TypeError(`${tool.name} asks a question; give it interactive: true`)
    }
    const answers: [string, unknown][] = []
    const open: [string, Question][] = []
    for (const [key, question] of Object.entries(questions)) {
      const read = this.#read(key, question)
      if (read !== undefined && 'value' in read) answers.push([key, read.value])
      else open.push([key, this.#put(key, question, read?.fault)])
    }
    if (open.length === 0) return Object.fromEntries(answers)
    return this.#request.ask(Object.fromEntries(open), { interview: this.#toState() })
  }

  /** Returns the value that the first round made. */
  keep(key: string, make: () => unknown): unknown {
    if (this.#kept.has(key)) return this.#kept.get(key)
    const value = make()
    if (value instanceof Promise || !isJson(value, maxDepth)) {
      throw new TypeError(`${this.#request.tool.name} keeps '${key}', which is not JSON`)
    }
    this.#kept.set(key, value)
    return value
  }

  /** Reads the answer to a question; undefined if there is none yet. */
  #read(key: string, question: TypedQuestion): ReadAnswer | undefined {
    const tries = this.#tries.get(key) ?? 0
    if (tries === 0) return this.#readEarly(key, question)
    if (!this.#answers.has(key)) {
      return tries < maxTries ? undefined : this.#end('unanswered', key, question)
    }
    const answer = this.#answers.get(key)
    const action = isRecord(answer) ? answer.action : undefined
    if (action === 'decline') return this.#end('declined', key, question)
    if (action === 'cancel') return this.#end('unanswered', key, question)
    const read = readAnswer(question, answer)
    if ('value' in read || tries < maxTries) return read
    return this.#end('unanswered', key, question, `The answer was not accepted: ${read.fault}`)
  }

  /** A client may give the answer before it is asked; one that is not good does not count. */
  #readEarly(key: string, question: TypedQuestion): ReadAnswer | undefined {
    const { answers } = this.#request
    if (!Object.hasOwn(answers, key)) return undefined
    const read = readAnswer(question, answers[key])
    if (!('value' in read)) return undefined
    this.#answers.set(key, answers[key])
    this.#tries.set(key, 1)
    return read
  }

  /** The question as it goes out; ends the call if the caller cannot be asked. */
  #put(key: string, question: TypedQuestion, fault: string | undefined): Question {
    const asked = toQuestion(question)
    const { capabilities, unreachable } = this.#request
    if (unreachable !== undefined || !canBeAsked(capabilities, asked)) {
      const problem = unreachable ?? toUnaskable(asked)
      throw new Refusal('unaskable', { ...problem, details: { question: key } })
    }
    this.#answers.delete(key)
    this.#tries.set(key, (this.#tries.get(key) ?? 0) + 1)
    if (fault === undefined || !('message' in asked)) return asked
    return { ...asked, message: `${asked.message}\n\nThe answer was not accepted: ${fault}` }
  }

  /** Ends the call without an answer, with the code that the tool has for that. */
  #end(
    reason: 'declined' | 'unanswered',
    key: string,
    question: TypedQuestion,
    message?: string,
  ): never {
    const details = { question: key }
    const code = question[reason]
    if (code !== undefined) throw failure(code, { message, details })
    throw new Refusal(reason, { message, hint: hints[reason], details })
  }

  #toState(): InterviewState {
    return {
      answers: Object.fromEntries(this.#answers),
      tries: Object.fromEntries(this.#tries),
      kept: Object.fromEntries(this.#kept),
    }
  }
}

const hints = {
  declined: 'Do not ask again. Go on without it, or tell the user what it is needed for.',
  unanswered: 'Call again only if the user is there to answer; tell them what was asked.',
} as const

const capabilities = {
  form: 'elicitation with forms',
  url: 'elicitation with pages',
  sample: 'sampling',
  roots: 'roots',
} as const

const toUnaskable = ({ type }: Question): ReasonProblem => ({
  message: `The tool has a question, and this client does not declare ${capabilities[type]}.`,
  hint: 'Tell the user that this needs a client which can be asked.',
})

/** The state that an earlier round left; the face has checked that it is one of ours. */
function readState(state: unknown): InterviewState {
  if (!isRecord(state) || !isRecord(state.interview)) return { answers: {}, tries: {}, kept: {} }
  // The cast names what only this file makes and the seal protects.
  return state.interview as unknown as InterviewState
}
