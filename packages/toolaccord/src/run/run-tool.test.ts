import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { ServerInit } from '../compile/forms/server-init.ts'
import type { Call } from '../define/call.ts'
import { type AnyTool, defineTool } from '../define/tool.ts'
import { type Logger, silentLog } from '../log/log.ts'
import { failure } from '../outcome/failure.ts'
import { type Outcome, ok } from '../outcome/outcome.ts'
import type { Schema } from '../schema/schema.ts'
import { defineServer } from '../server.ts'
import { isPromise } from './run-tool.ts'

const Output = z.object({ title: z.string() })

const serverOf = (tool: AnyTool, init: Partial<ServerInit<readonly AnyTool[]>> = {}) =>
  defineServer({
    name: 'notes',
    version: '1',
    codes: { gone: { kind: 'not_found' }, other: { kind: 'conflict' } },
    tools: [tool],
    log: silentLog,
    newId: () => 'r1',
    ...init,
  })

function toolOf(run: (call: Call) => unknown, output: Schema = Output): AnyTool {
  return defineTool({
    name: 'get_note',
    summary: 'Read a note.',
    output,
    effect: 'read',
    codes: ['gone'],
    // The cast lets a tool return what the compiler would have refused.
    run: (_, call) => run(call) as Outcome<never, 'gone'>,
  })
}

const answerOf = (run: (call: Call) => unknown): Promise<Outcome> =>
  serverOf(toolOf(run)).call('get_note')

describe('what has to be waited for', () => {
  const withKey = (key: string, value: unknown) => Object.fromEntries([[key, value]])

  it('is a promise, also one of another library', () => {
    expect(isPromise<unknown>(Promise.resolve())).toBe(true)
    expect(isPromise<unknown>(withKey('then', () => {}))).toBe(true)
  })

  it.each([[undefined], [null], [5], ['then'], [{}], [withKey('then', 5)]])(
    'is not %j',
    (value) => {
      expect(isPromise<unknown>(value)).toBe(false)
    },
  )
})

describe('the notes of an answer', () => {
  it('are those that the tool returns with its data', async () => {
    const { notes } = await answerOf(() => ok({ title: 'Milk' }, { message: 'Fresh.' }))
    expect(notes).toEqual({ message: 'Fresh.', requestId: 'r1' })
  })

  it('are those of the call and of the data, and the data have the last word', async () => {
    const { notes } = await answerOf((call) => {
      call.say('Old.')
      call.instruct('Drink it.')
      return ok({ title: 'Milk' }, { message: 'Fresh.', instruction: undefined })
    })
    expect(notes).toEqual({ message: 'Fresh.', instruction: 'Drink it.', requestId: 'r1' })
  })

  it('have the warnings of both, whichever of them warns', async () => {
    const warning = { code: 'SOUR', message: 'It is sour.' }
    const warnings = [warning]
    const returned = () => ok({ title: 'Milk' }, { warnings })
    const said = await answerOf((call) => (call.say('Fresh.'), returned()))
    expect(said.notes).toEqual({ message: 'Fresh.', warnings, requestId: 'r1' })
    const warned = await answerOf((call) => (call.warn('OLD', 'It is old.'), ok({ title: 'Milk' })))
    expect(warned.notes.warnings).toMatchObject([{ code: 'OLD' }])
    const both = await answerOf((call) => (call.warn('OLD', 'It is old.'), returned()))
    expect(both.notes.warnings).toMatchObject([{ code: 'OLD' }, warning])
  })

  it.each([
    ['c2', true],
    [null, false],
  ])('say whether there is a page after the cursor %j', async (cursor, hasMore) => {
    const { notes } = await answerOf((call) => {
      call.page({ cursor, total: 5 })
      return ok({ title: 'Milk' })
    })
    expect(notes.page).toEqual({ cursor, total: 5, hasMore })
  })

  it('have what the tool attached, in its order', async () => {
    const blocks = [
      { type: 'text', text: 'One.' },
      { type: 'text', text: 'Two.' },
    ] as const
    const { notes } = await answerOf((call) => {
      for (const block of blocks) call.attach(block)
      return ok({ title: 'Milk' })
    })
    expect(notes.attachments).toEqual(blocks)
  })
})

