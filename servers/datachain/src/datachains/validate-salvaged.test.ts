import { describe, expect, test } from 'vitest'
import { tinyDatachain, withPlacement } from '../testing/tiny-datachain.ts'
import { tinyVersion } from '../testing/tiny-version.ts'
import { validateSalvaged } from './validate-salvaged.ts'

const version = await tinyVersion()
const findingsIn = (document: object) =>
  validateSalvaged(document, version).map(({ code, path }) => `${code} ${path}`)

describe('a datachain whose form is wrong', () => {
  test('has no finding about what cannot be read', () => {
    const { elements, ...rest } = tinyDatachain()
    for (const document of [
      rest,
      { ...tinyDatachain(), elements: 'none' },
      { ...tinyDatachain(), elements: [...elements, null] },
      { ...tinyDatachain(), id: 7, schema_version: undefined, created_at: 'yesterday' },
      { ...tinyDatachain(), subchain_instances: { id: 'flow-1' } },
      withPlacement(3, { variables: 'many' }),
      withPlacement(3, { context_type_id: 7 }),
      withPlacement(0, { element_id: undefined }),
    ]) {
      expect(findingsIn(document)).toEqual([])
    }
  })

  test('has every finding about what can', () => {
    expect(findingsIn({ ...withPlacement(2, { element_id: 'nobody' }), id: 7 })).toEqual([
      'INSTANCE_ELEMENT_UNKNOWN elements[2].element_id',
      'INSTANCE_SUBCHAIN_HEAD_UNKNOWN subchain_instances[0].head_refs[0]',
    ])
    const elements = [{ element_id: 'acting', priority: 'high' }]
    const few = { ...tinyDatachain(), elements, subchain_instances: [], authoring_provenance: 1 }
    expect(findingsIn(few)).toEqual(['REQUIRED_CATEGORY_MISSING elements'])
    expect(findingsIn({ elements: [{ element_id: 'acting' }] })).toEqual([
      'REQUIRED_CATEGORY_MISSING elements',
    ])
  })

  test('is not looked at if it has too many elements', () => {
    const elements = Array.from({ length: 501 }, () => ({ element_id: 'nobody' }))
    const datachain = { ...tinyDatachain(), elements, authoring_provenance: undefined }
    expect(findingsIn({ ...datachain, subchain_instances: [] })).toEqual([])
  })

  test('is read without its prototype', () => {
    const inherited = Object.create({ elements: [{ element_id: 'nobody' }] }) as object
    expect(findingsIn(inherited)).toEqual([])
  })
})
