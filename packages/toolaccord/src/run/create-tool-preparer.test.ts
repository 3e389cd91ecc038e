import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { PreparingCall } from '../define/call.ts'
import { Asked, type Conversation, type Question } from '../define/questions/conversation.ts'
import { type Preparation, defineTool } from '../define/tool.ts'
import { silentLog } from '../log/log.ts'
import { failure } from '../outcome/failure.ts'
import { type Outcome, ok } from '../outcome/outcome.ts'
import { defineServer } from '../server.ts'

type Prepare = (
  input: { readonly id: string },
  call: PreparingCall<'NOTE_NOT_FOUND'>,
) => Preparation | Promise<Preparation>

const notes = new Map([['n1', 'Buy milk']])
const lookUp: Prepare = ({ id }, call) => {
  const title = notes.get(id) ?? call.fail('NOTE_NOT_FOUND', { path: 'id' })
  return { question: `Delete '${title}'?` }
}

/** Calls a tool that destroys, with a client that can be asked or not. */
async function callWith(prepare: Prepare, args: unknown, canAsk = true) {
  const ran: string[] = []
  let asked: Readonly<Record<string, Question>> = {}
  const deleteNote = defineTool({
    name: 'delete_note',
    summary: 'Delete a note for good.',
    input: z.object({ id: z.string() }),
    output: z.object({}),
    effect: 'destroy',
    codes: ['NOTE_NOT_FOUND'],
    prepare(input, call) {
      ran.push('prepare')
      return prepare(input, call)
    },
    run() {
      ran.push('run')
      return ok({})
    },
  })
  const server = defineServer({
    name: 'notes',
    version: '1',
    codes: { NOTE_NOT_FOUND: { kind: 'not_found', summary: 'There is no such note.' } },
    tools: [deleteNote],
    log: silentLog,
  })
  let state: unknown
  const round = (answers: Conversation['answers']): Promise<Outcome> => {
    const conversation: Conversation = {
      answers,
      state,
      capabilities: canAsk ? { elicitation: {} } : {},
      ask(questions, next) {
        asked = questions
        state = next
        throw new Asked()
      },
    }
    return server.callByName('delete_note', args, { conversation })
  }
  return { round, ran, first: await round({}), question: asked.consent }
}

describe('the preparation of a tool that destroys', () => {
  it('gives the question its words, and runs once', async () => {
    const { round, ran, question } = await callWith(lookUp, { id: 'n1' })
    expect(question).toMatchObject({ message: `Delete 'Buy milk'?\n\nDELETE_NOTE {"id":"n1"}` })
    const agreed = { consent: { action: 'accept', content: { agree: true } } }
    expect(await round(agreed)).toMatchObject({ ok: true })
    expect(ran).toEqual(['prepare', 'run'])
  })

  it('gives the refusal its words', async () => {
    const { first } = await callWith(lookUp, { id: 'n1' }, false)
    expect(first).toMatchObject({
      problems: [
        {
          message: `The user has not agreed to this yet: Delete 'Buy milk'? DELETE_NOTE {"id":"n1"}`,
        },
      ],
    })
  })

  it('ends the call if there is nothing to agree to', async () => {
    for (const canAsk of [true, false]) {
      const { first, question } = await callWith(lookUp, { id: 'ghost' }, canAsk)
      expect(first).toMatchObject({
        problems: [{ code: 'NOTE_NOT_FOUND', message: 'There is no such note.', path: 'id' }],
      })
      expect(question).toBe(undefined)
    }
  })

  it('does not see arguments that are not acceptable', async () => {
    const { first, ran } = await callWith(lookUp, { id: 1 })
    expect(first).toMatchObject({ problems: [{ code: 'INVALID_FORMAT' }] })
    expect(ran).toEqual([])
  })

  it('may leave the words to the summary, and may take its time', async () => {
    const { question } = await callWith(async () => ({}), { id: 'n1' })
    expect(question).toMatchObject({ message: expect.stringMatching(/^Delete a note for good\./) })
  })

  it.each<[string, Prepare]>([
    [
      'throws',
      () => {
        throw new Error('secret')
      },
    ],
    ['fails with a code that is not declared', () => Promise.reject(failure('gone'))],
    // The cast stands for JavaScript, which has no types.
    ['returns something else', () => 'Delete it?' as never],
  ])('is masked if it %s', async (_, prepare) => {
    const { first, ran } = await callWith(prepare, { id: 'n1' })
    expect(first).toMatchObject({ problems: [{ code: 'INTERNAL_ERROR' }] })
    expect(JSON.stringify(first)).not.toMatch(/secret|gone/)
    expect(ran).toEqual(['prepare'])
  })

  it('is refused on a tool that needs no consent', () => {
    const tool = defineTool({
      name: 'look',
      summary: 'Look.',
      output: z.object({}),
      effect: 'read',
      prepare: () => ({}),
      run: () => ok({}),
    })
    expect(() => defineServer({ name: 's', version: '1', tools: [tool] })).toThrow(
      'prepare: runs before the user is asked, and the tool needs no consent',
    )
  })
})