describe('a failure', () => {
  it('keeps the data that it has, without what the tool does not declare', async () => {
    const data = { title: 'Milk', secret: 'SECRET-123' }
    expect(await answerOf(() => failure('gone', { data }))).toMatchObject({
      ok: false,
      data: { title: 'Milk' },
    })
    const outcome = await answerOf(() => failure('gone', { data }))
    expect(JSON.stringify(outcome)).not.toContain('SECRET-123')
  })

  it('is soft if the tool rejects, with every problem', async () => {
    const outcome = await answerOf((call) =>
      call.reject([
        { code: 'gone', path: 'a' },
        { code: 'gone', path: 'b' },
      ]),
    )
    expect(outcome).toMatchObject({
      ok: false,
      soft: true,
      problems: [{ path: 'a' }, { path: 'b' }],
    })
  })
})

describe('a schema that answers later', () => {
  const toTitle = async (title: string) => title.toUpperCase()

  it('gives the tool what it made of the arguments', async () => {
    const tool = defineTool({
      name: 'get_note',
      summary: 'Read a note.',
      input: z.object({ title: z.string().refine(async (title) => title !== 'no') }),
      output: Output,
      effect: 'read',
      run: ({ title }) => ok({ title }),
    })
    expect(await serverOf(tool).call('get_note', { title: 'yes' })).toMatchObject({
      data: { title: 'yes' },
    })
    expect(await serverOf(tool).call('get_note', { title: 'no' })).toMatchObject({
      problems: [{ code: 'VALIDATION_ERROR', path: 'title' }],
    })
  })

  it('gives the caller what it made of the data', async () => {
    const output = z.object({ title: z.string().transform(toTitle).pipe(z.string()) })
    const tool = toolOf(() => ok({ title: 'milk' }), output)
    expect(await serverOf(tool).call('get_note')).toMatchObject({ data: { title: 'MILK' } })
  })
})

describe('arguments that are refused', () => {
  it('say what to send instead if they are not an object', async () => {
    const tool = toolOf(() => ok({ title: 'Milk' }))
    expect(await serverOf(tool).call('get_note', [])).toMatchObject({
      problems: [{ hint: 'Send an object whose keys are argument names.' }],
    })
  })

  it('are a problem even if their schema names none', async () => {
    const nameless = z.object({})
    const input: Schema = {
      '~standard': { ...nameless['~standard'], validate: () => ({ issues: [] }) },
    }
    const tool = defineTool({
      name: 'get_note',
      summary: 'Read a note.',
      input,
      output: Output,
      effect: 'read',
      run: () => expect.unreachable(),
    })
    expect(await serverOf(tool).call('get_note', {})).toMatchObject({
      ok: false,
      problems: [{ code: 'VALIDATION_ERROR' }],
    })
  })
})

describe('the log of a tool that breaks its word', () => {
  /** The message of the error that was logged for a call. */
  async function faultOf(run: (call: Call) => unknown, output?: Schema) {
    const thrown: unknown[] = []
    const log: Logger = { ...silentLog, error: (_, facts) => thrown.push(facts?.['thrown']) }
    await serverOf(toolOf(run, output), { log }).call('get_note')
    return thrown
  }

  it('says that it returned no outcome', async () => {
    expect(await faultOf(() => ({ title: 'Milk' }))).toEqual([
      new TypeError('get_note returned neither ok() nor a failure; return ok({ … }) with the data'),
    ])
  })

  it('names a code that it did not declare', async () => {
    expect(await faultOf(() => failure('other'))).toEqual([
      new TypeError("get_note failed with 'other', which is not in its codes"),
    ])
  })

  it('has every fault of its data', async () => {
    const output = z.object({ title: z.string(), line: z.int() })
    const [thrown] = await faultOf(() => ok({ title: 5, line: 'x' }), output)
    expect(thrown).toMatchObject({
      message: expect.stringMatching(/schema: 'title' .*\. 'line' .*\.$/),
    })
  })

  it.each<[string, () => Outcome]>([
    ['its notes', () => ok({ title: 'Milk' }, { message: 5n as never })],
    ['its problems', () => failure('gone', { details: { size: 5n } })],
  ])('says that it put what is not JSON into %s', async (_, run) => {
    expect(await faultOf(run)).toEqual([
      new TypeError('get_note put something into its notes or problems that is not JSON'),
    ])
  })
})
