import * as z from 'zod'
import { defineTool } from '../src/define/tool.ts'
import type { Codebook } from '../src/outcome/codebook.ts'
import { kinds } from '../src/outcome/kinds.ts'
import { ok } from '../src/outcome/outcome.ts'
import { type Server, defineServer } from '../src/server.ts'
import { type CommandIo, type Written, runCommand } from './run-command.ts'

/** The kinds of problems; the cast gives back the names that Object.keys forgets. */
export const kindNames = Object.keys(kinds) as (keyof typeof kinds)[]

const allCodes = kindNames.map((kind) => `test_${kind}` as const)
const codes: Codebook = Object.fromEntries(
  kindNames.map((kind) => [`test_${kind}`, { kind, hint: `About ${kind}.` }]),
)

const listItems = defineTool({
  name: 'list_items',
  summary: 'List items.',
  input: z.object({ tag: z.string().optional() }),
  output: z.object({ items: z.array(z.object({ id: z.string(), title: z.string() })) }),
  effect: 'read',
  run({ tag = 'none' }, call) {
    call.say('Two of many.')
    call.instruct('Ask for more.')
    call.warn('STALE', 'From a cache.')
    call.page({ cursor: 'next page', total: 9 })
    const items = [
      { id: 'a', title: tag },
      { id: 'b', title: 'last' },
    ]
    return ok({ items }, { version: '3' })
  },
})

const fail = defineTool({
  name: 'fail',
  summary: 'Fail.',
  input: z.object({ code: z.enum(allCodes) }),
  output: z.object({}),
  effect: 'read',
  codes: allCodes,
  cli: { positionals: ['code'] },
  run: ({ code }, call) =>
    call.fail(code, { message: 'It failed.', path: 'code', details: { asked: code } }),
})

const check = defineTool({
  name: 'check',
  summary: 'Answer no.',
  output: z.object({ found: z.array(z.string()) }),
  effect: 'read',
  codes: ['test_not_found', 'test_validation'],
  run(_, call) {
    const problems = [
      { code: 'test_not_found', message: 'No b.', path: 'ids[1]' },
      { code: 'test_validation', message: 'Bad c.' },
    ] as const
    return call.reject(problems, { data: { found: ['a'] } })
  },
})

const leak = defineTool({
  name: 'leak',
  summary: 'Throw a secret.',
  output: z.object({}),
  effect: 'read',
  run() {
    throw new Error('SECRET-token in /srv/app')
  },
})

/** A tool that reports progress; with `forever` it never answers. */
export const work = defineTool({
  name: 'work',
  summary: 'Take its time.',
  input: z.object({ forever: z.boolean().default(false) }),
  output: z.object({ by: z.string() }),
  effect: 'write',
  async run({ forever }, call) {
    call.progress(1, 2, 'half')
    if (forever) await new Promise(() => {})
    call.progress(2, 2)
    return ok({ by: `${call.face} ${call.id}` })
  },
})

/** A server whose tools succeed, fail in every kind, throw and wait. */
export const server = defineServer({
  name: 'items',
  version: '1.2.3',
  summary: 'Items.',
  codes,
  tools: [listItems, fail, check, leak, work],
  newId: () => 'made-id',
  // How long a tool ran differs from run to run.
  timing: false,
})

/** Runs one command line without colour on 80 columns, against the server above by default. */
export const run = (
  argv: readonly string[],
  io: CommandIo = {},
  of: Server = server,
): Promise<Written> => runCommand(of, argv, { columns: 80, env: { NO_COLOR: '1' }, ...io })

/** Parses JSON that a command wrote. */
export const json = (text: string): unknown => JSON.parse(text)
