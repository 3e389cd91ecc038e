// Checked by the compiler alone: nothing in this file runs.
import * as z from 'zod'
import { expectType } from '../../test/expect-type.ts'
import type { Contract } from '../contracts/contract/contract.ts'
import type { DtprCode } from '../contracts/dtpr/codes.ts'
import { chemigram, dtpr } from '../contracts/index.ts'
import type { ResponseV2Code } from '../contracts/response-v2/codes.ts'
import type { Codebook } from '../outcome/codebook.ts'
import { failure } from '../outcome/failure.ts'
import { type Outcome, ok } from '../outcome/outcome.ts'
import { type Server, defineServer } from '../server.ts'
import { createFaceClient } from '../testing/face-client.ts'
import { type AnyTool, defineTool } from './tool.ts'

const Note = z.object({ title: z.string() })
const base = { name: 'get_note', summary: 'Read a note.', effect: 'read' } as const
const Paged = z.object({ title: z.string(), page: z.int().default(1) })
const getNote = defineTool({
  ...base,
  input: z.object({ id: z.string(), limit: z.int().default(20) }),
  output: Paged,
  codes: ['NOT_FOUND'],
  run: () => ok({ title: 'x' }),
})
const ping = defineTool({
  name: 'ping',
  summary: 'Ping.',
  output: z.object({ pong: z.boolean() }),
  effect: 'read',
  run: () => ok({ pong: true }),
})
const server = defineServer({ name: 'notes', version: '1', tools: [getNote, ping] })

export async function serversKnowTheirTools(name: string, args: unknown) {
  const outcome = await server.call('get_note', { id: 'n1' })
  if (outcome.ok) expectType<{ title: string; page: number }>()(outcome.data)
  const pong = await server.call('ping')
  if (pong.ok) expectType<{ pong: boolean }>()(pong.data)
  expectType<Outcome>()(await server.callByName(name, args))
  expectType<Outcome>()(await server.callByName('nowhere', args, { timeoutMs: 5 }))

  // @ts-expect-error a name that no tool has
  await server.call('get_nots', { id: 'n1' })
  // @ts-expect-error a name that is known only when it runs
  await server.call(name, args)
  // @ts-expect-error a wrong type
  await server.call('get_note', { id: 5 })
  // @ts-expect-error a forgotten argument
  await server.call('get_note', { limit: 5 })
  // @ts-expect-error an argument that is not there
  await server.call('get_note', { id: 'n1', titel: 'x' })
  // @ts-expect-error no arguments for a tool that needs some
  await server.call('get_note')
  // @ts-expect-error arguments for a tool that takes none
  await server.call('ping', { id: 'n1' })
}

export async function callsTakeTheCodeOfConsent(code: string) {
  await server.call('get_note', { id: 'n1', explicit_action: code })
  await server.call('ping', { explicit_action: code })
  // @ts-expect-error a code is a string
  await server.call('get_note', { id: 'n1', explicit_action: true })
}

const policed = defineServer({
  name: 'notes',
  version: '1',
  contract: dtpr,
  codes: {
    gone: { kind: 'not_found' },
    locked: { kind: 'conflict' },
    unpaid: { kind: 'conflict' },
  },
  tools: [
    defineTool({ ...base, output: Note, codes: ['gone'], run: (_, call) => call.fail('gone') }),
    defineTool({
      ...base,
      name: 'lock_note',
      output: Note,
      codes: ['locked'],
      run: (_, call) => call.fail('locked'),
    }),
  ],
})

export async function outcomesKnowTheirCodes(wide: Contract, codes: Codebook) {
  const outcome = await server.call('get_note', { id: 'n1' })
  if (!outcome.ok) {
    expectType<ResponseV2Code>()(outcome.problems[0].code)
    // @ts-expect-error a code that neither the tool nor the contract has
    return outcome.problems[0].code === 'not_a_code'
  }
  const policy = await policed.call('get_note')
  // A code that no tool declares is one that a policy answers with.
  if (!policy.ok) expectType<DtprCode | 'gone' | 'unpaid'>()(policy.problems[0].code)
  const client = createFaceClient(policed, 'rest')
  const { outcome: locked } = await client.call('lock_note')
  if (!locked.ok) expectType<DtprCode | 'locked' | 'unpaid'>()(locked.problems[0].code)
  // @ts-expect-error a name that no tool has
  await client.call('lock_not')
  expectType<Outcome>()((await client.callByName('lock_not')).outcome)

  const tools = [getNote] as const
  const inAny = await defineServer({ name: 'a', version: '1', contract: wide, tools }).call(
    'get_note',
    { id: 'n1' },
  )
  if (!inAny.ok) expectType<string>()(inAny.problems[0].code)
  const ofAny = await defineServer({ name: 'a', version: '1', codes, tools }).call('get_note', {
    id: 'n1',
  })
  if (!ofAny.ok) expectType<string>()(ofAny.problems[0].code)
  return undefined
}

export async function serversOfAnyToolsTakeAnyName(any: Server, tools: readonly AnyTool[]) {
  expectType<Outcome>()(await any.call('nowhere', { id: 1 }))
  const made = defineServer({ name: 'a', version: '1', tools })
  const outcome = await made.call('nowhere', { id: 1 })
  if (outcome.ok) expectType<unknown>()(outcome.data)
}

export function anyServerIsAServer(): Server[] {
  const chosen = defineServer({ name: 'a', version: '1', tools: [] })
  return [server, chosen]
}

export function oneOfSeveralContractsMayBeGiven(isSmall: boolean): Server {
  const contract = isSmall ? chemigram : dtpr
  return defineServer({ name: 'a', version: '1', contract, tools: [] })
}

export async function partialAnswersHaveTheTypeOfTheData() {
  const outcome = await server.call('get_note', { id: 'n1' })
  if (!outcome.ok) expectType<{ title: string; page: number } | undefined>()(outcome.data)
  defineTool({
    ...base,
    output: Note,
    codes: ['gone'],
    run: () => failure('gone', { data: { title: 'Half' } }),
  })
  // @ts-expect-error a partial answer that breaks the schema
  defineTool({ ...base, output: Note, codes: ['gone'], run: () => failure('gone', { data: 5 }) })
}
