import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { type Logger, silentLog } from '../log/log.ts'
import { failure, rejection } from '../outcome/failure.ts'
import { type Outcome, ok } from '../outcome/outcome.ts'
import { defineServer } from '../server.ts'
import type { CallOptions, Progress } from './call.ts'
import { type NoInput, type ToolInit, defineTool } from './tool.ts'

const Output = z.object({ title: z.string(), line: z.int().optional() })
type Run = ToolInit<'get_note', NoInput, typeof Output, 'note_gone' | 'note_locked'>['run']

const codes = {
  note_gone: { kind: 'not_found', message: 'The note is gone.', hint: 'Use list_notes.' },
  note_locked: { kind: 'conflict', summary: 'The note is locked.' },
} as const

function call(run: Run, options?: CallOptions): Promise<Outcome> {
  const tool = defineTool({
    name: 'get_note',
    summary: 'Read a note.',
    output: Output,
    effect: 'read',
    codes: ['note_gone', 'note_locked'],
    run,
  })
  return defineServer({
    name: 'notes',
    version: '1',
    codes,
    tools: [tool],
    log: silentLog,
    newId: () => 'r1',
  }).call('get_note', {}, options)
}

const note = ok({ title: 'Milk' })

describe('a failure that the tool declares', () => {
  const gone = { code: 'note_gone', message: 'The note is gone.', hint: 'Use list_notes.' }

  it.each<[string, Run]>([
    [
      'call.fail as a statement',
      (_, call) => {
        call.fail('note_gone')
        return note
      },
    ],
    ['call.fail returned', (_, call) => call.fail('note_gone')],
    ['call.fail in ??', (_, call) => ok({ title: nothing() ?? call.fail('note_gone') })],
    ['call.fail from an async run', async (_, call) => call.fail('note_gone')],
    [
      'call.fail after a wait',
      async (_, call) => {
        await Promise.resolve()
        return call.fail('note_gone')
      },
    ],
    ['failure() returned', () => failure('note_gone')],
    [
      'failure() thrown from deep code',
      async () => {
        await deep()
        return note
      },
    ],
    ['a promise of failure()', () => Promise.resolve(failure('note_gone'))],
  ])('is an outcome with the message and hint of its code: %s', async (_, run) => {
    expect(await call(run)).toEqual({
      ok: false,
      problems: [gone],
      soft: false,
      notes: { requestId: 'r1' },
    })
  })

  it('keeps what the tool says about it before what the codebook says', async () => {
    const own = { message: 'Eaten.', hint: 'Bake.', path: 'id', details: { at: 3 } }
    expect(await call((_, call) => call.fail('note_gone', own))).toMatchObject({
      problems: [{ code: 'note_gone', ...own }],
    })
    expect(await call((_, call) => call.fail('note_locked'))).toMatchObject({
      problems: [{ code: 'note_locked', message: 'The note is locked.' }],
    })
  })

  it('shows an exception that the author chose to show, less its stack', async () => {
    const outcome = await call((_, call) =>
      call.fail('note_gone', { exception: new RangeError('Page 9 of 3') }),
    )
    expect(outcome).toMatchObject({
      problems: [{ exception: { type: 'RangeError', message: 'Page 9 of 3' } }],
    })
    expect(JSON.stringify(outcome)).not.toContain('.ts')
  })

  it('logs a cause and never shows it', async () => {
    const logged: unknown[] = []
    const log: Logger = {
      ...silentLog,
      debug: (_, fields) => {
        logged.push(fields)
      },
    }
    const outcome = await call(
      (_, call) => call.fail('note_gone', { cause: new Error('SECRET-123') }),
      { log },
    )
    expect(JSON.stringify(outcome)).not.toContain('SECRET')
    expect(logged).toEqual([{ id: 'r1', cause: new Error('SECRET-123') }])
  })

  it('can be soft, with several problems and partial data', async () => {
    const outcome = await call((_, call) =>
      call.reject(
        [
          { code: 'note_gone', path: 'id' },
          { code: 'note_locked', message: 'Also locked.' },
        ],
        { data: { title: 'Half', extra: 'SECRET-123' } },
      ),
    )
    expect(outcome).toEqual({
      ok: false,
      problems: [
        { ...gone, path: 'id' },
        { code: 'note_locked', message: 'Also locked.' },
      ],
      soft: true,
      data: { title: 'Half' },
      notes: { requestId: 'r1' },
    })
    expect(await call(() => rejection([{ code: 'note_gone' }]))).toMatchObject({
      soft: true,
      problems: [gone],
    })
  })

  it('may be hard with partial data, which is parsed too', async () => {
    expect(
      await call((_, call) => call.fail('note_gone', { data: { title: 'Half', extra: 1 } })),
    ).toMatchObject({
      soft: false,
      data: { title: 'Half' },
    })
    expect(await call((_, call) => call.fail('note_gone', { data: { title: 5 } }))).toMatchObject({
      problems: [{ code: 'INTERNAL_ERROR' }],
    })
  })

  it('keeps the notes of the call and its own', async () => {
    expect(
      await call(
        (_, call) => (call.say('Sorry.'), call.fail('note_gone', { notes: { version: '2' } })),
      ),
    ).toMatchObject({
      notes: { requestId: 'r1', message: 'Sorry.', version: '2' },
    })
  })
})

