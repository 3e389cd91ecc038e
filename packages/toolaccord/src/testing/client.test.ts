import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { Progress } from '../define/call.ts'
import { definePrompt } from '../define/prompt.ts'
import { defineResource } from '../define/resource.ts'
import { defineTool } from '../define/tool.ts'
import { ok } from '../outcome/outcome.ts'
import { defineServer } from '../server.ts'
import { createFaceClient, getPrompt, readResource } from './client.ts'

const output = z.object({ text: z.string() })
const greet = defineTool({
  name: 'greet',
  summary: 'Greet the user.',
  output,
  effect: 'read',
  interactive: true,
  run(_, call) {
    const { name } = call.ask('who', {
      message: 'What is your name?',
      schema: z.object({ name: z.string() }),
    })
    return ok({ text: `Hello, ${name}!` })
  },
})
const wipe = defineTool({
  name: 'wipe',
  summary: 'Wipe everything.',
  output,
  effect: 'destroy',
  run: () => ok({ text: 'gone' }),
})
const count = defineTool({
  name: 'count',
  summary: 'Count to two.',
  output,
  effect: 'read',
  async run(_, call) {
    call.progress(1, 2, 'one')
    call.progress(2, 2)
    return ok({ text: 'two' })
  },
})
const review = definePrompt({
  name: 'review',
  summary: 'Review a text.',
  arguments: { text: { summary: 'The text.', required: true } },
  write: ({ text }) => [{ role: 'user', content: { type: 'text', text: `Review this: ${text}` } }],
})
const motto = defineResource({
  name: 'motto',
  summary: 'The motto.',
  uri: 'office://motto',
  mimeType: 'text/plain',
  read: () => ({ text: 'Tell the truth.' }),
})
const createServer = () =>
  defineServer({
    name: 'office',
    version: '1.0.0',
    tools: [greet, wipe, count],
    prompts: [review],
    resources: [motto],
    env: {},
  })

describe.each(['direct', 'mcp'] as const)('a client of the %s face', (face) => {
  const { call } = createFaceClient(createServer(), face)

  it('answers the questions of a tool', async () => {
    const answers = { who: { action: 'accept', content: { name: 'Ada' } } }
    const { outcome } = await call('greet', {}, { answers })
    expect(outcome).toMatchObject({ ok: true, data: { text: 'Hello, Ada!' } })
  })

  it('declines them, and cancels those that it has no answer to', async () => {
    const declined = await call('greet', {}, { answers: { who: { action: 'decline' } } })
    const cancelled = await call('greet', {}, { answers: {} })
    const reasonsOf = createServer().contract.problem
    expect([declined.outcome, cancelled.outcome]).toMatchObject([
      { ok: false, problems: [{ code: reasonsOf('declined').code }] },
      { ok: false, problems: [{ code: reasonsOf('unanswered').code }] },
    ])
  })

  it('agrees when it is asked to, beside other answers', async () => {
    const { outcome } = await call('wipe', {}, { answers: {}, consent: 'granted' })
    expect(outcome).toMatchObject({ ok: true, data: { text: 'gone' } })
  })

  it('is told the progress of a tool', async () => {
    const seen: Progress[] = []
    await call('count', {}, { onProgress: (progress) => seen.push(progress) })
    expect(seen).toMatchObject([{ done: 1, total: 2, message: 'one' }, { done: 2 }])
  })
})

describe('prompts and resources', () => {
  it('are got through MCP', async () => {
    expect(await getPrompt(createServer(), 'review', { text: 'abc' })).toMatchObject({
      ok: true,
      data: { messages: [{ content: { text: 'Review this: abc' } }] },
    })
    expect(await readResource(createServer(), 'office://motto')).toMatchObject({
      ok: true,
      data: { contents: [{ uri: 'office://motto', text: 'Tell the truth.' }] },
    })
  })

  it('are failures if there are none', async () => {
    expect(await getPrompt(createServer(), 'poem')).toMatchObject({ ok: false })
    expect(await readResource(createServer(), 'office://nothing')).toMatchObject({ ok: false })
  })
})

describe('toolaccord/testing/client', () => {
  it('does not load vitest, so that any test runner can use it', () => {
    const built = join(import.meta.dirname, '../../dist/testing/client.js')
    const seen = new Set<string>()
    const read = (file: string): void => {
      if (seen.has(file)) return
      seen.add(file)
      const text = readFileSync(file, 'utf8')
      expect(text, file).not.toMatch(/from ["']vitest["']/)
      for (const [, next = ''] of text.matchAll(/(?:from|import) ?\(?["'](\.[^"']+)["']/g)) {
        read(join(dirname(file), next))
      }
    }
    read(built)
    expect(seen.size).toBeGreaterThan(2)
  })
})
