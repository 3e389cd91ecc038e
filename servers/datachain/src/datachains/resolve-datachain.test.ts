import { describe, expect, test } from 'vitest'
import { toStrictCanonicalJson } from '../json/to-strict-canonical-json.ts'
import { Datachain, ResolvedDatachain } from '../model/index.ts'
import { tinyDatachain } from '../testing/tiny-datachain.ts'
import { tinyFiles, tinyVersion } from '../testing/tiny-version.ts'
import { resolveDatachain } from './resolve-datachain.ts'

const parse = (more: object = {}) => Datachain.parse({ ...tinyDatachain(), ...more })

describe('resolveDatachain', () => {
  test('adds the type, placed elements, their categories and required ones, by id', async () => {
    const elements = [{ element_id: 'camera' }, { element_id: 'acting' }, { element_id: 'camera' }]
    const resolved = resolveDatachain(parse({ elements }), await tinyVersion())
    const { schema_snapshot: snapshot, ...rest } = resolved
    expect(snapshot.datachain_type.id).toBe('ai')
    expect(snapshot.elements.map(({ id }) => id)).toEqual(['acting', 'camera'])
    expect(snapshot.categories.map(({ id }) => id)).toEqual(['data', 'modes', 'purpose'])
    expect(rest).toMatchObject({
      id: 'gate-7',
      suggested_elements: [],
      authoring_provenance: { kind: 'ai_generated' },
    })
  })

  test('returns what its own parser accepts, and the same bytes every time', async () => {
    const first = resolveDatachain(parse(), await tinyVersion())
    const second = resolveDatachain(parse(), await tinyVersion())
    const parsed = ResolvedDatachain.parse(JSON.parse(JSON.stringify(first)))
    expect(toStrictCanonicalJson(parsed)).toBe(toStrictCanonicalJson(first))
    expect(toStrictCanonicalJson(second)).toBe(toStrictCanonicalJson(first))
  })

  test('puts languages in the order of the manifest', async () => {
    const files = {
      ...tinyFiles(),
      'meta.yaml': { ...tinyFiles()['meta.yaml'], locales: ['fr', 'en'] },
    }
    const { schema_snapshot } = resolveDatachain(parse(), await tinyVersion(files))
    const title = schema_snapshot.elements[0]?.title
    expect(title?.map(({ locale }) => locale)).toEqual(['fr', 'en'])
  })
})
