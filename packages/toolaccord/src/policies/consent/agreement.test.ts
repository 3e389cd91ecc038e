import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { CallOptions } from '../../define/call.ts'
import type { Conversation } from '../../define/questions/conversation.ts'
import { defineTool } from '../../define/tool.ts'
import { silentLog } from '../../log/log.ts'
import { ok } from '../../outcome/outcome.ts'
import { defineServer } from '../../server.ts'
import type { ConsentOptions } from './create-consent.ts'

/** A server with two tools that destroy, and what they were run with. */
function setUp(consent: ConsentOptions = {}) {
  const ran: unknown[] = []
  const toolOf = (name: string) =>
    defineTool({
      name,
      summary: 'Delete something for good.',
      input: z.strictObject({ id: z.string() }),
      output: z.object({}),
      effect: 'destroy',
      run: (input) => (ran.push(input), ok({})),
    })
  const tools = [toolOf('delete_note'), toolOf('delete-list')] as const
  const server = defineServer({ name: 'a', version: '1', tools, consent, log: silentLog })
  const call = (args: unknown, options?: CallOptions, name = 'delete_note') =>
    server.callByName(name, args, options)
  return { ran, call }
}

/** Answers the question about one call, as a client that can be asked. */
function converse(given: Partial<Conversation> = {}) {
  const asked: { message: string; state: unknown }[] = []
  const conversation: Conversation = {
    answers: {},
    state: undefined,
    capabilities: { elicitation: {} },
    ask({ consent }, state) {
      asked.push({ message: consent && 'message' in consent ? consent.message : '', state })
      throw new Error('the round is over')
    },
    ...given,
  }
  return { options: { conversation }, asked }
}

const accepted = { consent: { action: 'accept', content: { agree: true } } }

/** The state that comes back with the answer to the question about a call. */
async function stateOf(call: ReturnType<typeof setUp>['call'], args: unknown) {
  const { options, asked } = converse()
  await call(args, options)
  return asked[0]?.state
}

describe('the agreement of a user', () => {
  it('is not a box that was ticked in a form that was declined', async () => {
    const { call, ran } = setUp()
    const state = await stateOf(call, { id: 'n1' })
    const answers = { consent: { ...accepted.consent, action: 'decline' } }
    expect(await call({ id: 'n1' }, converse({ state, answers }).options)).toMatchObject({
      problems: [{ code: 'CONSENT_REQUIRED' }],
    })
    expect(ran).toEqual([])
  })

  it.each([[{}], [{ foo: 1 }], [{ agree: 'yes' }], [undefined]])(
    'is neither given nor refused by a form that has no answer: %j',
    async (content) => {
      const { call, ran } = setUp()
      const state = await stateOf(call, { id: 'n1' })
      const answers = { consent: { action: 'accept', content } }
      expect(await call({ id: 'n1' }, converse({ state, answers }).options)).toMatchObject({
        problems: [{ code: 'CONSENT_REQUIRED', message: 'Nobody answered the question.' }],
      })
      expect(ran).toEqual([])
    },
  )

  it('is good for one tool, and not for another with the same arguments', async () => {
    const { call, ran } = setUp()
    const state = await stateOf(call, { id: 'n1' })
    const other = converse({ state, answers: accepted })
    await call({ id: 'n1' }, other.options, 'delete-list')
    expect(other.asked).toHaveLength(1)
    expect(ran).toEqual([])
  })

  it('is good for the caller who was asked', async () => {
    const { call, ran } = setUp()
    const caller = { id: 'ada', scopes: [] }
    const asking = converse()
    await call({ id: 'n1' }, { ...asking.options, caller })
    const state = asking.asked[0]?.state
    const unknown = converse({ state, answers: accepted })
    await call({ id: 'n1' }, unknown.options)
    expect(unknown.asked).toHaveLength(1)
    const other = converse({ state, answers: accepted })
    await call({ id: 'n1' }, { ...other.options, caller: { ...caller, id: 'bob' } })
    expect(other.asked).toHaveLength(1)
    expect(ran).toEqual([])
    const known = converse({ state, answers: accepted })
    await call({ id: 'n1' }, { ...known.options, caller })
    expect(ran).toEqual([{ id: 'n1' }])
  })

  it('is the literal alone if the author wants that, also of a client that can ask', async () => {
    const { call, ran } = setUp({ mode: 'literal' })
    const { options, asked } = converse()
    await call({ id: 'n1' }, options)
    expect(ran).toEqual([])
    await call({ id: 'n1', explicit_action: 'DELETE_NOTE' }, options)
    expect(ran).toEqual([{ id: 'n1' }])
    expect(asked).toEqual([])
  })

  it('has a literal without hyphens', async () => {
    const { call, ran } = setUp({ mode: 'literal' })
    await call({ id: 'l1', explicit_action: 'DELETE_LIST' }, {}, 'delete-list')
    expect(ran).toEqual([{ id: 'l1' }])
  })

  it('leaves the literal out of the arguments if a face has asked the user', async () => {
    const { call } = setUp()
    const args = { id: 'n1', explicit_action: 'DELETE_NOTE' }
    expect(await call(args, { consent: 'granted' })).toMatchObject({ ok: true })
  })
})

describe('the code for a second call', () => {
  it.each([
    ['null for absent', { id: 'n1', tags: null }, { id: 'n1' }],
    ['absent for null', { id: 'n1' }, { id: 'n1', tags: null }],
    ['JSON in a string', { id: 'n1', tags: ['a'] }, { id: 'n1', tags: '["a"]' }],
  ])('is good for the same call in another spelling: %s', async (_, first, second) => {
    const wipe = defineTool({
      name: 'wipe',
      summary: 'Wipe.',
      input: z.object({ id: z.string(), tags: z.array(z.string()).optional() }),
      output: z.object({}),
      effect: 'destroy',
      run: () => ok({}),
    })
    const server = defineServer({ name: 'a', version: '1', tools: [wipe], log: silentLog })
    const refused = await server.callByName('wipe', first)
    const [, code] = /explicit_action: '(\w{8})'/.exec(JSON.stringify(refused)) ?? []
    expect(
      await server.callByName('wipe', { ...second, explicit_action: 'WRONGONE' }),
    ).toMatchObject({ ok: false })
    expect(await server.callByName('wipe', { ...second, explicit_action: code })).toMatchObject({
      ok: true,
    })
  })
})

describe('the question for the user', () => {
  it.each([
    [991, (json: string) => json],
    [992, (json: string) => `${json.slice(0, 1000)}…`],
  ])('shows at most 1000 characters of the arguments: an id of %i', async (length, toShown) => {
    const { options, asked } = converse()
    const args = { id: 'x'.repeat(length) }
    await setUp().call(args, options)
    expect(asked[0]?.message.split('DELETE_NOTE ')[1]).toBe(toShown(JSON.stringify(args)))
  })
})
