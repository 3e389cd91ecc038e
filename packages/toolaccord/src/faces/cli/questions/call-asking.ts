import {
  Asked,
  type Conversation,
  type Question,
  maxRounds,
  tooManyRounds,
} from '../../../define/questions/conversation.ts'
import type { Outcome } from '../../../outcome/outcome.ts'
import { viewObject } from '../../../schema/json-schema.ts'
import { escapeLines } from '../render/escape.ts'
import { type Prompt, askField } from './ask-field.ts'

/** Makes one round of a call. */
export type CallRound = (conversation: Conversation | undefined) => Promise<Outcome>

type Questions = Readonly<Record<string, Question>>

/** The conversation of a command that nobody sits in front of. */
const noTerminal: Conversation = {
  answers: {},
  state: undefined,
  capabilities: {},
  unreachable: {
    message: 'The command has a question, and there is no terminal to ask on.',
    hint: 'Run it on a terminal; standard input and standard error must not be redirected.',
  },
  ask() {
    throw new Asked()
  },
}

/** Makes a call, asks its questions on the terminal, and makes it again with the answers. */
export async function callAsking(prompt: Prompt | undefined, call: CallRound): Promise<Outcome> {
  if (prompt === undefined) return call(noTerminal)
  let answers: Conversation['answers'] = {}
  let state: unknown
  for (let rounds = 0; ; rounds++) {
    let asked: Questions | undefined
    const outcome = await call({
      answers,
      state,
      capabilities: { elicitation: { form: {}, url: {} } },
      ask(questions, next) {
        if (rounds >= maxRounds) throw tooManyRounds()
        asked = questions
        state = next
        throw new Asked()
      },
    })
    if (asked === undefined) return outcome
    answers = await answerAll(asked, prompt)
  }
}

/** Asks questions on a terminal, one after the other. */
export async function answerAll(
  questions: Questions,
  prompt: Prompt,
): Promise<Conversation['answers']> {
  const answers: Record<string, unknown> = {}
  for (const [key, question] of Object.entries(questions)) {
    answers[key] = await answer(question, prompt)
  }
  return answers
}

const cancelled = { action: 'cancel' }

function answer(question: Question, prompt: Prompt): Promise<object> {
  if (question.type === 'form') return answerForm(question, prompt)
  if (question.type === 'url') return answerUrl(question, prompt)
  return Promise.resolve(cancelled)
}

/** Asks for the fields of a form one by one. */
async function answerForm(
  { message, schema }: Question & { readonly type: 'form' },
  prompt: Prompt,
): Promise<object> {
  const { properties, required } = viewObject(schema, schema)
  const content: Record<string, unknown> = {}
  let heading = toLines(message)
  const promptBelow: Prompt = (label) => {
    const text = `${heading}${label}`
    heading = ''
    return prompt(text)
  }
  for (const [name, property] of Object.entries(properties)) {
    const field = { name, schema: property, isRequired: required.includes(name) }
    const answered = await askField(field, promptBelow)
    if (answered === 'cancelled') return cancelled
    if (answered !== 'empty') content[name] = answered.value
  }
  return { action: 'accept', content }
}

async function answerUrl(
  { message, url }: Question & { readonly type: 'url' },
  prompt: Prompt,
): Promise<object> {
  const text = await prompt(`${toLines(message)}${toLines(url)}Open this page? [y/N]: `)
  if (text === undefined) return cancelled
  return { action: /^\s*y(es)?\s*$/i.test(text) ? 'accept' : 'decline' }
}

const toLines = (text: string) => `${escapeLines(text).join('\n')}\n`
