import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { CallOptions } from '../../define/call.ts'
import { Asked, type Conversation, type Question } from '../../define/questions/conversation.ts'
import { defineTool } from '../../define/tool.ts'
import { silentLog } from '../../log/log.ts'
import { type Outcome, ok } from '../../outcome/outcome.ts'
import { defineServer } from '../../server.ts'
import type { ConsentOptions } from './create-consent.ts'

/** A server with one tool that destroys, and what that tool was run with. */
function setUp(consent: ConsentOptions = {}) {
  const ran: unknown[] = []
  const deleteNote = defineTool({
    name: 'delete_note',
    summary: 'Delete a note for good.',
    input: z.strictObject({ id: z.string() }),
    output: z.object({ id: z.string() }),
    effect: 'destroy',
    interactive: true,
    run: (input, call) => {
      ran.push(input)
      if (input.id === 'asks') call.ask('why', { message: 'Why?', schema: z.object({}) })
      if (input.id === 'where') call.ask('where', { type: 'roots' })
      if (input.id === 'same key') call.ask('consent', { message: 'Why?', schema: z.object({}) })
      return ok(input)
    },
  })
  const server = defineServer({
    name: 'notes',
    version: '1',
    tools: [deleteNote],
    consent,
    log: silentLog,
  })
  const call = (args: unknown, options?: CallOptions): Promise<Outcome> =>
    server.callByName('delete_note', args, options)
  return { server, ran, call }
}

interface Asking {
  readonly questions: Readonly<Record<string, Question>>
  readonly state: unknown
}

/** The conversation of a client that can be asked, and what it was asked. */
function converse(given: Partial<Conversation> = {}): {
  readonly options: CallOptions
  readonly asked: () => Asking
} {
  let asking: Asking | undefined
  const conversation: Conversation = {
    answers: {},
    state: undefined,
    capabilities: { elicitation: { form: {} } },
    ask(questions, state) {
      asking = { questions, state }
      throw new Asked()
    },
    ...given,
  }
  return { options: { conversation }, asked: () => asking ?? { questions: {}, state: undefined } }
}

const agreed = { consent: { action: 'accept', content: { agree: true } } }
const consentRequired = {
  ok: false,
  soft: false,
  problems: [{ code: 'CONSENT_REQUIRED', details: { action: 'DELETE_NOTE' } }],
  notes: { instruction: expect.stringContaining('Do not retry') },
}

/** The code that a refusal hands out. */
function codeIn(outcome: Outcome): unknown {
  if (outcome.ok) throw new Error('it was not refused')
  return outcome.problems[0].details?.explicit_action
}

