import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { json, kindNames, run, server, work } from '../../../test/cli-server.ts'
import { chemigramContract } from '../../contracts/chemigram/contract.ts'
import { defineTool } from '../../define/tool.ts'
import { kinds } from '../../outcome/kinds.ts'
import { ok } from '../../outcome/outcome.ts'
import { defineServer } from '../../server.ts'
import { runCli } from './run-cli.ts'

describe('a call', () => {
  it('writes data to stdout and notes to stderr', async () => {
    expect(await run(['list-items', '--tag', 'x'])).toEqual({
      exit: 0,
      out: 'items:\n  ID  TITLE\n  a   x\n  b   last\n',
      err:
        'note: Two of many.\ninstruction: Ask for more.\n' +
        "warning[STALE]: From a cache.\nmore: --cursor 'next page'\n",
    })
  })

  it('writes no notes when it is to be quiet', async () => {
    expect(await run(['list-items', '-q'])).toMatchObject({ exit: 0, err: '' })
  })

  it('writes every note and the log when it is to be verbose', async () => {
    const { err } = await run(['list-items', '--verbose'])
    expect(err).toContain('version: "3"\n')
    expect(err).toContain('requestId: "made-id"\n')
  })

  it('gives the tool its face and its request id', async () => {
    expect(await run(['work', '--request-id', 'mine'])).toEqual({
      exit: 0,
      out: 'by: cli mine\n',
      err: '',
    })
  })

  it.each(kindNames)('exits with the number of %s when it fails so', async (kind) => {
    const code = `test_${kind}`
    const facts = [`  at: <code>`, `  hint: About ${kind}.`, `  details: asked: ${code}`]
    expect(await run(['fail', code])).toEqual({
      exit: kinds[kind].exit,
      out: '',
      err: [`error[${code}]: It failed.`, ...facts, ''].join('\n'),
    })
  })

  it('writes every problem of a soft failure, and the partial answer below them', async () => {
    expect(await run(['check'])).toEqual({
      exit: 3,
      out: '',
      err:
        'error[test_not_found]: No b.\n  at: ids[1]\n  hint: About not_found.\n' +
        'error[test_validation]: Bad c.\n  hint: About validation.\npartial answer:\n  found: a\n',
    })
  })

  it('shows no secret, unless the user asks for the log', async () => {
    for (const mode of [[], ['--json'], ['--ndjson']]) {
      const { exit, out, err } = await run(['leak', ...mode])
      expect(exit).toBe(1)
      expect(out + err).not.toMatch(/SECRET|srv|run-cli/)
    }
    expect((await run(['leak', '-v'])).err).toContain('SECRET-token')
  })

  it('stops at the time limit that was asked for', async () => {
    const { exit, err } = await run(['work', '--forever', '--timeout', '5'])
    expect(exit).toBe(15)
    expect(err).toContain("error[TIMEOUT]: 'work' did not answer within 5 ms.")
  })

  it('is cancelled with exit code 130 when the user interrupts', async () => {
    const controller = new AbortController()
    const running = run(['work', '--forever'], { signal: controller.signal })
    controller.abort()
    expect(await running).toMatchObject({
      exit: 130,
      err: expect.stringContaining('error[CANCELLED]'),
    })
  })

  it('exits with 130 in a contract that has no code for it, too', async () => {
    const other = defineServer({
      name: 'items',
      version: '1.0.0',
      contract: chemigramContract,
      tools: [work],
    })
    expect(await run(['work'], { signal: AbortSignal.abort() }, other)).toMatchObject({ exit: 130 })
  })

  it('never rejects, even when nothing can be written', async () => {
    const broken = {
      write() {
        throw new Error('SECRET: the stream is gone')
      },
    }
    expect(
      await runCli(server, ['list-items'], {
        stdout: broken,
        stderr: broken,
        async *stdin() {},
        env: {},
      }),
    ).toBe(1)
  })
})

describe('--json', () => {
  it('writes one envelope on one line', async () => {
    const { exit, out, err } = await run(['work', '--json'])
    expect([exit, err, out.split('\n').length]).toEqual([0, '', 2])
    expect(json(out)).toEqual({
      success: true,
      data: { by: 'cli made-id' },
      error: null,
      meta: { version: 'response-v2', request_id: 'made-id' },
    })
  })

  it('writes the envelope of a failure to stderr', async () => {
    const { exit, out, err } = await run(['--json', 'fail', 'test_conflict'])
    expect([exit, out]).toEqual([4, ''])
    expect(json(err)).toMatchObject({
      success: false,
      data: { error_code: 'test_conflict', error_type: 'conflict' },
    })
  })

  it('follows with what the dialect has no field for', async () => {
    const { out, err } = await run(['work', '--json', '--dialect', 'chemigram'])
    expect(json(out)).toEqual({ success: true, data: { by: 'cli made-id' }, error: null })
    expect(json(err)).toEqual({ notes: { notes: { requestId: 'made-id' } } })
    expect((await run(['work', '--json', '--dialect', 'chemigram', '--quiet'])).err).toBe('')
  })
})

