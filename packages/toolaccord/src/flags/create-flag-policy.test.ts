import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { chemigramContract } from '../contracts/chemigram/contract.ts'
import type { Contract } from '../contracts/contract/contract.ts'
import { responseV2Contract } from '../contracts/response-v2/contract.ts'
import type { Call } from '../define/call.ts'
import type { CallRequest, Next, Policy } from '../define/policy.ts'
import { defineTool } from '../define/tool.ts'
import { type Logger, silentLog } from '../log/log.ts'
import { ok } from '../outcome/outcome.ts'
import { defineServer } from '../server.ts'
import { createFlagPolicy } from './create-flag-policy.ts'
import { type FlagOptions, createFlags } from './create-flags.ts'
import { defineFlags } from './define-flags.ts'

const definitions = defineFlags({
  search: {
    summary: 'Searches better.',
    state: 'beta',
    owner: 'team-notes',
    default: false,
    allow: ['ada'],
  },
  export: {
    summary: 'Exports all.',
    state: 'deprecated',
    owner: 'team-notes',
    default: true,
    expires: '2026-06-30',
  },
})
const ada = { caller: { id: 'ada', scopes: [] } }
const expired = { now: () => Date.parse('2026-07-01') }

interface Setup extends FlagOptions<'search' | 'export'> {
  readonly flag?: string
  readonly contract?: Contract
  readonly policies?: readonly Policy[]
  readonly run?: (call: Call) => unknown
}

/** A server of one tool, gated if a flag is given. */
function serverOf({
  flag,
  contract = responseV2Contract,
  policies = [],
  run = () => true,
  ...options
}: Setup) {
  const flags = createFlags(definitions, { now: () => 0, log: silentLog, ...options })
  const output = z.object({ value: z.unknown() })
  const tool = defineTool({
    name: 'find_notes',
    summary: 'Finds.',
    output,
    effect: 'read',
    run: (_, call) => ok({ value: run(call) }),
  })
  return defineServer({
    name: 'notes',
    version: '1',
    contract,
    tools: [{ ...tool, flag }],
    flags,
    policies,
    log: silentLog,
    newId: () => 'r1',
  })
}

describe('a tool behind a flag', () => {
  it('runs for those who have the flag', async () => {
    expect(await serverOf({ flag: 'search' }).call('find_notes', {}, ada)).toEqual({
      ok: true,
      data: { value: true },
      notes: { requestId: 'r1' },
    })
  })

  it('refuses the others, and says whom to ask', async () => {
    const run = () => {
      throw new Error('must not run')
    }
    expect(await serverOf({ flag: 'search', run }).call('find_notes')).toEqual({
      ok: false,
      problems: [
        {
          code: 'FEATURE_DISABLED',
          message: "'find_notes' needs the feature 'search', which is not enabled for this caller.",
          hint:
            "The feature is beta. Ask its owner, team-notes, to enable 'search' for you; " +
            'until then use another tool.',
          details: { feature: 'search', state: 'beta' },
        },
      ],
      soft: false,
      notes: { requestId: 'r1' },
    })
  })

  it('refuses in the words of the contract', async () => {
    const server = serverOf({ flag: 'search', contract: chemigramContract })
    expect(await server.call('find_notes')).toMatchObject({
      problems: [{ code: 'permission_error', kind: 'feature_flag' }],
    })
  })

  it.each([
    ['on', {}, true],
    ['off', { overrides: { server: { export: false } } }, false],
  ])('warns after the last day of a flag that is %s', async (_, options, isOk) => {
    const warning = {
      code: 'FLAG_EXPIRED',
      severity: 'warning',
      context: { feature: 'export', expires: '2026-06-30' },
    }
    const outcome = await serverOf({ flag: 'export', ...options, ...expired }).call('find_notes')
    expect(outcome).toMatchObject({ ok: isOk, notes: { requestId: 'r1', warnings: [warning] } })
    expect(outcome.notes.warnings?.[0]?.message).toBe(
      "The feature flag 'export' expired on 2026-06-30; what it gates may change. " +
        'Its owner is team-notes.',
    )
  })

  it('keeps its own warnings beside that one', async () => {
    const run = (call: Call) => call.warn('SLOW', 'It took long.')
    const outcome = await serverOf({ flag: 'export', ...expired, run }).call('find_notes')
    expect(outcome.notes.warnings?.map(({ code }) => code)).toEqual(['SLOW', 'FLAG_EXPIRED'])
  })

  it('makes a server that cannot be defined, when there is no such flag', () => {
    expect(() => serverOf({ flag: 'serch' })).toThrow(
      "There is no flag 'serch'; did you mean 'search'?",
    )
  })
})

describe('call.flag', () => {
  it('answers for the caller, in every tool', async () => {
    const server = serverOf({ run: (call) => [call.flag('search'), call.flag('export')] })
    expect(await server.call('find_notes', {}, ada)).toMatchObject({
      data: { value: [true, true] },
    })
    expect(await server.call('find_notes')).toMatchObject({ data: { value: [false, true] } })
  })

  it('throws for a name that is not a flag, which callers see masked', async () => {
    const thrown: unknown[] = []
    const error: Logger['error'] = (_, fields) => {
      thrown.push(fields?.thrown)
    }
    const server = serverOf({ run: (call) => call.flag('serch') })
    const masked = { code: 'INTERNAL_ERROR', message: 'The server failed to answer this call.' }
    const outcome = await server.call('find_notes', {}, { log: { ...silentLog, error } })
    expect(outcome).toMatchObject({ ok: false, problems: [masked] })
    expect(thrown).toEqual([new TypeError("There is no flag 'serch'; did you mean 'search'?")])
  })
})

describe('the policy', () => {
  it.each([undefined, 'export'])('lets a call through (flag: %s)', async (flag) => {
    expect(await serverOf({ flag }).call('find_notes', {}, ada)).toMatchObject({ ok: true })
  })

  it('changes nothing but the flag, and makes no signal that nobody reads', async () => {
    let reads = 0
    const source = {
      tool: { name: 'find_notes' },
      get signal() {
        reads += 1
        return new AbortController().signal
      },
    }
    let seen: unknown
    const next: Next = async (changes) => {
      seen = changes
      return ok(1)
    }
    // The cast makes a request of the properties that this test looks at.
    await createFlagPolicy(createFlags(definitions)).around(source as CallRequest, next)
    expect(reads).toBe(0)
    expect(seen).toEqual({ flag: expect.any(Function) })
  })

  it('lets inner policies change the request with a spread', async () => {
    const inner: Policy = {
      name: 'inner',
      around: (request, next) => next({ ...request, caller: { id: 'eve', scopes: [] } }),
    }
    const server = serverOf({
      policies: [inner],
      run: (call) => [call.caller?.id, call.flag('export'), call.signal.aborted],
    })
    expect(await server.call('find_notes', {}, ada)).toMatchObject({
      data: { value: ['eve', true, false] },
    })
  })
})
