import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { type Face, type Outcome, type Server, defineServer, defineTool, ok } from 'toolaccord'
import { createMemoryArchive, hashContent } from 'toolaccord/archive'
import { createAuthenticator, hashKey } from 'toolaccord/auth'
import {
  type Contract,
  chemigram,
  dialects,
  dtpr,
  mcpGuide,
  responseV2,
} from 'toolaccord/contracts'
import { createFidelity, createFileArchive } from 'toolaccord/fidelity'
import { createMcpHandler } from 'toolaccord/mcp'
import { createRestHandler } from 'toolaccord/rest'
import {
  type FaceAnswer,
  type FaceClient,
  createFaceClient,
  describeFaces,
} from 'toolaccord/testing'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { type Finding, createLongAnswerServer, findings } from './fixtures/long-answers.ts'

interface Piece {
  readonly content: string
  readonly next_start: number | null
}

const dataOf = <T>(outcome: Outcome) => outcome.data as T
const answerHash = ({ notes }: Outcome) => notes.fidelity?.archiveHashes?.answer ?? ''
const itemsHash = ({ notes }: Outcome) => notes.fidelity?.archiveHashes?.items ?? ''

/** Every piece of some content, put together. */
async function fetchAll(
  { call }: Pick<FaceClient, 'call'>,
  args: { readonly hash: string; readonly ids?: readonly string[] },
  budget?: number,
): Promise<string> {
  const pieces: string[] = []
  for (let start: number | null = 0; start !== null;) {
    const { outcome }: FaceAnswer = await call('retrieve_content', { ...args, start }, { budget })
    const { content, next_start }: Piece = dataOf<Piece>(outcome)
    pieces.push(content)
    start = next_start
  }
  return pieces.join('')
}

for (const contract of [chemigram, responseV2, mcpGuide, dtpr]) {
  describeFaces(
    `a long answer in the ${contract.name} contract`,
    () => createLongAnswerServer(contract),
    (client) => {
      it('fits its budget, says what is gone, and is fetched back whole', async () => {
        const { outcome, body } = await client.call(
          'list_findings',
          { count: 400 },
          { budget: 4_000 },
        )
        const kept = dataOf<{ findings: Finding[] }>(outcome).findings
        expect(countTokens(JSON.stringify(body))).toBeLessThanOrEqual(4_000)
        expect(kept.length).toBeGreaterThan(30)
        expect(outcome).toMatchObject({
          ok: true,
          data: { total: 400 },
          notes: {
            message: 'All that there is.',
            warnings: [
              {
                code: 'CONTENT_TRUNCATED',
                context: {
                  reason: 'token_limit_exceeded',
                  dropped_count: 400 - kept.length,
                  total_count: 400,
                  budget: 4_000,
                },
              },
            ],
            fidelity: { level: 'partial', schemaVersion: '1.0' },
          },
        })
        const whole = await fetchAll(client, { hash: answerHash(outcome) }, 20_000)
        expect(JSON.parse(whole)).toEqual({ findings: findings(400), total: 400 })
        expect(await hashContent(whole)).toBe(answerHash(outcome))
        const [id = ''] = outcome.notes.fidelity?.droppedIds ?? []
        expect(kept.map((one) => one.id)).not.toContain(id)
        expect(
          JSON.parse(await fetchAll(client, { hash: itemsHash(outcome), ids: [id, 'none'] })),
        ).toEqual([{ id, item: findings(400).find((one) => one.id === id) }])
      })

      it('is fetched in pieces that fit the smallest budget', async () => {
        const { outcome } = await client.call(
          'echo',
          { text: '図書館は毎日九時に開きます。😀 "quoted" \\ ', times: 2_000 },
          { budget: 512 },
        )
        const { outcome: piece, body } = await client.call(
          'retrieve_content',
          { hash: answerHash(outcome), start: 1_000 },
          { budget: 512 },
        )
        expect(countTokens(JSON.stringify(body))).toBeLessThanOrEqual(512)
        expect(piece).toMatchObject({
          ok: true,
          data: { encoding: 'utf-8', type: 'application/json' },
        })
        expect(piece.notes).not.toHaveProperty('fidelity')
        expect(dataOf<Piece>(piece).content.length).toBeGreaterThan(20)
      })

      it('is refused where it cannot give way, and still kept', async () => {
        const { outcome } = await client.call('list_codes', { count: 900 }, { budget: 1_000 })
        expect(outcome).toMatchObject({
          ok: false,
          soft: false,
          problems: [
            {
              message: expect.stringMatching(
                /^The call was made, but its answer has [\d,]+ tokens at least, and the budget is 1,000\.$/,
              ),
            },
          ],
        })
        const hash = String((outcome.ok ? {} : outcome.problems[0].details)?.archive_hash)
        expect(JSON.parse(await fetchAll(client, { hash }))).toMatchObject({
          codes: { length: 900 },
        })
      })

      it('has the budget of its tool, which the tool can see', async () => {
        const { outcome, body } = await client.call('tight')
        expect(outcome.data).toMatchObject({
          text: expect.stringMatching(/^600 The committee .*… \[[\d,]+ more characters\]$/),
        })
        expect(countTokens(JSON.stringify(body))).toBeLessThanOrEqual(600)
      })

      it.each([
        [{ hash: 'sha256:12' }, 'hash', /^The string is not a hash of an archive/],
        [{ hash: `sha256:${'0'.repeat(64)}` }, 'hash', /^There is no content under this hash/],
        [{ hash: `sha256:${'0'.repeat(64)}`, start: 9, end: 3 }, 'end', /after start/],
      ])('is not found under %j', async (args, path, message) => {
        expect((await client.call('retrieve_content', args)).outcome).toMatchObject({
          ok: false,
          problems: [{ path, message: expect.stringMatching(message) }],
        })
      })

      it('has no items to fetch by ids if none were archived separately', async () => {
        const { outcome } = await client.call(
          'echo',
          { text: 'and so on', times: 2_000 },
          { budget: 600 },
        )
        expect(itemsHash(outcome)).toBe('')
        expect(
          (await client.call('retrieve_content', { hash: answerHash(outcome), ids: ['a'] }))
            .outcome,
        ).toMatchObject({
          ok: false,
          problems: [{ path: 'ids', message: 'There are no items under this hash.' }],
        })
      })
    },
  )
}

