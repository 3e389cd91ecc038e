import { describe, expect, expectTypeOf, it } from 'vitest'
import * as z from 'zod'
import type { Call } from '../define/call.ts'
import { Asked, type Conversation, type Question } from '../define/questions/conversation.ts'
import type { Completion, Root } from '../define/questions/typed-question.ts'
import { defineTool } from '../define/tool.ts'
import { type Logger, silentLog } from '../log/log.ts'
import { type Outcome, ok } from '../outcome/outcome.ts'
import { defineServer } from '../server.ts'

type Codes = 'KEPT' | 'NOBODY'
type Run = (call: Call<Codes>) => unknown

/** How a client answers a question. */
type Answerer = (key: string, question: Question) => unknown

interface Talk {
  readonly outcome: Outcome
  /** What the user was asked, in the order of the rounds. */
  readonly questions: readonly string[]
  readonly runs: number
}

const all = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} }
const accept = (content: object) => ({ action: 'accept', content })

/** Calls a tool as a client does that answers each question, until the call is over. */
async function talk(run: Run, answer: Answerer, given: Partial<Conversation> = {}): Promise<Talk> {
  const questions: string[] = []
  let runs = 0
  const tool = defineTool({
    name: 'greet',
    summary: 'Greet.',
    output: z.object({ said: z.unknown() }),
    effect: 'read',
    codes: ['KEPT', 'NOBODY'],
    interactive: true,
    run(_, call) {
      runs++
      return ok({ said: run(call) })
    },
  })
  const server = defineServer({
    name: 'fixture',
    version: '1',
    codes: {
      KEPT: { kind: 'conflict', summary: 'All is as it was.' },
      NOBODY: { kind: 'unavailable' },
    },
    tools: [tool],
    log: silentLog,
  })
  let answers: Record<string, unknown> = { ...given.answers }
  let state: unknown
  for (;;) {
    let asked: Readonly<Record<string, Question>> | undefined
    const conversation: Conversation = {
      capabilities: all,
      ...given,
      answers,
      state,
      ask(open, next) {
        asked = open
        // A state travels as JSON.
        state = JSON.parse(JSON.stringify(next))
        throw new Asked()
      },
    }
    const outcome = await server.call('greet', {}, { conversation })
    if (asked === undefined) return { outcome, questions, runs }
    answers = {}
    for (const [key, question] of Object.entries(asked)) {
      questions.push('message' in question ? question.message : question.type)
      const answered = answer(key, question)
      if (answered !== undefined) answers[key] = answered
    }
  }
}

const Name = z.object({ name: z.string().min(2) })
const who = { message: 'Who?', schema: Name } as const
const greet: Run = (call) => call.ask('who', who).name

const failed = (code: string, message: string) => ({
  ok: false,
  problems: [{ code, message: expect.stringContaining(message) }],
})

