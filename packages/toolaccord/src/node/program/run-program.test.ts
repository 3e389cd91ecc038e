import { describe, expect, expectTypeOf, it, vi } from 'vitest'
import * as z from 'zod'
import { chemigramContract } from '../../contracts/chemigram/contract.ts'
import { defineTool } from '../../define/tool.ts'
import { silentLog } from '../../log/log.ts'
import { ok } from '../../outcome/outcome.ts'
import { createIdempotency } from '../../policies/idempotency/create-idempotency.ts'
import { defineServer } from '../../server.ts'
import { createMemoryStore } from '../../stores/create-memory-store.ts'
import type { Store } from '../../stores/store.ts'
import type { ProgramInit } from './program.ts'
import { runProgram } from './run-program.ts'

const where = (text: string, cli = {}) =>
  defineTool({
    name: 'where',
    summary: 'Tell where.',
    input: z.object({ depth: z.int().optional() }),
    output: z.string(),
    effect: 'read',
    cli,
    run: () => ok(text),
  })
const serverOf = (text: string) =>
  defineServer({ name: 'places', version: '1.0.0', tools: [where(text)] })

const options = {
  data: { placeholder: 'DIR', summary: 'The folder.' },
  pack: { placeholder: 'DIR', summary: 'More.', repeatable: true },
} as const
const program: ProgramInit<typeof options> = {
  name: 'places',
  options,
  createServer: ({ options: { data = 'nowhere', pack = [] }, serves, env }) =>
    serverOf([data, ...pack, serves, env.HOME].join(' ')),
}

async function run(argv: readonly string[], init: ProgramInit<typeof options> = program) {
  const out: string[] = []
  const err: string[] = []
  const exit = await runProgram(init, argv, {
    stdout: writeTo(out),
    stderr: writeTo(err),
    async *stdin() {},
    env: { HOME: 'home' },
    signal: new AbortController().signal,
  })
  return { exit, out: out.join(''), err: err.join('') }
}

const writeTo = (texts: string[]) => ({
  write(text: string) {
    texts.push(text)
  },
})

describe('a program whose store does not take the outcome of a keyed call', () => {
  it('ends when the store has taken it, before its resources are released', async () => {
    const steps: string[] = []
    const memory = createMemoryStore()
    const set: Store['set'] = async (...entry) => {
      if (!steps.includes('refused')) {
        steps.push('refused')
        throw new Error('away')
      }
      steps.push('kept')
      return memory.set(...entry)
    }
    const send = defineTool({
      name: 'send',
      summary: 'Send.',
      output: z.string(),
      effect: 'write',
      run: () => ok('sent'),
    })
    const policies = [createIdempotency({ store: { ...memory, set } })]
    const server = defineServer({
      name: 'places',
      version: '1.0.0',
      tools: [send],
      log: silentLog,
      policies,
    })
    const close = async () => {
      steps.push('closed')
    }
    const init = { ...program, createServer: () => ({ server, close }) }
    const { exit, out } = await run(['send', '--idempotency-key', 'k1'], init)
    expect([exit, out]).toEqual([0, 'sent\n'])
    expect(steps).toEqual(['refused', 'kept', 'closed'])
  })
})

