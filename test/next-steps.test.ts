import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import type { NextStep, Outcome } from 'toolaccord'
import { runCli } from 'toolaccord/cli'
import {
  type Contract,
  type Envelope,
  chemigram,
  dtpr,
  mcpGuide,
  responseV2,
} from 'toolaccord/contracts'
import { createRestHandler } from 'toolaccord/rest'
import { type FaceAnswer, createFaceClient, describeFaces } from 'toolaccord/testing'
import { describe, expect, it } from 'vitest'
import { createSuggestingServer, targets } from './fixtures/suggestions.ts'

const drop = () => {}
const noLog = { trace: drop, debug: drop, info: drop, warn: drop, error: drop }
const stepsOf = (outcome: Outcome) => [
  ...(outcome.ok ? [] : outcome.problems.map(({ next }) => next)),
  outcome.notes.next,
]
const find: NextStep = {
  tool: 'find_things',
  args: { id: 'a b', limit: 5 },
  why: 'to see it',
}

for (const contract of [chemigram, responseV2, mcpGuide, dtpr]) {
  describeFaces(
    `next steps in the ${contract.name} contract`,
    () => createSuggestingServer(contract, noLog),
    ({ call }) => {
      it('come with an answer, from the call and from what it returns', async () => {
        const { outcome } = await call('guide', { how: 'answer' })
        expect(stepsOf(outcome)).toEqual([
          [find, { tool: 'vocab_read' }, { tool: 'put_thing', args: { id: 'n1' } }],
        ])
      })

      it('come with a problem, from its code or its author', async () => {
        const noted = [find, { tool: 'vocab_read' }]
        const ofCode = { tool: 'find_things', args: { limit: 3 }, why: 'to see what there is' }
        const ways = ['fail', 'fail_own', 'fail_silent', 'reject']
        const answers = await Promise.all(ways.map((how) => call('guide', { how })))
        expect(answers.map(({ outcome }) => stepsOf(outcome))).toEqual([
          [[ofCode], noted],
          [[find], noted],
          [undefined, noted],
          [[ofCode], [{ tool: 'find_things' }], noted],
        ])
      })

      it('are left out if the server does not take them', async () => {
        const { outcome } = await call('suggest', { tool: 'find_thing', args: {} })
        expect(outcome).toMatchObject({ ok: true, data: { done: true } })
        expect(outcome.notes).not.toHaveProperty('next')
      })
    },
  )
}

const nextIn = ({ body = {} }: FaceAnswer): unknown => (body.meta as Envelope).next

/** The steps as the envelope of a face has them. */
async function writtenBy(face: 'cli' | 'rest' | 'mcp', contract: Contract): Promise<unknown> {
  const client = createFaceClient(createSuggestingServer(contract, noLog), face)
  return nextIn(await client.call('guide', { how: 'answer' }))
}

describe.each([responseV2, dtpr])('in the $name contract a step is', (contract) => {
  it('a call on MCP, under the name that the tool has there', async () => {
    expect(await writtenBy('mcp', contract)).toEqual([
      { tool: 'shop_find_things', arguments: { id: 'a b', limit: 5 }, why: 'to see it' },
      { tool: 'shop_vocab_read' },
      { tool: 'shop_put_thing', arguments: { id: 'n1' } },
    ])
  })

  it('a line for the shell on the command line', async () => {
    expect(await writtenBy('cli', contract)).toEqual([
      {
        tool: 'find_things',
        arguments: { id: 'a b', limit: 5 },
        why: 'to see it',
        command: "things find-things 'a b' --max 5",
      },
      { tool: 'vocab_read', command: 'things vocab read' },
      { tool: 'put_thing', arguments: { id: 'n1' }, command: 'things put-thing --id n1' },
    ])
  })

  it('a request over HTTP', async () => {
    expect(await writtenBy('rest', contract)).toEqual([
      { tool: 'find_things', why: 'to see it', method: 'GET', href: '/things/a%20b?limit=5' },
      { tool: 'vocab_read', method: 'GET', href: '/api/vocab_read' },
      { tool: 'put_thing', arguments: { id: 'n1' }, method: 'POST', href: '/api/put_thing' },
    ])
  })
})

it('is a command to people at a terminal, each below its problem', async () => {
  const { stderr } = await run(['guide', '--how', 'fail'])
  expect(stderr).toBe(
    [
      'error[nothing_here]: There is nothing here.',
      '  next: things find-things --max 3',
      '    to see what there is',
      "next: things find-things 'a b' --max 5",
      '  to see it',
      'next: things vocab read',
      '',
    ].join('\n'),
  )
})

describe('a step out of reach', () => {
  const server = createSuggestingServer(responseV2, noLog)
  const suggestSecret = (scopes?: readonly string[]) =>
    createFaceClient(server, 'rest').call(
      'suggest',
      { tool: 'secret_things' },
      { caller: scopes && { id: 'ada', scopes } },
    )

  it.each([
    [undefined, false],
    [['things:other'], false],
    [['things:secret'], true],
  ])('is left out for the scopes %j: %s', async (scopes, isThere) => {
    const { outcome } = await suggestSecret(scopes)
    expect(outcome.notes.next !== undefined).toBe(isThere)
  })
})