describe('--ndjson', () => {
  it('writes progress as it comes, and the result last', async () => {
    const { exit, out, err } = await run(['work', '--ndjson', '--dialect=chemigram'])
    expect([exit, err]).toEqual([0, ''])
    expect(out.trimEnd().split('\n').map(json)).toEqual([
      { event: 'progress', done: 1, total: 2, message: 'half' },
      { event: 'progress', done: 2, total: 2 },
      {
        event: 'result',
        envelope: { success: true, data: { by: 'cli made-id' }, error: null },
        notes: { notes: { requestId: 'made-id' } },
      },
    ])
  })

  it('writes the result of a failure to stderr', async () => {
    const { exit, out, err } = await run(['fail', 'test_internal', '--ndjson'])
    expect([exit, out]).toEqual([1, ''])
    expect(json(err)).toMatchObject({ event: 'result', envelope: { success: false } })
  })
})

describe('a mistake in the command line', () => {
  it.each([
    [
      ['list-itms'],
      3,
      "error[NOT_FOUND]: There is no tool 'list-itms'.\n  hint: Did you mean 'list-items'?\n",
    ],
    [
      ['list-itms', '--whatever', '5'],
      3,
      "error[NOT_FOUND]: There is no tool 'list-itms'.\n  hint: Did you mean 'list-items'?\n",
    ],
    [['hlep'], 3, "error[NOT_FOUND]: There is no tool 'hlep'.\n  hint: Did you mean 'help'?\n"],
    [
      ['help', 'chekc'],
      3,
      "error[NOT_FOUND]: There is no tool 'chekc'.\n  hint: Did you mean 'check'?\n",
    ],
    [
      ['list-items', '--tga', 'x'],
      2,
      'error[VALIDATION_ERROR]: Unknown flag --tga.\n  hint: Did you mean --tag?\n',
    ],
    [
      ['--tag', 'x', 'list-items'],
      2,
      'error[VALIDATION_ERROR]: Unknown flag --tag.\n  hint: Use --help to see every flag.\n',
    ],
    [
      ['check', '--dialect', 'dtrp'],
      2,
      "error[VALIDATION_ERROR]: There is no dialect 'dtrp'.\n" +
        "  hint: Did you mean 'dtpr'? Accepted: response-v2, chemigram, dtpr, mcp-guide.\n",
    ],
    [
      ['check', '--timeout', 'soon'],
      2,
      "error[VALIDATION_ERROR]: --timeout must be a number of milliseconds over 0, not 'soon'.\n",
    ],
    [['check', '--request-id='], 2, 'error[VALIDATION_ERROR]: --request-id is empty.\n'],
    [
      ['completion'],
      2,
      'error[MISSING_REQUIRED]: The shell is missing.\n  hint: Accepted: bash, zsh, fish.\n',
    ],
    [
      ['completion', 'tcsh'],
      2,
      "error[VALIDATION_ERROR]: There is no completion for 'tcsh'.\n" +
        '  hint: Accepted: bash, zsh, fish.\n',
    ],
  ])('in %j is a failure like any other', async (argv, exit, err) => {
    expect(await run(argv)).toEqual({ exit, out: '', err })
  })

  it('is an envelope when one is asked for, before or after the mistake', async () => {
    for (const argv of [
      ['--json', 'list-itms', '--whatever', '5'],
      ['list-itms', '--whatever', '--json'],
      ['--json', '--whatever'],
    ]) {
      expect(json((await run([...argv, '--request-id', 'r1'])).err)).toMatchObject({
        success: false,
        meta: { request_id: 'r1' },
      })
    }
  })
})

