import { describe, expect, it } from 'vitest'
import { createMemoryArchive } from '../archive/create-memory-archive.ts'
import type { FidelityPlan } from '../define/fidelity-plan.ts'
import { toCanonicalJson } from '../json/to-canonical-json.ts'
import { silentLog } from '../log/log.ts'
import { failure } from '../outcome/failure.ts'
import { ok } from '../outcome/outcome.ts'
import type { JsonSchema } from '../schema/json-schema.ts'
import { pause } from '../signals/pause.ts'
import { createContentFidelity } from './create-content-fidelity.ts'
import { hugeLength, trimAnswer } from './trim-answer.ts'

const budget = 1_000
const toRow = (n: number) => ({ id: `r${n}`, text: `Row number ${n} of many.`, rank: n % 10 })
const rows = Array.from({ length: 20_000 }, (_, n) => toRow(n))
const objects: JsonSchema = { type: 'array', items: { type: 'object' } }
const toSchema = (list: JsonSchema): JsonSchema => ({
  type: 'object',
  properties: { rows: list, total: { type: 'integer' } },
  required: ['rows', 'total'],
})
const data = { rows, total: rows.length }
const trim = (schema: JsonSchema, plan: FidelityPlan = { items: [] }) =>
  trimAnswer({ data, schema, plan, budget, turn: pause })
const rowsIn = (draft: Awaited<ReturnType<typeof trim>>) =>
  (draft?.data as typeof data | undefined)?.rows ?? []

const byRank = {
  path: 'rows',
  id: 'id',
  priority: ({ rank }: ReturnType<typeof toRow>) => rank,
  protected: ({ id }: ReturnType<typeof toRow>) => id === 'r19990',
  atLeast: 3,
} as FidelityPlan['items'][number]
const plain = { path: 'rows', id: 'id' } as FidelityPlan['items'][number]

describe('trimming a huge answer', () => {
  it('takes the end of an array, and counts what is gone', async () => {
    const draft = await trim(toSchema(objects))
    const left = rowsIn(draft)
    expect(left).toEqual(rows.slice(0, left.length))
    expect(left.length).toBeGreaterThan(100)
    expect(left.length).toBeLessThan(1_000)
    expect(draft?.counts.dropped).toBe(rows.length - left.length)
  })

  it('keeps the items of a plan that matter most, in their order', async () => {
    const draft = await trim(toSchema(objects), { items: [byRank] })
    const left = rowsIn(draft)
    const [, ...others] = left.toReversed()
    expect(left.at(-1)?.id).toBe('r19990')
    expect(new Set(others.map(({ rank }) => rank))).toEqual(new Set([9]))
    expect(left.map(({ id }) => Number(id.slice(1)))).toEqual(
      left.map(({ id }) => Number(id.slice(1))).toSorted((a, b) => a - b),
    )
    expect(draft?.droppedIds).toHaveLength(rows.length - left.length)
  })

  it.each<[string, JsonSchema]>([
    ['must be different', { ...objects, uniqueItems: true }],
    ['have places', { ...objects, prefixItems: [{ type: 'object' }] }],
    ['must all stay', { ...objects, minItems: rows.length }],
    ['are looked at together', { ...objects, contains: { type: 'object' } }],
  ])('takes nothing of items that %s', async (_, list) => {
    expect(await trim(toSchema(list))).toBeUndefined()
  })

  it('takes nothing of an answer with parts that are whole or not there', async () => {
    expect(await trim(toSchema(objects), { items: [], whole: ['rows'] })).toBeUndefined()
  })

  it('takes nothing if ids are places, which would change', async () => {
    const places = { path: 'rows', id: 'none' } as FidelityPlan['items'][number]
    expect(await trim(toSchema(objects), { items: [places] })).toBeUndefined()
  })
})

describe('a huge answer that is fitted', () => {
  const fidelity = createContentFidelity({ archive: createMemoryArchive(), budget })
  const fitData = (
    whole: unknown,
    {
      schema,
      items = [],
      length,
    }: {
      readonly schema: JsonSchema
      readonly items?: FidelityPlan['items']
      readonly length?: number
    },
  ) =>
    fidelity.fit({
      outcome: ok(whole),
      schema,
      plan: { items },
      budget,
      length,
      owner: 'anyone',
      write: (outcome) => JSON.stringify(outcome),
      refuse: (_, { message = '' }) => failure('too_large', { message }),
      log: silentLog,
      turn: pause,
    })

  it.each<[string, unknown, JsonSchema, FidelityPlan['items']]>([
    ['rows', data, toSchema(objects), []],
    ['planned rows', data, toSchema(objects), [plain]],
    ['one text', { text: 'Word after word. '.repeat(50_000) }, { type: 'object' }, []],
    ['rows in an object', { deep: { rows }, note: 'kept' }, { type: 'object' }, []],
  ])('says and keeps the same as if all of it had been counted: %s', async (...given) => {
    const [, whole, schema, items] = given
    const counted = await fitData(whole, { schema, items })
    const trimmed = await fitData(whole, { schema, items, length: hugeLength + 1 })
    expect(trimmed).toEqual(counted)
    expect(toCanonicalJson(trimmed)).toContain('CONTENT_TRUNCATED')
  })

  it('keeps as many of the items that matter most as if all had been counted', async () => {
    const schema = toSchema(objects)
    const counted = await fitData(data, { schema, items: [byRank] })
    const trimmed = await fitData(data, { schema, items: [byRank], length: hugeLength + 1 })
    expect(trimmed.data).toEqual(counted.data)
    expect(trimmed.notes.warnings).toEqual(counted.notes.warnings)
    expect(trimmed.notes.fidelity?.archiveHashes?.answer).toBe(
      counted.notes.fidelity?.archiveHashes?.answer,
    )
  })

  it('lets others have their turn while it is fitted', async () => {
    let turns = 0
    let isOver = false
    const take = () => {
      turns++
      if (!isOver) setImmediate(take)
    }
    setImmediate(take)
    await fitData(data, { schema: toSchema(objects), length: hugeLength + 1 })
    isOver = true
    expect(turns).toBeGreaterThan(10)
  })
})
