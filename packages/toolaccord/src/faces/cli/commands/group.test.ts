import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { run as runIn } from '../../../../test/cli-server.ts'
import { defineTool } from '../../../define/tool.ts'
import { ok } from '../../../outcome/outcome.ts'
import { defineServer } from '../../../server.ts'

const listWords = defineTool({
  name: 'vocab_list',
  summary: 'List words.',
  input: z.object({ tag: z.string().optional() }),
  output: z.string(),
  effect: 'read',
  cli: { group: 'vocab' },
  run: ({ tag = 'all' }) => ok(`words: ${tag}`),
})
const showOne = defineTool({
  name: 'vocab_show_one',
  summary: 'Show a word.',
  input: z.object({ name: z.string() }),
  output: z.string(),
  effect: 'read',
  cli: { group: 'vocab', positionals: ['name'] },
  run: ({ name }) => ok(`word: ${name}`),
})
const status = defineTool({
  name: 'status',
  summary: 'Tell how it is.',
  output: z.string(),
  effect: 'read',
  run: () => ok('fine'),
})
const server = defineServer({
  name: 'words',
  version: '1.0.0',
  tools: [listWords, showOne, status],
})
const run = (...argv: readonly string[]) => runIn(argv, {}, server)

describe('a command in a group', () => {
  it.each([
    ['vocab list', 'words: all'],
    ['vocab list --tag x', 'words: x'],
    ['--quiet vocab --json=true list', undefined],
    ['vocab --quiet list --tag y', 'words: y'],
    ['vocab-list', 'words: all'],
    ['vocab_list', 'words: all'],
    ['vocab show-one list', 'word: list'],
    ['vocab show-one vocab', 'word: vocab'],
    ['status', 'fine'],
  ])('is called by %j', async (line, text) => {
    const { exit, out } = await run(...line.split(' '))
    expect([exit, out]).toEqual(text === undefined ? [2, ''] : [0, `${text}\n`])
  })

  it('is explained by its two words', async () => {
    for (const line of ['vocab list --help', 'help vocab list', '-h vocab list']) {
      expect(await run(...line.split(' '))).toEqual({
        exit: 0,
        out: expect.stringContaining('words vocab list [flags]'),
        err: '',
      })
    }
    expect((await run('vocab', 'show-one', '--help')).out).toContain('words vocab show-one NAME')
    expect((await run('help', 'vocab', 'list', 'more')).err).toContain(
      "Unexpected argument 'more': this command takes 2 arguments.",
    )
  })

  it('is listed by its group', async () => {
    for (const line of ['vocab', 'vocab --help', 'help vocab', '-h vocab']) {
      const { exit, out } = await run(...line.split(' '))
      expect(exit).toBe(0)
      expect(out).toMatchInlineSnapshot(`
        "Usage:
          words vocab <command> [flags]

        Commands:
          vocab list      List words.
          vocab show-one  Show a word.

        'words help vocab <command>' explains a command.
        "
      `)
    }
  })

  it('is listed with its group, and guessed by both', async () => {
    expect((await run()).out).toMatch(
      /^ {2}vocab list +List words\.\n {2}vocab show-one +Show a word\.\n {2}status /m,
    )
    expect((await run('vocab', 'lst')).err).toContain("Did you mean 'vocab list'?")
    expect((await run('vocab', 'lst', '--help')).err).toContain("Did you mean 'vocab list'?")
    expect((await run('help', 'vocab', 'lst')).err).toContain("Did you mean 'vocab list'?")
    expect((await run('vocba')).err).toContain("'vocba'")
  })
})