const nothing = (): string | undefined => undefined
const deep = async () => {
  throw failure('note_gone')
}

describe('notes', () => {
  it('travel beside the data', async () => {
    const run: Run = (_, call) => {
      call.say('Read.')
      call.instruct('Show it.')
      call.warn('old', 'Old data', { days: 3 })
      call.warn('cut', 'Cut short')
      call.page({ cursor: 'c2', size: 10, total: 30 })
      return ok({ title: 'Milk' }, { version: '7', contentHash: 'abc' })
    }
    expect((await call(run)).notes).toEqual({
      requestId: 'r1',
      message: 'Read.',
      instruction: 'Show it.',
      warnings: [
        { code: 'old', severity: 'warning', message: 'Old data', context: { days: 3 } },
        { code: 'cut', severity: 'warning', message: 'Cut short' },
      ],
      page: { cursor: 'c2', hasMore: true, size: 10, total: 30 },
      version: '7',
      contentHash: 'abc',
    })
  })

  it('end on the last page', async () => {
    expect((await call((_, call) => (call.page({ cursor: null }), note))).notes.page).toEqual({
      cursor: null,
      hasMore: false,
    })
  })

  it('take the last word of the tool, and add up its warnings', async () => {
    const run: Run = (_, call) => {
      call.say('First.')
      call.say('Second.')
      call.warn('a', 'One')
      return ok({ title: 'x' }, { warnings: [{ message: 'Two' }] })
    }
    expect((await call(run)).notes).toMatchObject({
      message: 'Second.',
      warnings: [{ message: 'One' }, { message: 'Two' }],
    })
    expect(
      (await call((_, call) => (call.say('Said.'), ok({ title: 'x' }, { message: 'Returned.' }))))
        .notes.message,
    ).toBe('Returned.')
  })

  it('stay if the outcome names them and leaves them undefined', async () => {
    const run: Run = (_, call) => {
      call.say('Said.')
      call.warn('a', 'One')
      return ok({ title: 'x' }, { message: undefined, warnings: undefined })
    }
    expect((await call(run)).notes).toMatchObject({
      message: 'Said.',
      warnings: [{ message: 'One' }],
    })
  })

  it('cannot change the request id', async () => {
    expect((await call(() => ok({ title: 'x' }, { requestId: 'forged' }))).notes.requestId).toBe(
      'r1',
    )
    expect((await call(() => ok({ title: 'x' }, { requestId: undefined }))).notes.requestId).toBe(
      'r1',
    )
  })

  it('include progress while the tool runs', async () => {
    const seen: Progress[] = []
    await call((_, call) => (call.progress(1, 2, 'Half'), call.progress(2), note), {
      onProgress: (progress) => {
        seen.push(progress)
      },
    })
    expect(seen).toEqual([{ done: 1, total: 2, message: 'Half' }, { done: 2 }])
  })
})
