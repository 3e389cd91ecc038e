import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { runCommand } from '../../../../test/run-command.ts'
import { defineTool } from '../../../define/tool.ts'
import { ok } from '../../../outcome/outcome.ts'
import { defineServer } from '../../../server.ts'

const calls: unknown[] = []

const add = defineTool({
  name: 'add',
  summary: 'Add a text.',
  input: z.object({
    size: z.int().default(0),
    text: z.string().optional(),
    tags: z.array(z.string()).default([]),
  }),
  output: z.string(),
  effect: 'write',
  codes: ['refused'],
  cli: { positionals: ['text'] },
  run(input, call) {
    calls.push(input)
    if (input.text === 'bad') return call.fail('refused', { message: 'It is bad.' })
    return ok(`added ${input.text}`)
  },
})

const count = defineTool({
  name: 'count',
  summary: 'Take a number by position.',
  input: z.object({ to: z.int() }),
  output: z.int(),
  effect: 'read',
  cli: { positionals: ['to'] },
  run: ({ to }) => ok(to),
})

const ping = defineTool({
  name: 'ping',
  summary: 'Take nothing.',
  output: z.string(),
  effect: 'read',
  run: () => ok('pong'),
})

const codes = { refused: { kind: 'conflict' } } as const
const server = defineServer({
  name: 'lines',
  version: '1.0.0',
  codes,
  tools: [add, count, ping],
  limits: { bodyBytes: 60 },
})

async function run(argv: readonly string[], lines: readonly string[], signal?: AbortSignal) {
  calls.length = 0
  return { ...(await runCommand(server, argv, { lines, signal })), calls: [...calls] }
}

describe('--stdin', () => {
  it('makes one call per line: an object over the flags, or text for the positional', async () => {
    expect(
      await run(
        ['add', '--stdin', '--size', '3', '--tags', 'x'],
        ['a b', '', '  ', '{"text":"c","size":4}', '5'],
      ),
    ).toEqual({
      exit: 0,
      out: 'added a b\nadded c\nadded 5\n',
      err: '',
      calls: [
        { text: 'a b', size: 3, tags: ['x'] },
        { text: 'c', size: 4, tags: ['x'] },
        { text: '5', size: 3, tags: ['x'] },
      ],
    })
  })

  it('reads text as the schema of the positional wants it', async () => {
    expect(await run(['count', '--stdin'], ['-7'])).toMatchObject({ exit: 0, out: '-7\n' })
  })

  it('answers each line in turn and exits with the highest code', async () => {
    const { exit, out, err } = await run(
      ['add', '--stdin', '--json'],
      ['a', 'bad', '{"size":"x"}', 'b'],
    )
    expect(exit).toBe(4)
    expect(
      out
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).data.value),
    ).toEqual(['added a', 'added b'])
    expect(
      err
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).data?.error_code)
        .filter(Boolean),
    ).toEqual(['refused', 'INVALID_FORMAT'])
  })

  it('refuses only the line that is too long or not JSON', async () => {
    const longest = ['y'.repeat(60), 'é'.repeat(30)]
    const refused = ['x'.repeat(61), 'é'.repeat(31), '{"text":']
    expect(await run(['add', '--stdin'], [...refused, 'a', ...longest])).toMatchObject({
      exit: 2,
      out: `added a\nadded ${longest[0]}\nadded ${longest[1]}\n`,
      err:
        'error[PAYLOAD_TOO_LARGE]: Line 1 is longer than 60 bytes.\n' +
        'error[PAYLOAD_TOO_LARGE]: Line 2 is longer than 60 bytes.\n' +
        'error[INVALID_FORMAT]: Line 3 starts like a JSON object and is not JSON.\n' +
        '  hint: Write one whole object on one line.\n',
    })
  })

  it('refuses text if the command has no positional', async () => {
    const { exit, out, err } = await run(['ping', '--stdin'], ['hello', '{}'])
    expect([exit, out]).toEqual([2, 'pong\n'])
    expect(err).toContain('The arguments must be one JSON object.')
  })

  it('does nothing without lines', async () => {
    expect(await run(['add', '--stdin'], [])).toEqual({ exit: 0, out: '', err: '', calls: [] })
  })

  it('stops when the user interrupts', async () => {
    expect(await run(['add', '--stdin'], ['a', 'b'], AbortSignal.abort())).toEqual({
      exit: 130,
      out: '',
      err: '',
      calls: [],
    })
  })
})