describe('a program', () => {
  it('calls its commands with its options: the last of several, or all that add up', async () => {
    expect(await run(['where'])).toEqual({ exit: 0, out: 'nowhere false home\n', err: '' })
    expect(
      await run(['--data', 'a', 'where', '--pack', 'x', '--data=b', '--pack=y', '--depth', '1']),
    ).toEqual({ exit: 0, out: 'b x y false home\n', err: '' })
  })

  it('knows the types of its options', async () => {
    const { exit } = await run(['--version'], {
      name: 'x',
      options,
      createServer: ({ options: { data, pack } }) => {
        expectTypeOf(data).toEqualTypeOf<string | undefined>()
        expectTypeOf(pack).toEqualTypeOf<readonly string[] | undefined>()
        return serverOf('')
      },
    })
    expect(exit).toBe(0)
  })

  it('explains its commands, serve and its options', async () => {
    const { exit, out } = await run(['--help'])
    expect(exit).toBe(0)
    const commands = / {2}where +Tell where\.\n {2}serve +Serve it/
    const flags = /Flags of places:\n {2}--data DIR +The folder\.\n {2}--pack DIR +More\./
    expect(out).toMatch(new RegExp(`${commands.source}[^]*${flags.source}`))
    for (const argv of [
      ['serve', '--help'],
      ['help', 'serve'],
      ['-h', 'serve', '--bogus'],
    ])
      expect(await run(argv)).toEqual({
        exit: 0,
        out: expect.stringMatching(/places serve \[flags\][^]*--stdio[^]*--data DIR/),
        err: '',
      })
    expect((await run(['srve'])).err).toContain("Did you mean 'serve'?")
    expect((await run(['completion', 'bash'])).out).toMatch(
      /words\+=\(--data --pack --help[^]*words=\(where serve help completion\)/,
    )
  })

  it.each([
    [['where', '--data'], '--data needs a value.'],
    [['serve', '--port', 'x'], '--port must be a number from 0 to 65535'],
    [['--port', 'x', 'serve'], '--port must be a number from 0 to 65535'],
    [['serve', '--stdio', '--http'], 'Give --stdio or --http, not both.'],
    [['serve', '--sessions', '--no-sessions'], 'Give --sessions or --no-sessions, not both.'],
    [['serve', 'now'], "Unexpected argument 'now': this command takes no arguments."],
    [['serve', '--prot', '1'], 'Unknown flag --prot.'],
  ])('refuses %j without making a server', async (argv, message) => {
    const refused = await run(argv, { ...program, createServer: () => expect.fail('made') })
    expect(refused).toEqual({ exit: 2, out: '', err: expect.stringContaining(message) })
  })

  it('says why its server could not be created, with the stack only if it is verbose', async () => {
    const init = {
      ...program,
      createServer: () => {
        throw new TypeError('There is no folder.')
      },
    }
    expect(await run(['where'], init)).toEqual({
      exit: 2,
      out: '',
      err: 'error[VALIDATION_ERROR]: There is no folder.\n',
    })
    expect((await run(['where'], { ...init, contract: chemigramContract })).err).toContain(
      'error[invalid_input]',
    )
    expect((await run(['where', '-v'], init)).err).toContain('run-program.test')
    expect(JSON.parse((await run(['where', '--json'], init)).err)).toMatchObject({
      success: false,
      error: 'There is no folder.',
    })
  })

  it('asks how to listen once its server is there, with its options and environment', async () => {
    const seen: unknown[] = []
    const told = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const init: ProgramInit<typeof options> = {
      ...program,
      createServer(start) {
        seen.push('server')
        return program.createServer(start)
      },
      http({ options: { data }, env, serves }) {
        seen.push([data, env.HOME, serves])
        throw new Error('There is no issuer.')
      },
    }
    const { exit, err } = await run(['serve', '--port', '0', '--data', 'a'], init)
    told.mockRestore()
    expect(seen).toEqual(['server', ['a', 'home', true]])
    expect([exit, err]).toEqual([2, expect.stringContaining('There is no issuer.')])
  })

  it('ends what its server holds, also when a call fails', async () => {
    let closed = 0
    const close = async () => {
      closed++
    }
    const init = { ...program, createServer: () => ({ server: serverOf('x'), close }) }
    await run(['where'], init)
    await run(['nothing'], init)
    expect(closed).toBe(2)
  })

  it('refuses tools whose word or flag it takes', async () => {
    const of = (tool: ReturnType<typeof defineTool>, more = {}) =>
      run(['where'], {
        ...program,
        ...more,
        createServer: () => defineServer({ name: 'places', version: '1.0.0', tools: [tool] }),
      })
    expect((await of({ ...where(''), name: 'serve' })).err).toContain(
      "A tool cannot be the command 'serve'",
    )
    expect((await of(where('', { flags: { depth: 'data' } }))).err).toContain(
      "The tool 'where' has the flag --data, which is an option of places",
    )
    expect((await of(where(''), { options: { json: options.data } })).err).toContain(
      'the name of a flag that every command has',
    )
  })
})