describe('help and version', () => {
  it('are on stdout and do not fail', async () => {
    const about = (text: string) => ({ exit: 0, out: expect.stringContaining(text), err: '' })
    for (const argv of [[], ['--help'], ['help'], ['-h'], ['--bogus', '--help']])
      expect(await run(argv)).toEqual(about('items 1.2.3: Items.'))
    for (const argv of [
      ['check', '--help'],
      ['help', 'check'],
      ['-h', 'check', '--bogus'],
      ['check', 'x', '-h'],
    ]) {
      expect(await run(argv)).toEqual(about('items check [flags]'))
    }
    for (const argv of [['--version'], ['-V', 'check'], ['check', '--version']])
      expect(await run(argv)).toEqual(about('items 1.2.3\n'))
  })

  it('explain one command at a time', async () => {
    expect(await run(['help', 'check', 'fail'])).toMatchObject({
      exit: 2,
      err: expect.stringContaining("Unexpected argument 'fail': this command takes 1 argument."),
    })
  })

  it('call the program as the user does', async () => {
    expect((await run(['help', 'completion'], { program: 'tool ./items' })).out).toContain(
      'tool ./items completion <bash|zsh|fish>',
    )
  })

  it('leave the names of built-in commands to tools that have them', async () => {
    const help = defineTool({
      name: 'help',
      summary: 'Help somebody.',
      output: z.string(),
      effect: 'read',
      run: () => ok('helped'),
    })
    const other = defineServer({ name: 'other', version: '1.0.0', tools: [help] })
    expect(await run(['help'], {}, other)).toMatchObject({ exit: 0, out: 'helped\n' })
    expect((await run([], {}, other)).out.match(/^ {2}help /gm)).toHaveLength(1)
  })
})

describe('a terminal', () => {
  const clear = '\r\u001b[K'

  it('shows progress on one line of stderr, cleared before the result', async () => {
    const { out, err } = await run(['work'], { tty: true })
    expect(out).toBe('by: cli made-id\n')
    expect(err).toBe(
      `${clear}[############------------] 1/2 half${clear}[########################] 2/2${clear}`,
    )
  })

  it('shows how many calls of a batch are done, and which is next', async () => {
    const { err } = await run(['work', '--stdin'], { tty: true, lines: ['{}', '', ' {}'] })
    expect(err.split(clear).filter((drawn) => drawn.includes('next'))).toEqual([
      '0 done, next: {}',
      '1 done, next: {}',
    ])
  })

  it('shows which answer of a batch is which, and programs get the line', async () => {
    const lines = ['test_conflict', '{"code":"test_timeout"}']
    const { err } = await run(['fail', '--stdin', '--quiet'], { tty: true, lines })
    const first = /^test_conflict:\n {2}error\[test_conflict\]: It failed\.\n {4}at: <code>\n/
    const second = /\n\{"code":"test_timeout"\}:\n {2}error/
    expect(err).toMatch(new RegExp(`${first.source}[^]*${second.source}`))
    expect((await run(['fail', '--stdin'], { lines })).err).toMatch(/^error\[test_conflict\]/)
    const results = (await run(['fail', '--stdin', '--ndjson'], { lines })).err
      .trimEnd()
      .split('\n')
      .map(json)
    expect(results).toMatchObject(lines.map((line) => ({ event: 'result', line })))
  })

  it.each([['--json'], ['--quiet'], ['--ndjson']])('shows none with %s', async (mode) => {
    expect((await run(['work', mode], { tty: true })).err).toBe('')
  })

  it('shows none after the answer, although the tool goes on', async () => {
    const gate: { open?: () => void } = {}
    const stubborn = defineTool({
      name: 'stubborn',
      summary: 'Go on after the deadline.',
      output: z.string(),
      effect: 'write',
      async run(_, call) {
        await new Promise<void>((resolve) => {
          gate.open = resolve
        })
        call.progress(1, 1)
        return ok('late')
      },
    })
    const written: string[] = []
    const write = (text: string) => {
      written.push(text)
    }
    const output = { write, isTTY: true }
    const of = defineServer({ name: 'other', version: '1.0.0', tools: [stubborn] })
    await runCli(of, ['stubborn', '--timeout', '5'], {
      stdout: output,
      stderr: output,
      async *stdin() {},
      env: {},
    })
    const before = written.length
    gate.open?.()
    await new Promise((resolve) => {
      setTimeout(resolve, 0)
    })
    expect(written.length).toBe(before)
  })

  it('has colour', async () => {
    expect((await run(['fail', 'test_conflict'], { tty: true, env: {} })).err).toContain(
      '\u001b[31merror[test_conflict]:\u001b[0m It failed.',
    )
    expect(
      (await run(['fail', 'test_conflict', '--no-color'], { tty: true, env: {} })).err,
    ).not.toContain('\u001b')
    expect((await run(['fail', 'test_conflict', '--color'], { env: {} })).err).toContain(
      '\u001b[31m',
    )
  })
})
