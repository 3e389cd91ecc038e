import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { runCommand } from '../../../test/run-command.ts'
import { DefinitionError } from '../../compile/definition-error.ts'
import { defineTool } from '../../define/tool.ts'
import { ok } from '../../outcome/outcome.ts'
import { defineServer } from '../../server.ts'
import type { CliFiles, FileFault } from './commands/io.ts'
import { toCompletionScript } from './completion/to-completion-script.ts'

const draw = defineTool({
  name: 'draw',
  summary: 'Draw a page.',
  input: z.object({
    title: z.string().default('Page'),
    how: z.enum(['text', 'object', 'none', 'fail']).default('none'),
  }),
  output: z.object({ html: z.unknown().optional(), pages: z.int() }),
  effect: 'read',
  codes: ['no_ink'],
  cli: { output: 'html', outputArguments: { how: 'text' } },
  run({ title, how }, call) {
    if (how === 'fail') return call.fail('no_ink')
    call.say('Drawn.')
    const html = how === 'text' ? `<p>${title}\u001b[31m</p>` : { title }
    return ok(how === 'none' ? { pages: 0 } : { html, pages: 1 })
  },
})
const plain = defineTool({
  name: 'plain',
  summary: 'Without a file.',
  output: z.object({}),
  effect: 'read',
  run: () => ok({}),
})
const server = defineServer({
  name: 'draw',
  version: '1.0.0',
  codes: { no_ink: { kind: 'unavailable' } },
  tools: [draw, plain],
})

interface Io {
  readonly texts?: Map<string, string>
  readonly fault?: FileFault
  readonly isTTY?: boolean
}

async function run(
  argv: readonly string[],
  { texts = new Map<string, string>(), fault, isTTY }: Io = {},
) {
  const files: CliFiles = {
    read: async () => ({ fault: 'missing' }),
    exists: async (path) => texts.has(path),
    async write(path, text, overwrite) {
      if (fault !== undefined || (!overwrite && texts.has(path))) return fault ?? 'exists'
      texts.set(path, text)
      return undefined
    },
  }
  return {
    ...(await runCommand(server, argv, { tty: isTTY, files, env: { NO_COLOR: '1' } })),
    texts,
  }
}

const written = '<p>Page\u001b[31m</p>'

describe('--output', () => {
  it.each([[['-o', 'a.html']], [['--output', 'a.html']], [['--output=a.html']]])(
    'writes the property and prints what is left: %j',
    async (flags) => {
      expect(await run(['draw', ...flags])).toEqual({
        exit: 0,
        out: 'pages: 1\n',
        err: 'note: Drawn. Wrote html to a.html.\n',
        texts: new Map([['a.html', written]]),
      })
    },
  )

  it('is the last one that was given', async () => {
    const { texts } = await run(['draw', '-o', 'a.html', '--output', 'b.html'])
    expect([...texts.keys()]).toEqual(['b.html'])
  })

  it('implies the arguments that ask for the property, unless they are given', async () => {
    expect((await run(['draw'])).out).toBe('pages: 0\n')
    expect((await run(['draw', '-o', 'a.html', '--how', 'none'])).err).toContain("has no 'html'")
  })

  it('writes what is not a string as JSON', async () => {
    expect((await run(['draw', '--how', 'object', '-o', 'a.json'])).texts.get('a.json')).toBe(
      '{\n  "title": "Page"\n}\n',
    )
  })

  it('leaves the property out of an envelope too, and notes where it is', async () => {
    const { out } = await run(['draw', '-o', 'a.html', '--json'])
    expect(JSON.parse(out)).toMatchObject({
      success: true,
      data: { pages: 1 },
      meta: { message: 'Drawn. Wrote html to a.html.' },
    })
    expect(out).not.toContain('<p>')
  })

  it('overwrites only by --force, and does not call before it knows', async () => {
    const texts = new Map([['a.html', 'old']])
    const { exit, out, err } = await run(['draw', '-o', 'a.html'], { texts })
    expect([exit, out]).toEqual([4, ''])
    expect(err).toContain("The file 'a.html' exists already.\n  hint: Give --force")
    expect(err).not.toContain('partial answer')
    expect(texts.get('a.html')).toBe('old')
    expect(await run(['draw', '-o', 'a.html', '--force'], { texts })).toMatchObject({ exit: 0 })
    expect(texts.get('a.html')).toBe(written)
  })

  it.each<[FileFault, number, string]>([
    ['missing', 2, 'is in a folder that does not exist'],
    ['forbidden', 2, 'may not be written'],
    ['folder', 2, 'is a folder'],
    ['too_large', 2, 'does not fit where it is to be written'],
    ['failed', 2, 'cannot be written'],
    ['exists', 4, 'exists already'],
  ])('shows the answer if it cannot be written: %s', async (fault, expected, message) => {
    const { exit, out, err } = await run(['draw', '-o', 'x/a.html'], { fault })
    expect([exit, out]).toEqual([expected, ''])
    expect(err).toContain(`The file 'x/a.html' ${message}.`)
    expect(err).toContain('partial answer:\n  html: <p>Page')
  })

  it('writes nothing if there is nothing, or if the call failed', async () => {
    expect(await run(['draw', '--how', 'none', '-o', 'a.html'])).toMatchObject({
      exit: 2,
      err: expect.stringContaining("The answer has no 'html', so nothing was written."),
      texts: new Map(),
    })
    expect(await run(['draw', '--how', 'fail', '-o', 'a.html'])).toMatchObject({
      exit: 15,
      texts: new Map(),
    })
  })

  it('takes one answer', async () => {
    expect(await run(['draw', '-o', 'a.html', '--stdin'])).toMatchObject({
      exit: 2,
      err: expect.stringContaining('--stdin makes many calls'),
    })
  })

  it('is a flag of the commands that have it', async () => {
    expect((await run(['plain', '-o', 'x'])).err).toContain('Unknown flag -o')
    expect((await run(['draw', '-o'])).err).toContain('--output needs a value')
  })
})