describe('a client that cannot ask', () => {
  it('is refused first, and learns what would happen and how the user agrees', async () => {
    const { call, ran } = setUp()
    const refused = await call({ id: 'n1' })
    expect(refused).toMatchObject({
      ...consentRequired,
      problems: [
        {
          message: 'The user has not agreed to this yet: DELETE_NOTE {"id":"n1"}',
          recoverable: true,
          hint:
            'Ask the user. If they agree, call again with ' +
            `explicit_action: '${String(codeIn(refused))}' added to the same arguments.`,
        },
      ],
    })
    expect(codeIn(refused)).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/)
    expect(ran).toEqual([])
  })

  it('calls again with the code, which is good once', async () => {
    const { call, ran } = setUp()
    const explicit_action = codeIn(await call({ id: 'n1' }))
    expect(await call({ explicit_action, id: 'n1' })).toMatchObject({ ok: true })
    expect(ran).toEqual([{ id: 'n1' }])
    expect(await call({ id: 'n1', explicit_action })).toMatchObject(consentRequired)
    expect(ran).toHaveLength(1)
  })

  it('cannot agree in its first call, whatever it sends', async () => {
    const { call, ran } = setUp()
    for (const explicit_action of ['DELETE_NOTE', '', null, true, {}, '0'.repeat(8)]) {
      expect(await call({ id: 'n1', explicit_action })).toMatchObject(consentRequired)
    }
    expect(ran).toEqual([])
  })

  it('agrees once for all rounds of a tool that asks something else', async () => {
    const { call, ran } = setUp()
    const given = { capabilities: { roots: {} } }
    const args = { id: 'where', explicit_action: codeIn(await call({ id: 'where' })) }
    const first = converse(given)
    await call(args, first.options)
    expect(first.asked().questions).toHaveProperty('where')
    const answers = { where: { roots: [] } }
    const second = converse({ ...given, state: first.asked().state, answers })
    expect(await call(args, second.options)).toMatchObject({ ok: true })
    expect(await call(args, second.options)).toMatchObject(consentRequired)
    expect(ran).toHaveLength(2)
  })

  it('is refused for what is not JSON as well', async () => {
    expect(await setUp().call({ id: 1n })).toMatchObject({ problems: [{ code: 'INVALID_FORMAT' }] })
  })

  it('is told that its code is wrong, and gets no other one for guessing', async () => {
    const { call } = setUp()
    const explicit_action = codeIn(await call({ id: 'n1' }))
    const wrong = await call({ id: 'n1', explicit_action: '0'.repeat(8) })
    expect(wrong).toMatchObject({
      problems: [{ message: expect.stringContaining('not the code') }],
    })
    expect(codeIn(wrong)).toBe(undefined)
    expect(await call({ id: 'n1', explicit_action })).toMatchObject({ ok: true })
  })

  it('cannot call where only an answer counts', async () => {
    const { call, ran } = setUp({ mode: 'ask' })
    const refused = await call({ id: 'n1', explicit_action: 'DELETE_NOTE' })
    expect(refused).toMatchObject(consentRequired)
    expect(codeIn(refused)).toBe(undefined)
    expect(ran).toEqual([])
  })

  it.each<[string, Partial<Conversation>]>([
    ['takes pages only', { capabilities: { elicitation: { url: {} } } }],
    ['declares nothing', { capabilities: {} }],
    ['cannot be reached', { unreachable: { message: 'Too far.' } }],
  ])('is one that %s', async (_, given) => {
    const { options, asked } = converse(given)
    expect(codeIn(await setUp().call({ id: 'n1' }, options))).toMatch(/^\w{8}$/)
    expect(asked().questions).toEqual({})
  })

  it('is told in the words of its face how the user agrees', async () => {
    const { call } = setUp()
    const refused = await call({ id: 'n1' }, { agreeBy: 'knock twice' })
    expect(refused).toMatchObject({
      problems: [{ hint: 'Ask the user. If they agree, knock twice.' }],
    })
    expect(codeIn(refused)).toBe(undefined)
  })
})

describe('the mode literal', () => {
  it('takes the literal, and no other word', async () => {
    const { call, ran } = setUp({ mode: 'literal' })
    for (const explicit_action of [undefined, '', 'delete_note', 'DELETE_NOTES', true]) {
      expect(await call({ id: 'n1', explicit_action })).toMatchObject({
        ...consentRequired,
        problems: [{ hint: expect.stringContaining("explicit_action: 'DELETE_NOTE'") }],
      })
    }
    expect(ran).toEqual([])
    expect(await call({ id: 'n1', explicit_action: 'DELETE_NOTE' })).toMatchObject({ ok: true })
    expect(ran).toEqual([{ id: 'n1' }])
  })

  it('asks nobody', async () => {
    const { options, asked } = converse()
    await setUp({ mode: 'literal' }).call({ id: 'n1' }, options)
    expect(asked().questions).toEqual({})
  })
})

describe('arguments that are not acceptable', () => {
  it.each<[string, ConsentOptions]>([
    ['asked', {}],
    ['asked where only an answer counts', { mode: 'ask' }],
    ['told the literal', { mode: 'literal' }],
  ])('are refused before anybody is %s', async (_, consent) => {
    const { call } = setUp(consent)
    for (const args of [{ id: 1 }, {}, { id: 'n1', more: 1 }, [], 'x']) {
      const { options, asked } = converse()
      const refused = await call(args, options)
      expect(refused).toMatchObject({ ok: false })
      expect(JSON.stringify(refused)).not.toContain('CONSENT_REQUIRED')
      expect(asked().questions).toEqual({})
    }
  })

  it('are refused before a code is handed out', async () => {
    const refused = await setUp().call({ id: 1 })
    expect(refused).toMatchObject({ problems: [{ code: 'INVALID_FORMAT', path: 'id' }] })
  })
})