describe('a question of a tool', () => {
  it('gives the answer, and the tool is run again from its beginning', async () => {
    const { outcome, questions, runs } = await talk(greet, () => accept({ name: 'Ada' }))
    expect(outcome).toMatchObject({ ok: true, data: { said: 'Ada' } })
    expect([questions, runs]).toEqual([['Who?'], 2])
  })

  it('may follow others, whose answers are kept', async () => {
    const run: Run = (call) => {
      const { name } = call.ask('who', who)
      const { colour } = call.ask('what', {
        message: `What, ${name}?`,
        schema: z.object({ colour: z.enum(['red', 'green']).default('red') }),
      })
      call.ask('page', { type: 'url', message: 'Pay.', url: 'https://example.org/' })
      return `${name} ${colour}`
    }
    const { outcome, questions } = await talk(run, (key) =>
      accept(key === 'who' ? { name: 'Ada' } : {}),
    )
    expect(outcome).toMatchObject({ ok: true, data: { said: 'Ada red' } })
    expect(questions).toEqual(['Who?', 'What, Ada?', 'Pay.'])
  })

  it('may be put together with others, and is answered by its own type', async () => {
    const completion = { role: 'assistant', content: { type: 'text', text: 'Hi' }, model: 'm' }
    const run: Run = (call) => {
      const answers = call.askAll({
        who,
        text: { type: 'sample', params: { messages: [], maxTokens: 1 } },
        where: { type: 'roots' },
      })
      expectTypeOf(answers.who).toEqualTypeOf<{ name: string }>()
      expectTypeOf(answers.text).toEqualTypeOf<Completion>()
      expectTypeOf(answers.where).toEqualTypeOf<readonly Root[]>()
      return [answers.who.name, answers.text.model, answers.where.length]
    }
    const byKey: Record<string, unknown> = {
      who: accept({ name: 'Ada' }),
      text: completion,
      where: { roots: [{ uri: 'file:///a' }] },
    }
    const { outcome, runs } = await talk(run, (key) => byKey[key])
    expect(outcome).toMatchObject({ ok: true, data: { said: ['Ada', 'm', 1] } })
    expect(runs).toBe(2)
  })

  it('ends the call when the user declines, and is put once', async () => {
    const { outcome, questions } = await talk(greet, () => ({ action: 'decline' }))
    expect(outcome).toMatchObject(failed('FORBIDDEN', 'The question was declined.'))
    expect(questions).toEqual(['Who?'])
  })

  it('ends the call when nobody answers, and is put once', async () => {
    const { outcome, questions } = await talk(greet, () => ({ action: 'cancel' }))
    expect(outcome).toMatchObject(failed('UNAVAILABLE', 'Nobody answered the question.'))
    expect(questions).toEqual(['Who?'])
  })

  it('ends the call with the codes that the tool has for that', async () => {
    const run: Run = (call) =>
      call.ask('who', { ...who, declined: 'KEPT', unanswered: 'NOBODY' }).name
    const declined = await talk(run, () => ({ action: 'decline' }))
    expect(declined.outcome).toMatchObject(failed('KEPT', 'All is as it was.'))
    const unanswered = await talk(run, () => ({ action: 'cancel' }))
    expect(unanswered.outcome).toMatchObject(failed('NOBODY', ''))
  })

  it('is not put again after a decline, whatever the tool catches', async () => {
    const run: Run = (call) => {
      for (let tries = 0; tries < 5; tries++) {
        try {
          return call.ask('who', who).name
        } catch (thrown) {
          if (thrown instanceof Asked) throw thrown
        }
      }
      call.ask('other', { type: 'roots' })
      return call.ask('who', who).name
    }
    const { outcome, questions } = await talk(run, (key) =>
      key === 'who' ? { action: 'decline' } : { roots: [] },
    )
    expect(outcome).toMatchObject(failed('FORBIDDEN', 'declined'))
    expect(questions).toEqual(['Who?', 'roots'])
  })

  it('is put once more, with the fault, if its answer breaks the schema', async () => {
    const names = ['A', 'Ada']
    const { outcome, questions } = await talk(greet, () => accept({ name: names.shift() }))
    expect(outcome).toMatchObject({ ok: true, data: { said: 'Ada' } })
    expect(questions).toEqual(['Who?', expect.stringMatching(/^Who\?\n\n.*not accepted: 'name'/s)])
  })

  it.each<[string, unknown]>([
    ['breaks the schema', accept({ name: 1 })],
    ['has a property that nobody asked for', accept({ name: 'Ada', more: 1 })],
    ['has nothing in it', { action: 'accept' }],
    ['is not an object', 12_345],
    ['has an action that does not exist', { action: 'maybe' }],
  ])('ends the call if its answer %s twice', async (_, answer) => {
    const { outcome, questions } = await talk(greet, () => answer)
    expect(outcome).toMatchObject(failed('UNAVAILABLE', 'The answer was not accepted'))
    expect(questions).toHaveLength(2)
  })

  it('is put once more if its answer is missing', async () => {
    const answers = [undefined, accept({ name: 'Ada' })]
    const late = await talk(greet, () => answers.shift())
    expect([late.outcome.ok, late.questions.length]).toEqual([true, 2])
    const never = await talk(greet, () => undefined)
    expect(never.outcome).toMatchObject(failed('UNAVAILABLE', 'Nobody answered'))
    expect(never.questions).toHaveLength(2)
  })

  it('is not put if the client knows a good answer beforehand', async () => {
    const early = { answers: { who: accept({ name: 'Ada' }), else: accept({}) } }
    expect(await talk(greet, () => undefined, early)).toMatchObject({
      outcome: { ok: true },
      questions: [],
    })
    const bad = { answers: { who: 12_345 } }
    const { questions } = await talk(greet, () => accept({ name: 'Ada' }), bad)
    expect(questions).toEqual(['Who?'])
  })
})

