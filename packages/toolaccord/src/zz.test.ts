import { it } from 'vitest'
import * as z from 'zod'
import { type } from 'arktype'
import * as v from 'valibot'
import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { toJsonSchema } from './schema/schema.ts'
import { closeObjects } from './schema/object-view.ts'
import { describeSchema } from './schema/describe-schema.ts'
const show = (n: string, s: any) => { for (const side of ['input','output'] as const) { try { console.log(n, side, JSON.stringify(toJsonSchema(s, side)), '\n   =>', JSON.stringify(closeObjects(toJsonSchema(s, side))), describeSchema(toJsonSchema(s,side))) } catch (e) { console.log(n, side, 'THROWS', String(e)) } } }
it('x', () => {
  show('inter', z.object({ x: z.object({ a: z.string() }).and(z.object({ b: z.number() })) }))
  show('strict inter', z.object({ x: z.strictObject({ a: z.string() }).and(z.strictObject({ b: z.number() })) }))
  const A = z.object({ a: z.string() }).meta({ id: 'AAA' })
  show('meta inter', z.object({ x: A.and(z.object({ b: z.number() })), y: A }))
  const Cat = z.object({ name: z.string(), get sub() { return z.array(Cat) } })
  show('rec', Cat)
  const CatM = z.object({ name: z.string(), get sub() { return z.array(CatM) } }).meta({ id: 'CatM' })
  show('rec meta', CatM)
  show('tuple', z.object({ t: z.tuple([z.string(), z.number()]), r: z.tuple([z.string()]).rest(z.number()) }))
  show('record', z.object({ t: z.record(z.string(), z.object({ a: z.number() })), e: z.record(z.enum(['a', 'b']), z.number()) }))
  show('misc', z.object({ n: z.object({ a: z.number() }).nullable(), d: z.int().default(3), tr: z.string().transform(Number).pipe(z.number()), c: z.coerce.number(), u: z.union([z.string(), z.number()]), em: z.email(), lit: z.literal(['a', 'b']), pre: z.preprocess((x) => x, z.number()), any: z.any(), j: z.json(), pr: z.prefault ? z.string().prefault('x') : z.string() }))
  show('json', z.json())
  show('loose', z.looseObject({ a: z.number() }))
  show('catchall', z.object({ a: z.number() }).catchall(z.object({ b: z.number() })))
  show('du', z.object({ s: z.discriminatedUnion('k', [z.object({ k: z.literal('c'), r: z.number() }), z.object({ k: z.literal('s'), w: z.number() })]) }))
  show('ark', type({ id: 'string', 'limit?': '1 <= number.integer <= 50', tags: 'string[]', where: { x: 'number' }, 'm?': { a: 'number' }, n: type({ a: 'number' }).or('null') }))
  show('ark default', type({ limit: 'number = 3' }))
  show('ark index', type({ '[string]': { a: 'number' } }))
  show('ark pattern', type({ '[/^x/]': { a: 'number' } }))
  show('ark morph', type({ d: 'string.numeric.parse' }))
  show('vali', toStandardJsonSchema(v.object({ id: v.string(), limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(50)), 20), n: v.nullable(v.object({ a: v.number() })) })))
  show('vali strict', toStandardJsonSchema(v.strictObject({ id: v.string() })))
  show('date', z.object({ d: z.date() }))
  show('bigint', z.object({ d: z.bigint() }))
})