describe('a client that can ask', () => {
  const ask = async (call: ReturnType<typeof setUp>['call'], args: unknown = { id: 'n1' }) => {
    const { options, asked } = converse()
    await call(args, options)
    return asked()
  }

  it('is asked whatever the literal says, and the question shows the arguments', async () => {
    const { call, ran } = setUp()
    const { questions } = await ask(call, { id: 'n1', explicit_action: 'DELETE_NOTE' })
    expect(questions.consent).toMatchObject({
      type: 'form',
      message: 'Delete a note for good.\n\nDELETE_NOTE {"id":"n1"}',
    })
    expect(ran).toEqual([])
  })

  it('runs the tool when the user agrees, once', async () => {
    const { call, ran } = setUp()
    const { state } = await ask(call)
    expect(await call({ id: 'n1' }, converse({ state, answers: agreed }).options)).toMatchObject({
      ok: true,
    })
    expect(await call({ id: 'n1' }, converse({ state, answers: agreed }).options)).toMatchObject({
      ...consentRequired,
      problems: [{ message: expect.stringContaining('used already') }],
    })
    expect(ran).toEqual([{ id: 'n1' }])
  })

  it('runs it once when the same answer comes twice at the same time', async () => {
    const { call, ran } = setUp()
    const { state } = await ask(call)
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () =>
        call({ id: 'n1' }, converse({ state, answers: agreed }).options),
      ),
    )
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1)
    expect(ran).toHaveLength(1)
  })

  const declined = 'The client says that the user declined.'
  const unanswered = 'Nobody answered the question.'

  it.each<[string, Conversation['answers'], string]>([
    ['declines', { consent: { action: 'decline' } }, declined],
    ['cancels', { consent: { action: 'cancel' } }, unanswered],
    [
      'leaves the box empty',
      { consent: { action: 'accept', content: { agree: false } } },
      declined,
    ],
    [
      'sends something else',
      { consent: { action: 'accept', content: { agree: 'true' } } },
      unanswered,
    ],
    ['sends nothing', {}, unanswered],
  ])('does not run it when the user %s, and says so', async (_, answers, message) => {
    const { call, ran } = setUp()
    const { state } = await ask(call)
    expect(await call({ id: 'n1' }, converse({ state, answers }).options)).toMatchObject({
      ...consentRequired,
      problems: [{ message, hint: expect.stringContaining('TOOLACCORD_UNATTENDED=delete_note') }],
    })
    expect(ran).toEqual([])
  })

  it('gets no code, and a code does not count', async () => {
    const { call, ran } = setUp()
    const explicit_action = codeIn(await call({ id: 'n1' }))
    const { questions, state } = await ask(call, { id: 'n1', explicit_action })
    expect(questions).toHaveProperty('consent')
    const answers = { consent: { action: 'cancel' } }
    const refused = await call({ id: 'n1', explicit_action }, converse({ state, answers }).options)
    expect(refused).toMatchObject(consentRequired)
    expect(codeIn(refused)).toBe(undefined)
    expect(ran).toEqual([])
  })

  it('is asked again when an argument has changed, or another caller answers', async () => {
    const { call, ran } = setUp()
    const { state } = await ask(call)
    const changed = converse({ state, answers: agreed })
    await call({ id: 'n2' }, changed.options)
    expect(changed.asked().questions).toHaveProperty('consent')
    const foreign = converse({ state, answers: agreed })
    await call({ id: 'n1' }, { ...foreign.options, caller: { id: 'mallory', scopes: [] } })
    expect(foreign.asked().questions).toHaveProperty('consent')
    expect(ran).toEqual([])
  })

  it('answers in vain when it is late', async () => {
    let time = 0
    const { call, ran } = setUp({ expiresMs: 1000, now: () => time })
    const { state } = await ask(call)
    time = 1000
    expect(await call({ id: 'n1' }, converse({ state, answers: agreed }).options)).toMatchObject({
      ...consentRequired,
      problems: [{ message: expect.stringContaining('too late') }],
    })
    expect(ran).toEqual([])
  })

  it('can be asked by the tool as well, and is not asked for consent again', async () => {
    const { call, ran } = setUp()
    const { state } = await ask(call, { id: 'asks' })
    const second = converse({ state, answers: agreed })
    await call({ id: 'asks' }, second.options)
    expect(second.asked().questions).toHaveProperty('why')
    const third = converse({ state: second.asked().state, answers: { why: { action: 'accept' } } })
    expect(await call({ id: 'asks' }, third.options)).toMatchObject({ ok: true })
    expect(await call({ id: 'asks' }, third.options)).toMatchObject(consentRequired)
    expect(ran).toHaveLength(2)
  })

  it('can be asked by the tool under the same key', async () => {
    const { call } = setUp()
    const { state } = await ask(call, { id: 'same key' })
    const second = converse({ state, answers: agreed })
    await call({ id: 'same key' }, second.options)
    expect(second.asked().questions).toMatchObject({ consent: { message: 'Why?' } })
    const answers = { consent: { action: 'accept', content: {} } }
    const third = converse({ state: second.asked().state, answers })
    expect(await call({ id: 'same key' }, third.options)).toMatchObject({ ok: true })
  })

  it('answers once, however many other calls are refused', async () => {
    const { call, ran } = setUp()
    const { state } = await ask(call)
    const answered = () => call({ id: 'n1' }, converse({ state, answers: agreed }).options)
    expect(await answered()).toMatchObject({ ok: true })
    for (let n = 0; n < 10_001; n++) await call({ id: `other${n}` })
    expect(await answered()).toMatchObject(consentRequired)
    expect(ran).toHaveLength(1)
  })

  it('cannot make up a state', async () => {
    const { call, ran } = setUp()
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (state) => {
        await call({ id: 'n1' }, converse({ state, answers: agreed }).options)
        expect(ran).toEqual([])
      }),
      { numRuns: 50 },
    )
  })
})

