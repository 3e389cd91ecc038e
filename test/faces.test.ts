import { kinds, type Logger } from 'toolaccord'
import { chemigram, dialects, dtpr, mcpGuide, responseV2 } from 'toolaccord/contracts'
import { describeFaces } from 'toolaccord/testing'
import { expect, it } from 'vitest'
import { codeOf, createEveryAnswerServer } from './fixtures/every-answer.ts'

const drop = () => {}
const noLog: Logger = { trace: drop, debug: drop, info: drop, warn: drop, error: drop }
const kindNames = Object.keys(kinds) as (keyof typeof kinds)[]

for (const contract of [chemigram, responseV2, mcpGuide, dtpr]) {
  describeFaces(
    `the ${contract.name} contract`,
    () => createEveryAnswerServer(contract, noLog),
    ({ face, call }) => {
      it('answers with data and every note', async () => {
        const { outcome, status, exit, isError } = await call('echo', {
          text: 'héllo',
          tags: ['a', 'b'],
          place: { x: 1.5 },
        })
        expect(outcome).toMatchObject({
          ok: true,
          data: { text: 'héllo', count: 1, tags: ['a', 'b'], place: { x: 1.5 } },
          notes: {
            message: 'Said to the human.',
            instruction: 'Said to the agent.',
            warnings: [
              {
                code: 'STALE_CACHE',
                severity: 'warning',
                message: 'Two hours old – ünïcode',
                context: { cache_age_seconds: 7200 },
              },
            ],
            page: { cursor: 'next', hasMore: true, total: 3 },
            contentHash: 'sha256:00ff',
            requestId: 'call-1',
          },
        })
        if (face === 'rest') expect(status).toBe(200)
        if (face === 'cli') expect(exit).toBe(0)
        if (face === 'mcp') expect(isError).toBe(false)
      })

      it('takes null for an optional argument as absent', async () => {
        const { outcome } = await call('echo', { text: 'hi', count: null, tags: null, place: null })
        expect(outcome).toMatchObject({ ok: true })
        expect(outcome.ok && outcome.data).toEqual({ text: 'hi', count: 1 })
      })

      it('refuses null for a required argument', async () => {
        const { outcome } = await call('echo', { text: null })
        expect(outcome).toMatchObject({
          ok: false,
          problems: [{ message: "'text' must be string (at most 100 characters), not null." }],
        })
      })

      it('answers with a list and with nothing', async () => {
        expect((await call('list')).outcome).toMatchObject({ ok: true, data: [1, 2, 3] })
        expect((await call('nothing')).outcome).toMatchObject({ ok: true, data: null })
      })

      it.each(kindNames)('fails hard with the numbers of %s', async (kind) => {
        const { outcome, status, exit, isError } = await call('fail', { code: codeOf(kind) })
        expect(outcome).toMatchObject({
          ok: false,
          soft: false,
          problems: [
            {
              code: codeOf(kind),
              message: `A failure of kind ${kind}.`,
              path: 'code',
              hint: 'Ask for less.',
              details: { asked: codeOf(kind) },
            },
          ],
        })
        if (face === 'rest') expect(status).toBe(kinds[kind].status)
        if (face === 'cli') expect(exit).toBe(kinds[kind].exit)
        if (face === 'mcp') expect(isError).toBe(true)
      })

      it('gives the same failure when deep code throws it', async () => {
        expect((await call('fail', { code: 'test_conflict', deep: true })).outcome).toMatchObject({
          ok: false,
          problems: [{ code: 'test_conflict' }],
        })
      })

      it('fails softly with every problem and the partial answer', async () => {
        const { outcome, status, exit, isError } = await call('reject')
        expect(outcome).toMatchObject({
          ok: false,
          soft: true,
          problems: [
            { code: 'test_not_found', path: 'ids[1]' },
            { code: 'test_validation', path: 'ids[2]', details: { id: 'c' } },
          ],
          data: { found: { a: 1, b: null } },
          notes: { version: '3' },
        })
        if (face === 'rest') expect(status).toBe(200)
        if (face === 'cli') expect(exit).toBe(kinds.not_found.exit)
        if (face === 'mcp') expect(isError).toBe(false)
      })

      it('refuses an unknown tool and offers the nearest name', async () => {
        const { outcome, status, exit } = await call('ehco')
        expect(outcome).toMatchObject({
          ok: false,
          soft: false,
          problems: [
            { code: contract.problem('unknown_tool').code, hint: expect.stringContaining('echo') },
          ],
        })
        if (face === 'rest') expect(status).toBe(404)
        if (face === 'cli') expect(exit).toBe(kinds.not_found.exit)
      })

      it('refuses a tool name over 64 characters', async () => {
        const { outcome, raw } = await call('x'.repeat(200))
        expect(outcome).toMatchObject({
          ok: false,
          problems: [{ message: expect.stringContaining('64') }],
        })
        expect(raw).not.toContain('x'.repeat(65))
      })

      it.each([
        [
          'an unknown key',
          { text: 'a', cuont: 2 },
          { path: 'cuont', hint: expect.stringContaining("'count'") },
        ],
        ['a missing key', {}, { path: 'text', hint: expect.stringContaining('string') }],
        [
          'a wrong type',
          { text: 'a', count: 'many' },
          { path: 'count', message: expect.stringContaining('integer from 1 to 9') },
        ],
        [
          'a value out of range',
          { text: 'a', count: 10 },
          { path: 'count', hint: expect.stringContaining('from 1 to 9') },
        ],
        ['an unknown nested key', { text: 'a', place: { x: 1, y: 2 } }, { path: 'place.y' }],
        ['arguments that are not an object', ['a'], { message: expect.stringContaining('object') }],
        [
          'arguments nested too deep',
          { text: 'a', place: nested(70) },
          { message: expect.stringContaining('64') },
        ],
      ])('refuses %s by name', async (_, args, problem) => {
        const { outcome, status, exit } = await call('echo', args)
        expect(outcome).toMatchObject({ ok: false, soft: false, problems: [problem] })
        if (face === 'rest') expect(status).toBe(400)
        if (face === 'cli') expect(exit).toBe(kinds.validation.exit)
      })

      it('parses JSON in a string if an object or array is wanted, and only then', async () => {
        const args = { text: '{"a":1}', tags: '["x"]', place: '{"x":2}' }
        expect((await call('echo', args)).outcome).toMatchObject({
          ok: true,
          data: { text: '{"a":1}', tags: ['x'], place: { x: 2 } },
        })
      })

      it('reports every bad field at once', async () => {
        const { outcome } = await call('echo', { txt: 'a', count: 0 })
        expect(outcome).toMatchObject({
          ok: false,
          problems: [{ path: 'txt' }, { path: 'text' }, { path: 'count' }],
        })
      })

      it.each(['error', 'string', 'null', 'undeclared', 'wrong_output', 'nothing'])(
        'masks a tool that misbehaves by %s',
        async (how) => {
          const { outcome, status, exit, raw } = await call('misbehave', { how })
          const { code, message } = contract.problem('internal')
          expect(outcome).toMatchObject({ ok: false, soft: false, problems: [{ code, message }] })
          expect(raw).not.toMatch(/SECRET|secret/)
          if (face === 'rest') expect(status).toBe(500)
          if (face === 'cli') expect(exit).toBe(kinds.internal.exit)
        },
      )

      it('stops a tool that never answers', async () => {
        const { outcome } = await call('hang')
        expect(outcome).toMatchObject({
          ok: false,
          problems: [
            { code: contract.problem('timeout').code, message: expect.stringContaining('30 ms') },
          ],
        })
      })

      it.each([...dialects.keys()])(
        'loses nothing when asked for the %s dialect',
        async (dialect) => {
          const own = await call('echo', { text: 'a' }, { id: 'same' })
          const success = await call('echo', { text: 'a' }, { id: 'same', dialect })
          expect(success.outcome).toEqual(own.outcome)
          expect(dialects.get(dialect)?.is(success.body)).toBe(true)

          const ownFailure = await call('reject', {}, { id: 'same' })
          const failed = await call('reject', {}, { id: 'same', dialect })
          expect(failed.outcome).toEqual(ownFailure.outcome)
          expect(dialects.get(dialect)?.is(failed.body)).toBe(true)
        },
      )
    },
  )
}

function nested(depth: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < depth; level++) value = { x: value }
  return value
}