describe('a failure of many problems', () => {
  it.each([...dialects.values()].map((contract) => [contract.name, contract] as const))(
    'keeps the first ones, in %s',
    async (_, contract) => {
      const client = createFaceClient(createLongAnswerServer(contract), 'mcp')
      const { outcome, body } = await client.call('check', { count: 3_000 }, { budget: 2_000 })
      expect(countTokens(JSON.stringify(body))).toBeLessThanOrEqual(2_000)
      expect(outcome).toMatchObject({
        ok: false,
        soft: true,
        data: { valid: false },
        notes: { warnings: [{ context: { total_count: 3_000 } }] },
      })
      const problems = outcome.ok ? [] : outcome.problems
      expect(problems.length).toBeGreaterThan(5)
      expect(problems[4]).toMatchObject({
        code: 'bad_line',
        path: 'lines[4]',
        message: 'Line 4 is not what it should be.',
      })
      expect(JSON.parse(await fetchAll(client, { hash: answerHash(outcome) }))).toMatchObject({
        problems: { length: 3_000 },
      })
    },
  )
})

describe('a budget', () => {
  it.each(
    (['cli', 'rest', 'mcp'] as const).flatMap((face) =>
      [511, 0, 600.5].map((budget) => [face, budget] as const),
    ),
  )('on the %s face may not be %d', async (face, budget) => {
    const { outcome } = await createFaceClient(createLongAnswerServer(), face).call(
      'list_findings',
      { count: 1 },
      { budget },
    )
    expect(outcome).toMatchObject({
      ok: false,
      problems: [
        {
          message: 'The budget must be a whole number of tokens, at least 512.',
          hint: 'Ask for 512 tokens or more, or leave the budget out.',
        },
      ],
    })
  })
})

describe('an answer within its budget', () => {
  it.each(['cli', 'rest', 'mcp'] as const)(
    'is the same, byte for byte, as without a budget on the %s face',
    async (face) => {
      const [counted, plain] = await Promise.all(
        [createLongAnswerServer(), createLongAnswerServer(responseV2, false)].map((server) =>
          createFaceClient(server, face).call('list_findings', { count: 100 }, { id: 'one' }),
        ),
      )
      // How long a tool ran differs from run to run.
      const toComparable = (raw = '') =>
        raw.replace(', Toolaccord-Budget', '').replaceAll(/(duration_ms\W+)\d+/g, '$10')
      expect(toComparable(counted?.raw)).toBe(toComparable(plain?.raw))
    },
  )

  it('goes through whole in process, however long it is', async () => {
    const server: Server = createLongAnswerServer()
    expect(
      (await server.call('list_findings', { count: 2_000 }, { budget: 512 })).data,
    ).toMatchObject({ findings: { length: 2_000 } })
  })
})

const texts = {
  English:
    'The committee found that the measure had reduced the cost of transport in most of the regions. ',
  Chinese: '图书馆每天早上九点开门，欢迎大家前来借阅图书、报纸和杂志。',
  code:
    'export const after = <T>(value: T, next: (value: T) => void) => ' +
    '{ if (isThenable(value)) return value.then(next) }\n\t',
  hashes: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855 ',
  base64:
    'iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4//8/w38GIAXDIBKE0DHxgljNBAAO9TXL0Y4OHwAAAABJRU5ErkJggg==',
  emoji: '👩‍👩‍👧‍👦🏳️‍🌈🎉👍🏽🧑🏿‍🚀 ',
}

