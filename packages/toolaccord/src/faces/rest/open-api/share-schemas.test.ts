import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dereference } from '../../../../test/dereference.ts'
import type { JsonSchema } from '../../../schema/json-schema.ts'
import { shareSchemas } from './share-schemas.ts'

/** An object schema that is long enough to be shared; different words make different ones. */
const long = (word: string, more: JsonSchema = {}): JsonSchema => ({
  type: 'object',
  properties: { [word]: { type: 'string', pattern: word.repeat(150) } },
  ...more,
})
const object = (properties: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  type: 'object',
  properties,
})

type Schemas = Readonly<Record<string, JsonSchema>>
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const documentOf = (schemas: Schemas) => ({ components: { schemas } })

/** The schemas of these names, without any reference. */
const plain = (schemas: Schemas, names: readonly string[]) => {
  const all = dereference(documentOf(schemas)).components.schemas
  return names.map((name) => all[name])
}

describe('a schema that occurs twice', () => {
  it('becomes one of its own, named after the property that it describes', () => {
    const { schemas } = shareSchemas({
      'a.input': object({ mask: long('m') }),
      'b.input': object({ masks: { type: 'array', items: long('m') } }),
    })
    expect(schemas).toEqual({
      'a.input': object({ mask: ref('mask') }),
      'b.input': object({ masks: { type: 'array', items: ref('mask') } }),
      mask: long('m'),
    })
  })

  it('keeps the description of each place', () => {
    const { schemas } = shareSchemas({
      'a.input': object({ mask: long('m', { description: 'Here.' }) }),
      'b.input': object({ mask: long('m') }),
    })
    expect(schemas).toEqual({
      'a.input': object({ mask: { ...ref('mask'), description: 'Here.' } }),
      'b.input': object({ mask: ref('mask') }),
      mask: long('m'),
    })
  })

  it('is named after its tool too if others describe a property of that name', () => {
    const { schemas } = shareSchemas({
      'a.input': object({ data: long('x') }),
      'b.input': object({ data: long('x') }),
      'c.input': object({ data: long('y') }),
      'd.input': object({ data: long('y') }),
    })
    expect(Object.keys(schemas).slice(4)).toEqual(['a.data', 'c.data'])
  })

  it('takes no name that is taken, and none that a document could not have', () => {
    const { schemas } = shareSchemas({
      failure: object({}),
      'a.input': object({ failure: long('x'), '$a/b~': long('y') }),
      'b.input': object({ failure: long('x'), '$a/b~': long('y') }),
    })
    expect(Object.keys(schemas).slice(3)).toEqual(['failure-2', '-36-a-47-b-126-'])
  })

  it('has no parts of its own that occur nowhere else', () => {
    const outer = object({ inner: long('i') })
    expect(
      Object.keys(shareSchemas({ a: object({ outer }), b: object({ outer }) }).schemas),
    ).toEqual(['a', 'b', 'outer'])
    expect(
      Object.keys(
        shareSchemas({ a: object({ outer }), b: object({ outer }), c: object({ x: long('i') }) })
          .schemas,
      ),
    ).toEqual(['a', 'b', 'c', 'outer', 'inner'])
  })

  it('is referred to from other parts of the document', () => {
    const { share } = shareSchemas({
      a: object({ mask: long('m') }),
      b: object({ mask: long('m') }),
    })
    expect(share(long('m'))).toEqual(ref('mask'))
    expect(share({ type: 'array', items: long('m') })).toEqual({
      type: 'array',
      items: ref('mask'),
    })
  })
})

describe('a schema that stays where it is', () => {
  it('is short, or the only one', () => {
    const given = {
      a: object({ id: { type: 'string' }, one: long('1') }),
      b: object({ id: { type: 'string' }, two: long('2') }),
    }
    expect(shareSchemas(given).schemas).toEqual(given)
  })

  it('is one that a reference leads through', () => {
    const given = {
      a: object({ mask: long('m'), word: ref('a/properties/mask/properties/m') }),
      b: object({ mask: long('m') }),
      c: object({ mask: long('m') }),
    }
    const { schemas } = shareSchemas(given)
    expect(schemas).toEqual({
      ...given,
      b: object({ mask: ref('mask') }),
      c: object({ mask: ref('mask') }),
      mask: long('m'),
    })
    expect(plain(schemas, ['a', 'b', 'c'])).toEqual(plain(given, ['a', 'b', 'c']))
  })

  it('is data that looks like one', () => {
    const given = {
      a: object({ x: { default: long('m') } }),
      b: object({ y: { enum: [long('m')] } }),
    }
    expect(shareSchemas(given).schemas).toEqual(given)
  })
})

describe('schemas of any shape', () => {
  const { schema } = fc.letrec<{ schema: JsonSchema }>((tie) => {
    const leaf = fc.constantFrom<JsonSchema>(
      { type: 'string' },
      long('m'),
      long('n'),
      long('m', { description: 'A mask.' }),
      { enum: [long('m')] },
    )
    const member = fc.dictionary(
      fc.constantFrom('a', 'b', '__proto__', '/', 'data'),
      tie('schema'),
      { maxKeys: 3 },
    )
    return {
      schema: fc.oneof(
        { maxDepth: 4 },
        leaf,
        member.map((properties): JsonSchema => ({ type: 'object', properties })),
        member.map(($defs): JsonSchema => ({ type: 'object', $defs })),
        tie('schema').map((items): JsonSchema => ({ type: 'array', items })),
        fc.array(tie('schema'), { maxLength: 3 }).map((anyOf): JsonSchema => ({ anyOf })),
      ),
    }
  })

  it('mean what they meant before, and get no longer', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('a.input', 'a.answer', 'b.input', 'failure'), schema),
        (given) => {
          const { schemas } = shareSchemas(given)
          const names = Object.keys(given)
          expect(plain(schemas, names)).toEqual(names.map((name) => given[name]))
          expect(JSON.stringify(schemas).length).toBeLessThanOrEqual(JSON.stringify(given).length)
          for (const name of Object.keys(schemas)) expect(name).toMatch(/^[\w.-]+$/)
        },
      ),
    )
  })
})
