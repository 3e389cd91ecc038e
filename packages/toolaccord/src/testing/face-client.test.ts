import { describe, expect, expectTypeOf, it } from 'vitest'
import * as z from 'zod'
import { chemigram, dtpr, responseV2 } from '../contracts/index.ts'
import { defineTool } from '../define/tool.ts'
import { contractByFlag, contractFlag } from '../flags/contract-flag.ts'
import { createFlags } from '../flags/create-flags.ts'
import { defineFlags } from '../flags/define-flags.ts'
import { silentLog } from '../log/log.ts'
import { ok } from '../outcome/outcome.ts'
import { defineServer } from '../server.ts'
import { describeFaces } from './describe-faces.ts'
import { createFaceClient, faces } from './face-client.ts'

const output = z.object({ id: z.string() })
const whoami = defineTool({
  name: 'whoami',
  summary: 'Tell who calls.',
  output,
  effect: 'read',
  run: (_, call) => ok({ id: call.caller?.id ?? 'nobody' }),
})
const save = defineTool({
  name: 'save',
  summary: 'Save.',
  output,
  effect: 'write',
  scopes: ['notes:write'],
  run: () => ok({ id: 'n1' }),
})
const show = defineTool({
  name: 'show',
  summary: 'Show a picture.',
  output,
  effect: 'read',
  run(_, call) {
    call.instruct('Look at it.')
    call.attach({ type: 'text', text: 'A dot.' })
    call.attach({ type: 'image', mimeType: 'image/png', data: 'AAAA' })
    return ok({ id: 'n1' })
  },
})
const createServer = () =>
  defineServer({
    name: 'notes',
    version: '1.0.0',
    tools: [whoami, save, show],
    prefix: 'notes',
    env: {},
  })

const ada = { id: 'ada', scopes: ['notes:write'] }

describeFaces('a server whose tools need scopes', createServer, ({ face, call }) => {
  it('is called by a caller who has them', async () => {
    const { outcome } = await call('save', {}, { caller: ada })
    expect(outcome).toMatchObject({ ok: true, data: { id: 'n1' } })
  })

  it('refuses a caller who lacks them', async () => {
    const { outcome } = await call('save', {}, { caller: { id: 'eve', scopes: [] } })
    expect(outcome).toMatchObject({
      ok: false,
      problems: [
        {
          code: 'FORBIDDEN',
          details: { required_scopes: ['notes:write'], missing_scopes: ['notes:write'] },
        },
      ],
    })
  })

  it.skipIf(face === 'cli')('can be tested on some faces only', async () => {
    expect((await call('whoami')).outcome).toMatchObject({ data: { id: 'nobody' } })
  })
})

describeFaces('a server that attaches', createServer, ({ call }) => {
  it.each(['response-v2', 'dtpr'])('has the attachments in the outcome: %s', async (dialect) => {
    const { outcome } = await call('show', {}, { dialect })
    expect(outcome.notes).toMatchObject({
      instruction: 'Look at it.',
      attachments: [{ text: 'A dot.' }, { data: 'AAAA' }],
    })
  })
})

const flags = createFlags(defineFlags({ ...contractFlag }), {
  overrides: { clients: { ada: { response_contract_v2: true } } },
  log: silentLog,
})
const createRollout = () =>
  defineServer({
    name: 'notes',
    version: '1.0.0',
    tools: [whoami, show],
    flags,
    contractFor: contractByFlag(flags, { on: responseV2, off: chemigram }),
    env: {},
  })

describeFaces('a server that chooses the contract by a flag', createRollout, ({ call, face }) => {
  it('is read in the contract that it chose', async () => {
    const { outcome, body } = await call('show')
    expect(outcome).toMatchObject({ ok: true, data: { id: 'n1' } })
    expect(chemigram.is(body)).toBe(true)
  })

  it('is read in the contract that it chose for a caller; a command has none', async () => {
    const { body } = await call('show', {}, { caller: ada })
    expect(responseV2.is(body)).toBe(face !== 'cli')
  })

  it('is read in the dialect that was asked for', async () => {
    const { body } = await call('show', {}, { dialect: 'dtpr' })
    expect(dtpr.is(body)).toBe(true)
  })
})

const createLong = () => {
  const scan = defineTool({
    name: 'scan',
    summary: 'Scan, or fail.',
    input: z.object({ fails: z.boolean() }),
    output,
    effect: 'read',
    codes: ['bad_request'],
    long: true,
    async run({ fails }, call) {
      call.progress(1, 2, 'half')
      await call.checkpoint({ page: 1 })
      if (fails) call.fail('bad_request', { message: 'There is no page.' })
      return ok({ id: 'n1' })
    },
  })
  return defineServer({ name: 'notes', version: '1.0.0', tools: [scan], contract: dtpr, env: {} })
}

describeFaces('a server with a tool that takes long', createLong, ({ call }) => {
  it('is read past the events that tell of its progress', async () => {
    const { outcome } = await call('scan', { fails: false })
    expect(outcome).toMatchObject({ ok: true, data: { id: 'n1' }, notes: { requestId: 'call-1' } })
  })

  it('is read past them if it fails, too', async () => {
    const { outcome } = await call('scan', { fails: true })
    expect(outcome).toMatchObject({ ok: false, problems: [{ code: 'bad_request' }] })
  })
})

describe('a client of a face', () => {
  it.each(faces)('calls as whom it is told: %s', async (face) => {
    const { outcome } = await createFaceClient(createServer(), face).call(
      'whoami',
      {},
      { caller: ada },
    )
    expect(outcome).toMatchObject({ data: { id: 'ada' } })
  })

  it('is refused by the scopes that its caller lacks', async () => {
    const answer = await createFaceClient(createServer(), 'rest').call(
      'save',
      {},
      { caller: { id: 'bob', scopes: [] } },
    )
    expect(answer).toMatchObject({
      status: 403,
      outcome: { ok: false, problems: [{ code: 'FORBIDDEN' }] },
    })
  })

  it('gives the outcome and the status where MCP gives no result', async () => {
    const answer = await createFaceClient(createServer(), 'mcp').call(
      'save',
      {},
      { caller: { id: 'bob', scopes: [] }, id: 'r1' },
    )
    expect(answer).toMatchObject({
      status: 403,
      outcome: { ok: false, problems: [{ code: 'FORBIDDEN' }], notes: { requestId: 'r1' } },
    })
  })

  it('knows the data of a tool by its name', async () => {
    const { outcome } = await createFaceClient(createServer(), 'direct').call('whoami')
    if (!outcome.ok) throw new Error(outcome.problems[0].message)
    expectTypeOf(outcome.data).toEqualTypeOf<{ id: string }>()
  })
})
