import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { defineTool } from '../../../define/tool.ts'
import { failure } from '../../../outcome/failure.ts'
import { ok } from '../../../outcome/outcome.ts'
import { defineServer } from '../../../server.ts'
import { toCommand } from '../commands/commands.ts'
import { noColours } from './colours.ts'
import { renderNotes, renderOutcome } from './render-outcome.ts'

describe('notes for people', () => {
  it('are the ones that people act on', () => {
    const notes = {
      message: 'Done.',
      instruction: 'Tell the user.',
      warnings: [{ message: 'Slow.' }, { code: 'STALE', message: 'Old.' }],
      deprecation: { use: 'list_items', since: '1.2', removeIn: '2.0' },
      page: { cursor: 'c2', hasMore: true },
      requestId: 'r1',
      timing: { duration_ms: 5 },
      version: undefined,
    }
    const shown = [
      'note: Done.',
      'instruction: Tell the user.',
      'warning: Slow.',
      'warning[STALE]: Old.',
      'deprecated: use list_items, since 1.2, gone in 2.0',
      'more: --cursor c2',
    ]
    expect(renderNotes(notes, noColours, false)).toEqual(shown)
    expect(renderNotes(notes, noColours, true)).toEqual([
      ...shown,
      'requestId: "r1"',
      'timing: {"duration_ms":5}',
    ])
  })

  it('say nothing about the last page', () => {
    expect(
      renderNotes({ page: { cursor: null, hasMore: false, total: 3 } }, noColours, false),
    ).toEqual([])
  })

  it('name what was attached, and never show its bytes', () => {
    const attachments = [
      { type: 'image', mimeType: 'image/png', data: 'AAAA'.repeat(1000) },
      { type: 'audio', mimeType: 'audio/wav', data: 'AAA=' },
      { type: 'resource_link', name: 'The plan', uri: 'plans://1' },
      { type: 'resource', resource: { uri: 'plans://2', text: 'Dig.' } },
      { type: 'text', text: 'Two\nlines' },
    ] as const
    const shown = [
      'attached: image/png, 3,000 bytes; --json has them',
      'attached: audio/wav, 2 bytes; --json has them',
      'attached: The plan (plans://1)',
      'attached: plans://2',
      'attached: Two',
      '  lines',
    ]
    for (const verbose of [false, true])
      expect(renderNotes({ attachments }, noColours, verbose)).toEqual(shown)
  })

  it('cannot pass for other lines, nor reach the terminal', () => {
    expect(
      renderNotes(
        { message: 'a\nerror[x]: b\u001b[2J', warnings: [{ code: 'c\nd', message: '' }] },
        noColours,
        false,
      ),
    ).toEqual(['note: a', String.raw`  error[x]: b\u001b[2J`, String.raw`warning[c\nd]: `])
  })
})

describe('a failure for people', () => {
  it('keeps the lines of a problem together', () => {
    const failed = failure('bad', {
      message: 'One.\nTwo.',
      path: 'a[0]',
      hint: 'Do this.\nThen that.',
      details: { n: 1, id: 'b-1', all: [2] },
    })
    const options = { room: Infinity, colours: noColours }
    const shown = ['error[bad]: One.', '  Two.', '  at: a[0]', '  hint: Do this.', '    Then that.']
    expect(renderOutcome(failed, { ...options, verbose: false })).toEqual([
      ...shown,
      '  details: n: 1, id: b-1',
    ])
    expect(renderOutcome(failed, { ...options, verbose: true })).toEqual([
      ...shown,
      '  details: {"n":1,"id":"b-1","all":[2]}',
    ])
    const narrow = renderOutcome(failed, { ...options, room: 20, verbose: false })
    expect(narrow.at(-1)).toBe('  details: n: 1, id…')
  })

  it('has no line for details that only programs read', () => {
    const failed = failure('bad', { message: 'No.', details: { all: [1], none: null } })
    const options = { room: 80, colours: noColours, verbose: false }
    expect(renderOutcome(failed, options)).toEqual(['error[bad]: No.'])
  })
})

describe('a command that prints a text', () => {
  const board = defineTool({
    name: 'board',
    summary: 'Show.',
    output: z.object({ text: z.string().nullable(), count: z.int() }),
    effect: 'read',
    cli: { print: 'text' },
    run: () => ok({ text: 'two\nlines\n', count: 2 }),
  })
  const server = defineServer({ name: 'boards', version: '1.0.0', tools: [board] })
  const [tool] = server.tools()
  const shown = (data: unknown) =>
    renderOutcome(ok(data), {
      room: 80,
      colours: noColours,
      verbose: false,
      command: tool && toCommand(tool),
    })

  it('shows it in the place of the data, line by line and escaped', () => {
    expect(shown({ text: 'two\nlines\u001b[2J\n', count: 2 })).toEqual(['two', 'lines\\u001b[2J'])
  })

  it('shows the data if it has no text', () => {
    expect(shown({ text: null, count: 2 })).toEqual(['text: -', 'count: 2'])
  })

  it('is not defined with a property that the data does not have', () => {
    const wrong = { ...board, cli: { print: 'txt' } }
    expect(() => defineServer({ name: 'boards', version: '1.0.0', tools: [wrong] })).toThrow(
      "cli.print: the data has no property 'txt'; it has text, count",
    )
  })
})
