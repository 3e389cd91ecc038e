import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { CallOptions } from '../../define/call.ts'
import { Asked, type Conversation, type Question } from '../../define/conversation.ts'
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
    server.call<string>('delete_note', args, options)
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

describe('a client that cannot ask', () => {
  it('gives the literal, and no other word will do', async () => {
    const { call, ran } = setUp()
    for (const explicit_action of [undefined, '', 'delete_note', 'DELETE_NOTES', true]) {
      expect(await call({ id: 'n1', explicit_action })).toMatchObject(consentRequired)
    }
    expect(ran).toEqual([])
    expect(await call({ id: 'n1', explicit_action: 'DELETE_NOTE' })).toMatchObject({
      ok: true,
      data: { id: 'n1' },
    })
    expect(ran).toEqual([{ id: 'n1' }])
  })

  it('learns what to do next', async () => {
    expect(await setUp().call({ id: 'n1' })).toMatchObject({
      problems: [
        {
          message: 'The user has not agreed to DELETE_NOTE.',
          hint: expect.stringContaining("explicit_action: 'DELETE_NOTE'"),
        },
      ],
    })
  })

  it('cannot call where only an answer counts', async () => {
    const { call, ran } = setUp({ mode: 'ask' })
    expect(await call({ id: 'n1', explicit_action: 'DELETE_NOTE' })).toMatchObject(consentRequired)
    expect(ran).toEqual([])
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

  it.each<[string, Conversation['answers']]>([
    ['declines', { consent: { action: 'decline' } }],
    ['cancels', { consent: { action: 'cancel' } }],
    ['leaves the box empty', { consent: { action: 'accept', content: { agree: false } } }],
    ['sends something else', { consent: { action: 'accept', content: { agree: 'true' } } }],
    ['sends nothing', {}],
  ])('does not run it when the user %s', async (_, answers) => {
    const { call, ran } = setUp()
    const { state } = await ask(call)
    expect(await call({ id: 'n1' }, converse({ state, answers }).options)).toMatchObject(
      consentRequired,
    )
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
      problems: [{ message: 'The user did not agree.' }],
    })
    expect(ran).toEqual([])
    expect(await call({ id: 'n1' }, { consent: 'granted' })).toMatchObject({ ok: true })
  })
})

describe('the literal in the schema', () => {
  const schemaOf = (mode?: ConsentOptions['mode']) => setUp({ mode }).server.tools()[0]?.inputSchema

  it('is optional by default, required in the mode literal, and absent in the mode ask', () => {
    expect(schemaOf()).toMatchObject({
      properties: { explicit_action: { const: 'DELETE_NOTE' } },
      required: ['id'],
      additionalProperties: false,
    })
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
