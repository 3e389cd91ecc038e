import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { defineTool } from '../../define/tool.ts'
import { createRestHandler } from '../../faces/rest/index.ts'
import { ok } from '../../outcome/outcome.ts'
import { createCallLog } from '../../policies/create-call-log.ts'
import { defineServer } from '../../server.ts'
import { type Log, type LogOptions, createLog } from './create-log.ts'

/** Every secret that is planted, and nothing else here, holds this word. */
const mark = 'Zq9x'
const webToken = `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOi${mark}.${mark}`
const pem = `-----BEGIN PRIVATE KEY-----\n${mark}\n${mark}\n-----END PRIVATE KEY-----`
const secrets = [
  `Bearer ${mark}`,
  `password=${mark}`,
  `ghp_${mark.repeat(9)}`,
  `sk-proj-${mark.repeat(6)}`,
  ['xoxb', '123', mark.repeat(3)].join('-'),
  `https://ann:${mark}@host/x`,
  webToken,
  pem,
]

const scratch = mkdtempSync(join(tmpdir(), 'toolaccord-log-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

/** An error with secrets in its message, its causes and its properties. */
function loginError(note: string): Error {
  const cause = new TypeError(note, { cause: { client_secret: mark } })
  const error = new Error(`cannot log in with ${note}`, { cause })
  return Object.assign(error, { config: { auth: mark, url: note } })
}

/** The cast lets a test answer with data that the compiler would have refused. */
const brokenAnswer = (note: string) =>
  ({ note: Number(note), password: mark }) as unknown as { note: string }

function createOffice(log: Log) {
  const office = defineTool({
    name: 'office',
    summary: 'Ends as asked.',
    input: z.looseObject({ ask: z.string(), note: z.string() }),
    output: z.object({ note: z.string() }),
    effect: 'write',
    codes: ['shut'],
    async run({ ask, note }, call) {
      call.log.info(`started with ${note}`, {
        headers: new Headers({ authorization: `Basic ${mark}`, 'x-api-key': mark }),
        raw: ['Cookie', `sid=${mark}`],
        [note]: note,
        list: [[{ deep: note }]],
      })
      if (ask === 'throw') throw loginError(note)
      if (ask === 'throw text') throw note
      if (ask === 'fail')
        return call.fail('shut', {
          message: note,
          details: { token: mark },
          cause: new AggregateError([new Error(note)], note),
        })
      if (ask === 'reject') return call.reject([{ code: 'shut', message: note }])
      if (ask === 'break') return ok(brokenAnswer(note))
      return ok({ note })
    },
  })
  return defineServer({
    name: 'a',
    version: '1',
    codes: { shut: { kind: 'conflict' } },
    tools: [office],
    policies: [createCallLog({ args: true })],
    log,
  })
}

/** Every way a secret can come in and every way a call can end, over two faces. */
async function plantSecrets(log: Log): Promise<void> {
  const server = createOffice(log)
  const rest = createRestHandler(server)
  for (const note of secrets)
    for (const ask of ['succeed', 'fail', 'reject', 'throw', 'throw text', 'break']) {
      const args = {
        ask,
        note,
        password: mark,
        card: { access_token: mark, pairs: [['secret', mark]] },
        settings: [{ name: 'API_KEY', value: mark }],
      }
      await server.call('office', args, {
        client: { name: `claude ${note}` },
        caller: { id: note, scopes: [] },
      })
      await server.callByName('office', { ask: 1, note: [note], [note]: note })
      await rest(
        new Request('http://localhost/api/office', {
          method: 'POST',
          body: JSON.stringify(args),
          headers: {
            'content-type': 'application/json',
            'user-agent': note.replaceAll('\n', ' '),
            authorization: `Bearer ${mark}`,
            cookie: `sid=${mark}`,
          },
        }),
      )
    }
  await log.flush()
}

const options: LogOptions = { level: 'trace', env: {} }

describe('secrets that are planted in calls', () => {
  it('are in no log file', async () => {
    const file = join(scratch, 'app.log')
    await plantSecrets(createLog({ ...options, file }))
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
    expect(lines.filter((line) => line.includes(mark))).toEqual([])
    expect(lines.length).toBeGreaterThan(secrets.length * 6 * 3)
    expect(lines.every((line) => typeof JSON.parse(line) === 'object')).toBe(true)
  })

  it.each([true, false])(
    'are on no stream, whether it is a terminal (%s) or not',
    async (isTTY) => {
      let written = ''
      const write = (text: string) => {
        written += text
      }
      await plantSecrets(createLog({ ...options, stream: { isTTY, write } }))
      expect(written.split('\n').filter((line) => line.includes(mark))).toEqual([])
      expect(written).toContain('tool office threw')
      expect(written).toContain('tool ended')
    },
  )
})