const nasty = [
  ['', '-', '--', '-x', '--stdin', '..', '.', 'a b', "it's", '$HOME', '`ls`', '\\', '\n'],
  ['\u202e', '\u0000', '\u2028', '5', 'true', 'null', '[1]', '["a"]', '{"a":1}', 'a=b', '='],
  ['%2F', 'a/b', '?', '#', '&', '+', 'recent', '*', '~', '!', 'ü', '😀', '\ud800', 'list'],
].flat()
const text = fc.oneof(fc.constantFrom(...nasty), fc.string(), fc.string({ unit: 'binary' }))
// Zod leaves this one key out of records.
const key = text.filter((name) => name !== '__proto__')
const number = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }))
const args = fc.record(
  {
    id: text,
    place: text,
    limit: fc.maxSafeInteger(),
    ratio: number,
    is_open: fc.boolean(),
    tags: fc.array(text, { maxLength: 3 }),
    sizes: fc.array(number, { maxLength: 3 }),
    mode: fc.constantFrom('fast', 'slow'),
    either: fc.oneof(text, number),
    maybe: fc.option(text),
    where: fc.record({ x: number, label: text }, { requiredKeys: ['x'] }),
    labels: fc.dictionary(key, text, { maxKeys: 2 }),
  },
  { requiredKeys: [] },
)
const step = fc.record({ tool: fc.constantFrom(...targets.map(({ name }) => name)), args })
/** As JSON leaves it, -0 included. */
const samples: readonly object[] = [
  { tool: 'find_things', args: { id: 'recent' } },
  { tool: 'find_things', args: { id: 'n1', tags: ['a', 'b'], is_open: false } },
  { tool: 'put_thing', args: { id: 'n1', place: 'Oslo', where: { x: 1 } } },
  { tool: 'delete_thing', args: { id: 'n1', limit: 1 } },
  { tool: 'upload_thing', args: { where: { x: 1 } } },
  ...(JSON.parse(JSON.stringify(fc.sample(step, 200))) as readonly object[]),
]

const server = createSuggestingServer(responseV2, noLog)

/** Suggests a step through a face and returns it as that face wrote it. */
async function suggestOn(face: 'cli' | 'rest' | 'mcp', given: object): Promise<NextStep> {
  const answer = await createFaceClient(server, face).call('suggest', given)
  const [written] = nextIn(answer) as readonly [NextStep]
  return written
}

async function run(argv: readonly string[], stdin = '') {
  const written = { stdout: '', stderr: '' }
  const sinkTo = (name: keyof typeof written) => ({
    write(more: string) {
      written[name] += more
    },
  })
  await runCli(server, argv, {
    stdout: sinkTo('stdout'),
    stderr: sinkTo('stderr'),
    async *stdin() {
      if (stdin !== '') yield stdin
    },
    env: {},
  })
  return written
}

/** What a shell makes of command lines: the words and the standard input of each. */
function splitByShell(commands: readonly string[]) {
  const program = [
    'things() {',
    String.raw`  for word; do printf '%s\002' "$word"; done`,
    String.raw`  printf '\003'`,
    '  if [ "$word" = --stdin ]; then cat; fi',
    String.raw`  printf '\004'`,
    '}',
  ]
  const script = [...program, ...commands].join('\n')
  const output = execFileSync('sh', ['-s'], { input: script, encoding: 'utf8' })
  return output
    .split('\u0004')
    .slice(0, -1)
    .map((part) => {
      const [words = '', stdin = ''] = part.split('\u0003')
      return { argv: words.split('\u0002').slice(0, -1), stdin: stdin.trimEnd() }
    })
}

describe('what a face writes', () => {
  it('reaches the tool with the arguments, as a command through a shell', async () => {
    const written = await Promise.all(samples.map((given) => suggestOn('cli', given)))
    const lines = splitByShell(written.map(({ command = '' }) => command))
    expect(lines.length).toBe(samples.length)
    for (const [index, { argv, stdin }] of lines.entries()) {
      const { stdout } = await run(['--json', ...argv], stdin)
      expect([written[index]?.command, gotIn(stdout)]).toEqual([
        written[index]?.command,
        samples[index],
      ])
    }
    expect(written.some(({ command = '' }) => command.startsWith('printf'))).toBe(true)
    expect(written.some(({ command = '' }) => command.startsWith('things '))).toBe(true)
    // A terminal obeys control characters, and a line of its own must stay one.
    expect(written.filter(({ command = '' }) => /\p{Cc}|\u202e/u.test(command))).toEqual([])
  })

  it('reaches the tool with the arguments, as a request', async () => {
    const handler = createRestHandler(server)
    const methods = new Set<string | undefined>()
    for (const given of samples) {
      const { method, href, arguments: body }: RestStep = await suggestOn('rest', given)
      methods.add(method)
      const request = new Request(`http://localhost${href}`, {
        method,
        headers: body && { 'content-type': 'application/json' },
        body: body && JSON.stringify(body),
      })
      const response = await handler(request)
      expect([href, gotIn(await response.text())]).toEqual([href, given])
    }
    expect(methods).toEqual(new Set(['GET', 'PUT', 'POST', 'DELETE']))
  })

  it('reaches the tool with the arguments, as a call', async () => {
    for (const given of samples.slice(0, 50)) {
      const { tool, arguments: body }: RestStep = await suggestOn('mcp', given)
      const { outcome } = await createFaceClient(server, 'mcp').callByName(tool.slice(5), body)
      expect(gotIn(JSON.stringify(outcome))).toEqual(given)
    }
  })
})

type RestStep = NextStep & { readonly arguments?: object }

function gotIn(json: string): unknown {
  const { data } = JSON.parse(json) as { data: { tool: string; args: string } }
  return { tool: data.tool, args: JSON.parse(data.args) as unknown }
}