describe('what the model sees', () => {
  it.each(
    Object.entries(texts).flatMap(([name, text]) =>
      [...dialects.keys()].map((dialect) => [name, dialect, text] as const),
    ),
  )('is never over the budget: %s in %s', async (_, dialect, text) => {
    const { call } = createFaceClient(createLongAnswerServer(), 'mcp')
    for (const budget of [700, 3_000, 9_000]) {
      const { raw } = await call('echo', { text, times: 3_000 }, { budget, dialect })
      const { result } = JSON.parse(raw) as { result: { content: { text: string }[] } }
      const tokens = countTokens(result.content.map((block) => block.text).join('\n'))
      expect(tokens).toBeLessThanOrEqual(budget)
      expect(tokens).toBeGreaterThan(budget * 0.3)
    }
  })

  const howToFetch = new RegExp(
    'This answer is not whole\\..*' +
      '"tool":"retrieve_content","arguments":\\{"hash":"sha256:\\w{64}"\\},"why":"for all of it"',
  )
  const readBlocks = async (contract: Contract): Promise<readonly { readonly text: string }[]> => {
    const { call } = createFaceClient(createLongAnswerServer(contract), 'mcp')
    const { raw } = await call('list_findings', { count: 400 }, { budget: 2_000 })
    const { result } = JSON.parse(raw) as { result: { content: { text: string }[] } }
    return result.content
  }

  it.each([...dialects.values()])(
    'says in the envelope of $name how to fetch the rest, and how much is gone',
    async (contract) => {
      const [envelope, ...others] = await readBlocks(contract)
      expect(others).toEqual([])
      expect(envelope?.text).toMatch(howToFetch)
      expect(envelope?.text).toMatch(/\d+ of 400 items left out to fit 2,000 tokens\./)
    },
  )

  it('says after a bare envelope how to fetch the rest', async () => {
    const [, instruction] = await readBlocks(chemigram.bare)
    expect(instruction?.text).toMatch(howToFetch)
  })

  it('is cut on the faces of models only if the server says so, and elsewhere if it is asked for', async () => {
    const server = createLongAnswerServer(responseV2, { budget: 2_000, faces: ['mcp'] })
    const read = async (face: Face, budget?: number) => {
      const { call } = createFaceClient(server, face)
      const { outcome } = await call('list_findings', { count: 400 }, { budget })
      return outcome.notes.fidelity?.level
    }
    expect(await read('mcp')).toBe('partial')
    for (const face of ['cli', 'rest'] as const) {
      expect(await read(face)).toBe(undefined)
      expect(await read(face, 2_000)).toBe('partial')
    }
  })

  it('may be counted exactly', async () => {
    const counted = await createFaceClient(
      createLongAnswerServer(responseV2, { estimate: (text) => countTokens(text) }),
      'rest',
    ).call('list_findings', { count: 400 }, { budget: 3_000 })
    const estimated = await createFaceClient(createLongAnswerServer(), 'rest').call(
      'list_findings',
      { count: 400 },
      { budget: 3_000 },
    )
    expect(dataOf<{ findings: [] }>(counted.outcome).findings.length).toBeGreaterThan(
      dataOf<{ findings: [] }>(estimated.outcome).findings.length,
    )
  })
})