describe('a client that cannot be asked', () => {
  const capabilities = (given: Conversation['capabilities']) => ({ capabilities: given })

  it.each<[string, Conversation['capabilities']]>([
    ['declares nothing', {}],
    ['takes pages only', { elicitation: { url: {} } }],
    ['takes other questions only', { sampling: {}, roots: {} }],
  ])('gets a problem with a hint if it %s', async (_, given) => {
    const { outcome, questions } = await talk(greet, () => accept({}), capabilities(given))
    expect(outcome).toMatchObject({
      problems: [
        {
          code: 'NOT_IMPLEMENTED',
          message:
            'The tool has a question, and this client does not declare elicitation with forms.',
          hint: expect.stringContaining('a client which can be asked'),
          details: { question: 'who' },
        },
      ],
    })
    expect(questions).toEqual([])
  })

  it('is one that names no mode only if the revision knows modes', async () => {
    const given = capabilities({ elicitation: {} })
    expect((await talk(greet, () => accept({ name: 'Ada' }), given)).outcome.ok).toBe(true)
  })

  it('is told why if the face knows', async () => {
    const unreachable = { message: 'It is too far away.', hint: 'Come closer.' }
    const { outcome } = await talk(greet, () => accept({}), { unreachable })
    expect(outcome).toMatchObject({ problems: [unreachable] })
  })

  it('is a caller in process', async () => {
    const asking = defineTool({
      name: 'asking',
      summary: 'Ask.',
      effect: 'read',
      interactive: true,
      output: Name,
      run: (_, call) => ok(call.ask('who', who)),
    })
    const server = defineServer({ name: 's', version: '1', tools: [asking], log: silentLog })
    expect(await server.call('asking')).toMatchObject(failed('NOT_IMPLEMENTED', 'cannot be asked'))
  })

  it.each<[string, Conversation['capabilities'], boolean]>([
    ['sampling', { sampling: {} }, false],
    ['sampling with tools', { sampling: { tools: {} } }, true],
  ])('for a completion with tools has only %s', async (_, given, isAsked) => {
    const run: Run = (call) => call.ask('x', { type: 'sample', params: { tools: [] } }).model
    const { questions } = await talk(run, () => ({ content: {}, model: 'm' }), capabilities(given))
    expect(questions.length > 0).toBe(isAsked)
  })
})

describe('what a tool keeps', () => {
  it('is made once for all rounds', async () => {
    let made = 0
    const run: Run = (call) => {
      const number = call.keep('number', () => ++made)
      expectTypeOf(number).toEqualTypeOf<number>()
      return `${call.ask('who', who).name} ${number} ${call.keep('number', () => ++made)}`
    }
    const { outcome } = await talk(run, () => accept({ name: 'Ada' }))
    expect(outcome).toMatchObject({ ok: true, data: { said: 'Ada 1 1' } })
  })
})

describe('a mistake of the author', () => {
  async function logged(run: Run, interactive = true, answers = {}): Promise<string> {
    const lines: string[] = []
    const log: Logger = {
      ...silentLog,
      error(_, fields) {
        lines.push(String(fields?.thrown))
      },
    }
    const tool = defineTool({
      name: 'greet',
      summary: 'Greet.',
      output: z.object({ said: z.unknown() }),
      effect: 'read',
      codes: ['KEPT', 'NOBODY'],
      interactive,
      run: (_, call) => ok({ said: run(call) }),
    })
    const codes = { KEPT: { kind: 'conflict' }, NOBODY: { kind: 'unavailable' } } as const
    const server = defineServer({ name: 's', version: '1', codes, tools: [tool], log })
    const ask = () => {
      throw new Asked()
    }
    const conversation = { answers, state: undefined, capabilities: all, ask }
    expect(await server.call('greet', {}, { conversation })).toMatchObject({ ok: false })
    return lines.join()
  }

  it('is told in the log', async () => {
    expect(await logged(greet, false)).toContain('greet asks a question; give it interactive: true')
    const deep = { message: 'Where?', schema: z.object({ home: z.object({}) }) }
    expect(await logged((call) => call.ask('x', deep))).toContain("'home' does not fit into a form")
    expect(await logged((call) => call.keep('x', () => 1n))).toContain('is not JSON')
    expect(await logged((call) => call.keep('x', async () => 1))).toContain('is not JSON')
    const slow = { message: 'Who?', schema: Name.refine(async () => true) }
    expect(
      await logged((call) => call.ask('x', slow), true, { x: accept({ name: 'Ada' }) }),
    ).toContain('without waiting')
  })
})
