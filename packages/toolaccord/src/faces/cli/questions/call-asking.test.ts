import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { runCommand } from '../../../../test/run-command.ts'
import { defineTool } from '../../../define/tool.ts'
import { silentLog } from '../../../log/log.ts'
import { ok } from '../../../outcome/outcome.ts'
import { defineServer } from '../../../server.ts'

const Order = z.object({
  name: z.string().min(2).describe('as on the bell'),
  size: z.enum(['small', 'large']).default('small'),
  count: z.int().min(1).max(9),
  isGift: z.boolean().meta({ title: 'A gift' }).default(false),
  note: z.string().optional(),
  extras: z.array(z.enum(['salt', 'oil'])).optional(),
})

const order = defineTool({
  name: 'order',
  summary: 'Order something.',
  output: z.object({ order: z.unknown() }),
  effect: 'write',
  interactive: true,
  run(_, call) {
    const placed = call.ask('order', { message: 'What shall it be?', schema: Order })
    return ok({ order: placed })
  },
})
const pay = defineTool({
  name: 'pay',
  summary: 'Pay.',
  output: z.object({}),
  effect: 'write',
  interactive: true,
  run(_, call) {
    call.ask('page', { type: 'url', message: 'Pay here.', url: 'https://example.org/pay' })
    return ok({})
  },
})
const sample = defineTool({
  name: 'sample',
  summary: 'Ask a model.',
  output: z.object({}),
  effect: 'read',
  interactive: true,
  run(_, call) {
    call.ask('text', { type: 'sample', params: {} })
    return ok({})
  },
})
const nag = defineTool({
  name: 'nag',
  summary: 'Ask for ever.',
  output: z.object({}),
  effect: 'read',
  interactive: true,
  run(_, call) {
    for (let key = 0; ; key++) {
      call.ask(`again${key}`, { message: 'Again?', schema: z.object({ it: z.string() }) })
    }
  },
})

const server = defineServer({
  name: 'shop',
  version: '1',
  tools: [order, pay, sample, nag],
  log: silentLog,
})

/** Runs a command on a terminal whose user types these lines; without any there is no terminal. */
async function run(argv: readonly string[], lines?: readonly (string | undefined)[]) {
  const left = [...(lines ?? [])]
  const asked: string[] = []
  const prompt = async (question: string) => {
    asked.push(question)
    return left.shift()
  }
  const io = lines === undefined ? {} : { prompt }
  return { ...(await runCommand(server, [...argv, '--json'], io)), asked }
}

describe('a question on a terminal', () => {
  it('is asked field by field, with what is known about each', async () => {
    const { exit, out, asked } = await run(
      ['order'],
      ['Ada', 'large', '3', 'y', 'Ring twice', 'salt, oil'],
    )
    expect(asked).toEqual([
      'What shall it be?\nname (as on the bell): ',
      'size, one of small, large [small]: ',
      'count: ',
      'A gift [y/N]: ',
      'note [may be empty]: ',
      'extras, any of salt, oil [may be empty]: ',
    ])
    expect(JSON.parse(out)).toMatchObject({
      data: {
        order: {
          name: 'Ada',
          size: 'large',
          count: 3,
          isGift: true,
          note: 'Ring twice',
          extras: ['salt', 'oil'],
        },
      },
    })
    expect(exit).toBe(0)
  })

  it('takes an empty line as the default, or as nothing', async () => {
    const { out } = await run(['order'], ['Ada', '', '1', '', '', ''])
    expect(JSON.parse(out).data.order).toEqual({
      name: 'Ada',
      size: 'small',
      count: 1,
      isGift: false,
    })
  })

  it('is asked again if the text does not fit, and says what does', async () => {
    const { exit, asked } = await run(
      ['order'],
      ['A', 'Ada', 'huge', 'small', '12', '2', 'perhaps', 'no', '', 'pepper', 'oil'],
    )
    expect(asked.filter((line) => line.startsWith('It must be'))).toEqual([
      'It must be string (at least 2 characters).\nname (as on the bell): ',
      "It must be 'small' or 'large'.\nsize, one of small, large [small]: ",
      'It must be integer from 1 to 9.\ncount: ',
      'It must be true or false.\nA gift [y/N]: ',
      "It must be array of 'salt' or 'oil'.\nextras, any of salt, oil [may be empty]: ",
    ])
    expect(exit).toBe(0)
  })

  it.each<[string, readonly (string | undefined)[]]>([
    ['interrupts', [undefined]],
    ['gives nothing twice where something is needed', ['', '']],
    ['gives something wrong twice', ['Ada', 'small', 'x', 'y']],
  ])('is answered by nobody if the user %s', async (_, lines) => {
    const { exit, err, asked } = await run(['order'], lines)
    expect(err).toContain('Nobody answered the question.')
    expect([exit, asked.length]).toEqual([15, lines.length])
  })

  it('may be a page to open', async () => {
    const { exit, asked } = await run(['pay'], ['y'])
    expect(asked).toEqual(['Pay here.\nhttps://example.org/pay\nOpen this page? [y/N]: '])
    expect(exit).toBe(0)
    expect((await run(['pay'], ['n'])).err).toContain('The question was declined.')
  })

  it('is not one for a model', async () => {
    const { err, asked } = await run(['sample'], [])
    expect(err).toContain('does not declare sampling')
    expect(asked).toEqual([])
  })

  it('ends with a problem after eight rounds', async () => {
    const { err, asked } = await run(
      ['nag'],
      Array.from({ length: 20 }, () => 'x'),
    )
    expect(err).toContain('The call has asked 8 times and still has a question.')
    expect(asked).toHaveLength(8)
  })
})

describe('a question without a terminal', () => {
  it('is a problem that says so', async () => {
    expect(await run(['order'])).toMatchObject({
      exit: 10,
      err: expect.stringContaining('there is no terminal to ask on'),
    })
  })

  it('is one also if standard input has lines for the command', async () => {
    const prompt = async () => 'Ada'
    const { err } = await runCommand(server, ['order', '--stdin'], { lines: ['{}'], prompt })
    expect(err).toContain('there is no terminal to ask on')
  })
})