describe('--output -', () => {
  it('writes the property alone to standard output, byte for byte', async () => {
    expect(await run(['draw', '-o', '-'])).toEqual({
      exit: 0,
      out: written,
      err: 'note: Drawn.\n',
      texts: new Map(),
    })
  })

  it('lets nothing move the cursor of a terminal', async () => {
    expect((await run(['draw', '-o', '-'], { isTTY: true })).out).toBe('<p>Page\\u001b[31m</p>')
  })

  it.each(['--json', '--ndjson'])('does not go with %s', async (flag) => {
    expect(await run(['draw', '-o', '-', flag])).toMatchObject({
      exit: 2,
      out: '',
      err: expect.stringContaining(`and so does ${flag}`),
    })
  })
})

describe('what help and completion say about it', () => {
  it('is in the help of the command', async () => {
    const { out } = await run(['draw', '--help'])
    const output = /-o, --output FILE +Write html of the answer to a file; - is standard output\.\n/
    const force = / +--force +Overwrite the file of --output\./
    expect(out).toMatch(new RegExp(output.source + force.source))
    expect((await run(['plain', '--help'])).out).not.toContain('--output')
  })

  it('is in completion scripts', () => {
    const script = toCompletionScript('bash', server, 'draw')
    expect(script).toContain('--output -o --force')
    expect(script).toMatch(/'draw --output' \| 'draw -o'.*\) return 0/)
  })
})

describe('a definition', () => {
  it('names a property of the data, and no argument after these flags', () => {
    const broken = defineTool({
      name: 'broken',
      summary: 'No.',
      input: z.object({ mode: z.boolean(), output: z.string() }),
      output: z.object({ a: z.string(), b: z.string() }),
      effect: 'read',
      cli: {
        output: 'html',
        outputArguments: { inlin: true } as object,
        positionals: ['output'],
        flags: { mode: 'force' },
      },
      run: () => ok({ a: '', b: '' }),
    })
    const define = () => defineServer({ name: 'x', version: '1', tools: [broken] })
    expect(define).toThrow(DefinitionError)
    expect(define).toThrow("cli.output: the data has no property 'html'; it has a, b")
    expect(define).toThrow("cli.outputArguments: there is no argument 'inlin'; it has mode, output")
    expect(define).toThrow(
      "cli.flags: 'mode' cannot be --force, which a command with cli.output has; " +
        'choose another name',
    )
  })
})