describe('what is left out', () => {
  it('is for the caller alone whose answer it was', async () => {
    const server: Server = createLongAnswerServer()
    const [ada, bob] = ['ada', 'bob'].map((id) => ({ caller: { id, scopes: [] } }))
    const outcome = await server.call('echo', { text: 'long', times: 9_000 }, ada)
    const options = { ...ada, budget: 600 }
    expect(server.fitter?.fits('echo', options, JSON.stringify(outcome))).toBe(false)
    const fitted = await server.fitter?.fit({
      name: 'echo',
      options,
      outcome,
      write: (one) => JSON.stringify(one),
    })
    const hash = answerHash(fitted ?? outcome)
    expect(await server.call('retrieve_content', { hash }, ada)).toMatchObject({ ok: true })
    expect(await server.call('retrieve_content', { hash }, bob)).toMatchObject({
      ok: false,
      problems: [{ path: 'hash' }],
    })
    expect(await server.call('retrieve_content', { hash })).toMatchObject({ ok: false })
  })

  it('is not found under the token of another', async () => {
    const [ada, bob] = ['ada', 'bob'].map((id) => ({ id, key: crypto.randomUUID() }))
    const keys = await Promise.all(
      [ada, bob].map(async (one) => ({
        id: one?.id ?? '',
        hash: await hashKey(one?.key ?? ''),
        scopes: [],
      })),
    )
    const handler = createRestHandler(createLongAnswerServer(), {
      authenticator: createAuthenticator({ keys }),
    })
    const get = (path: string, one: typeof ada) =>
      handler(
        new Request(`http://localhost${path}`, {
          headers: { authorization: `Bearer ${one?.key}`, 'toolaccord-budget': '2000' },
        }),
      )
    const { meta } = (await (await get('/findings?count=400', ada)).json()) as {
      meta: { content_archive_hashes: { answer: string } }
    }
    const path = `/archive/${meta.content_archive_hashes.answer}`
    for (const one of [path, `${path}/content`]) {
      expect((await get(one, ada)).status).toBe(200)
      expect((await get(one, bob)).status).toBe(404)
    }
    expect(await hashContent(await (await get(`${path}/content`, ada)).text())).toBe(
      meta.content_archive_hashes.answer,
    )
  })

  it('is a resource of its own over MCP', async () => {
    const archive = createMemoryArchive()
    const server = createLongAnswerServer(responseV2, { archive })
    const { outcome } = await createFaceClient(server, 'mcp').call(
      'list_findings',
      { count: 400 },
      { budget: 4_000 },
    )
    const read = async (hash: string) => {
      const headers = {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-11-25',
      }
      const body = JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'resources/read',
        params: { uri: `archive://${hash}` },
      })
      return (
        await createMcpHandler(server).fetch(
          new Request('http://localhost/mcp', { method: 'POST', headers, body }),
        )
      ).text()
    }
    const text = (await read(answerHash(outcome))).replace(/^[^]*?data: (?=\{)/, '')
    expect(JSON.parse(text)).toMatchObject({
      result: {
        contents: [{ mimeType: 'application/json', text: expect.stringContaining('"total":400') }],
      },
    })
    expect(await read(`sha256:${'1'.repeat(64)}`)).toContain('"error"')
  })

  it('is lost if the archive fails, and the answer says so', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fidelity-'))
    await writeFile(join(folder, 'file'), '')
    const server = createLongAnswerServer(responseV2, {
      archive: createFileArchive({ folder: join(folder, 'file', 'archive') }),
    })
    const { outcome } = await createFaceClient(server, 'rest').call(
      'list_findings',
      { count: 400 },
      { budget: 4_000 },
    )
    expect(outcome).toMatchObject({
      ok: true,
      notes: {
        instruction:
          'This answer is not whole. Narrow the request or read it in pages to see the rest.',
        fidelity: { level: 'partial' },
      },
    })
    expect(outcome.notes.fidelity).not.toHaveProperty('archiveHashes')
    await rm(folder, { recursive: true })
  })
})

describe('a tag of the content', () => {
  it('is another for another budget', async () => {
    const handler = createRestHandler(createLongAnswerServer())
    const get = (headers: Record<string, string>) =>
      handler(new Request('http://localhost/findings?count=400', { headers }))
    const [small, large] = await Promise.all([
      get({ 'toolaccord-budget': '1000' }),
      get({ 'toolaccord-budget': '9000' }),
    ])
    const etag = small.headers.get('etag') ?? ''
    expect(etag).not.toBe(large.headers.get('etag'))
    expect((await get({ 'toolaccord-budget': '1000', 'if-none-match': etag })).status).toBe(304)
    expect((await get({ 'toolaccord-budget': '9000', 'if-none-match': etag })).status).toBe(200)
  })
})

describe('an answer of the size that the source of response-v2 shows', () => {
  const item = z.object({ id: z.string(), title: z.string(), content: z.string() })
  const research = defineTool({
    name: 'research',
    summary: 'Research.',
    output: z.object({ research_id: z.string(), findings: z.array(item), total_findings: z.int() }),
    effect: 'read',
    fidelity: { items: [{ path: 'findings', id: 'id' }] },
    run: () =>
      ok({
        research_id: 'research-001',
        findings: Array.from({ length: 5 }, (_, at) => ({
          id: `finding-00${at + 1}`,
          title: `t${at}`,
          content: `${at} lorem ipsum dolor `.repeat(100),
        })),
        total_findings: 5,
      }),
  })

  it.each([600, 550, 512])('fits a budget of %i tokens', async (budget) => {
    const fidelity = createFidelity({ archive: createMemoryArchive() })
    const server = defineServer({ name: 'f', version: '1.0.0', fidelity, tools: [research] })
    const { outcome, body } = await createFaceClient(server, 'mcp').call('research', {}, { budget })
    expect(outcome.ok).toBe(true)
    expect(countTokens(JSON.stringify(body))).toBeLessThanOrEqual(budget)
    expect(outcome.notes.fidelity?.archiveHashes).toHaveProperty('items')
  })
})
