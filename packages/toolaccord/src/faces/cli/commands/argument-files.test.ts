import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { runCommand } from '../../../../test/run-command.ts'
import { defineTool } from '../../../define/tool.ts'
import { ok } from '../../../outcome/outcome.ts'
import { defineServer } from '../../../server.ts'
import { toCompletionScript } from '../completion/to-completion-script.ts'
import type { CliFiles, CliIo, FileFault } from './io.ts'

const Plan = z.object({ steps: z.array(z.string()) })

/** As a server would give a parser of another format: one step per line. */
const parseSteps = (text: string): unknown => {
  if (text.includes('!')) throw new Error("A '!' at line 1:\n\ndig!\n   ^")
  return { steps: text.trimEnd().split('\n') }
}

const check = defineTool({
  name: 'check',
  summary: 'Check a plan.',
  input: z.object({
    plan: Plan.describe('What is to be done'),
    limits: z.array(z.int()).optional(),
    where: z.string().default('oslo'),
  }),
  output: z.object({ first: z.string(), limits: z.array(z.int()), where: z.string() }),
  effect: 'read',
  cli: { positionals: ['plan', 'where'], files: { plan: parseSteps, limits: JSON.parse } },
  run: ({ plan, limits = [], where }) => ok({ first: plan.steps[0] ?? '', limits, where }),
})
const server = defineServer({
  name: 'plans',
  version: '1.0.0',
  tools: [check],
  limits: { bodyBytes: 40 },
})

const faults: Readonly<Record<string, FileFault>> = {
  folder: 'folder',
  secret: 'forbidden',
  bytes: 'not_text',
  odd: 'failed',
}

/** Files that are not on a disk; create-cli-files.test.ts tests real ones. */
const createFiles = (texts: Readonly<Record<string, string>>): CliFiles => ({
  async read(path, mostBytes) {
    const text = Object.hasOwn(texts, path) ? texts[path] : undefined
    if (text === undefined) return { fault: faults[path] ?? 'missing' }
    return text.length > mostBytes ? { fault: 'too_large' } : { text }
  },
  exists: async (path) => Object.hasOwn(texts, path),
  write: async () => 'failed',
})

const files = createFiles({
  'a.plan': 'dig\nfill',
  'b.plan': 'rest',
  '-': 'from a pipe',
  'bad.plan': 'dig!',
  'large.plan': 'x'.repeat(41),
  'limits.json': '[1, 2]',
  'bad.json': '[1,',
})

const run = (
  argv: readonly string[],
  lines: readonly string[] = [],
  io: Pick<CliIo, 'files'> = { files },
) => runCommand(server, argv, { lines, ...io })

describe('an argument in a file', () => {
  it('is read and parsed, by position and by flag', async () => {
    const out = 'first: dig\nlimits: 1, 2\nwhere: oslo\n'
    expect(await run(['check', 'a.plan', '--limits', 'limits.json'])).toEqual({
      exit: 0,
      out,
      err: '',
    })
    expect(await run(['check', '--plan=a.plan', '--limits=limits.json'])).toEqual({
      exit: 0,
      out,
      err: '',
    })
    expect((await run(['check', '--plan', 'a.plan', 'rome'])).out).toContain('where: rome')
  })

  it('may be standard input', async () => {
    expect((await run(['check', '-'])).out).toContain('first: from a pipe')
  })

  it.each([
    ['none.plan', 'VALIDATION_ERROR', "The file 'none.plan' does not exist."],
    ['folder', 'VALIDATION_ERROR', "The file 'folder' is a folder."],
    ['secret', 'VALIDATION_ERROR', "The file 'secret' may not be read."],
    ['bytes', 'INVALID_FORMAT', "The file 'bytes' is not text in UTF-8."],
    ['odd', 'VALIDATION_ERROR', "The file 'odd' cannot be read."],
    ['large.plan', 'PAYLOAD_TOO_LARGE', "The file 'large.plan' has more than 40 bytes."],
    ['bad.plan', 'INVALID_FORMAT', "The file 'bad.plan' cannot be parsed: A '!' at line 1."],
  ])('%s is refused by name and reason', async (path, code, message) => {
    expect(await run(['check', path])).toMatchObject({
      exit: 2,
      out: '',
      err: expect.stringContaining(`error[${code}]: ${message}\n  at: <plan>\n`),
    })
  })

  it('is refused together with every other one that cannot be read', async () => {
    const { err } = await run(['check', 'none.plan', '--limits', 'bad.json'])
    expect(err).toContain("'none.plan' does not exist")
    expect(err).toContain("'bad.json' cannot be parsed")
  })

  it('contains a value that the schema checks like any other', async () => {
    expect((await run(['check', 'a.plan', '--limits', 'a.plan'])).err).toContain(
      "'a.plan' cannot be parsed",
    )
    const wrong = createFiles({ 'a.plan': 'dig', 'wrong.json': '["x"]' })
    expect(
      (await run(['check', 'a.plan', '--limits', 'wrong.json'], [], { files: wrong })).err,
    ).toContain('at: --limits[0]')
  })

  it.each([
    [
      ['check', '--plan', 'a.plan', '--plan', 'b.plan'],
      "'plan' was given twice, the second time as 'b.plan'.",
    ],
    [
      ['check', '-', '--limits', '-'],
      "Standard input can be read once, and '-' asks for it twice.",
    ],
    [['check', '-', '--stdin'], 'Standard input can be read once, and --stdin reads it already.'],
  ])('is given once: %j', async (argv, message) => {
    expect(await run(argv)).toMatchObject({
      exit: 2,
      out: '',
      err: expect.stringContaining(message),
    })
  })

  it('has no flags for its members', async () => {
    expect((await run(['check', '--plan.steps', 'x'])).err).toContain('Unknown flag --plan.steps')
  })

  it('cannot be read if there are no files', async () => {
    const { exit, err } = await run(['check', 'a.plan'], [], {})
    expect([exit, err]).toEqual([10, expect.stringContaining('there are no files here')])
  })
})

describe('lines of standard input', () => {
  it('name a file each, or hold the arguments themselves', async () => {
    const { exit, out } = await run(
      ['check', '--stdin', '--limits', 'limits.json'],
      ['a.plan', '{"plan":{"steps":["here"]}}', 'b.plan'],
    )
    expect([exit, out.match(/first: .*/g), out.match(/limits: .*/g)]).toEqual([
      0,
      ['first: dig', 'first: here', 'first: rest'],
      ['limits: 1, 2', 'limits: 1, 2', 'limits: 1, 2'],
    ])
  })

  it('do not stop at a file that cannot be read', async () => {
    const { exit, out, err } = await run(['check', '--stdin'], ['none.plan', '-', 'b.plan'])
    expect([exit, out]).toEqual([2, expect.stringContaining('first: rest')])
    expect(err).toContain("'none.plan' does not exist")
    expect(err).toContain('--stdin reads it already')
  })
})

describe('what help and completion say about it', () => {
  it('is in the help', async () => {
    const { out } = await run(['check', '--help'])
    const summary = /<plan> +What is to be done \[a file, or - for standard input; /
    const facts = /object \{ steps \}; required; also\s+--plan\]/
    expect(out).toMatch(new RegExp(summary.source + facts.source))
    expect(out).toMatch(/--limits FILE +\[a file, or - for standard input; /)
    expect(out).toContain('plans check FILE\n')
  })

  it('is left to the shell, which knows the files', () => {
    expect(toCompletionScript('bash', server, 'plans')).toMatch(
      /'check --plan' \| 'check --limits'.*\) return 0/,
    )
  })
})