describe('a face that has asked the user itself', () => {
  it('says what they said', async () => {
    const { call, ran } = setUp({ mode: 'ask' })
    expect(await call({ id: 'n1' }, { consent: 'declined' })).toMatchObject({
      ...consentRequired,
      problems: [{ message: 'The user declined.' }],
    })
    expect(ran).toEqual([])
    expect(await call({ id: 'n1' }, { consent: 'granted' })).toMatchObject({ ok: true })
  })
})

describe('the argument in the schema', () => {
  const schemaOf = (mode?: ConsentOptions['mode']) => setUp({ mode }).server.tools()[0]?.inputSchema

  it('is optional by default, required in the mode literal, and absent in the mode ask', () => {
    expect(schemaOf()).toMatchObject({
      properties: { explicit_action: { type: 'string' } },
      required: ['id'],
      additionalProperties: false,
    })
    expect(JSON.stringify(schemaOf())).not.toContain('DELETE_NOTE')
    expect(schemaOf('literal')?.properties?.explicit_action).toHaveProperty('const', 'DELETE_NOTE')
    expect(schemaOf('literal')).toMatchObject({ required: ['id', 'explicit_action'] })
    expect(schemaOf('ask')?.properties).not.toHaveProperty('explicit_action')
  })

  const define = (more: object) =>
    defineServer({
      name: 's',
      version: '1',
      tools: [
        defineTool({
          name: 'archiveAll',
          summary: 'x',
          output: z.object({}),
          effect: 'write',
          run: () => ok({}),
          ...more,
        }),
      ],
    }).tools()[0]?.consent

  it('follows the effect and the name of the tool, unless the tool says so itself', () => {
    expect(define({})).toBe(undefined)
    expect(define({ effect: 'destroy' })).toBe('ARCHIVE_ALL')
    expect(define({ consent: 'CLEAN_UP' })).toBe('CLEAN_UP')
    expect(define({ effect: 'destroy', consent: false })).toBe(undefined)
    expect(() => define({ consent: 'clean up' })).toThrow('must be made of capitals')
    expect(() =>
      define({ effect: 'destroy', input: z.object({ explicit_action: z.string() }) }),
    ).toThrow('is added by the framework')
  })
})
