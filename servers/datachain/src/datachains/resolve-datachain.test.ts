import { describe, expect, test } from 'vitest'
import { toStrictCanonicalJson } from '../json/to-strict-canonical-json.ts'
import { Datachain, ResolvedDatachain } from '../model/index.ts'
import { tinyDatachain } from '../testing/tiny-datachain.ts'
import { tinyFiles, tinyVersion } from '../testing/tiny-version.ts'
import { resolveDatachain } from './resolve-datachain.ts'

const parse = (more: object = {}) => Datachain.parse({ ...tinyDatachain(), ...more })

describe('resolveDatachain', () => {
  test('carries the type, what is placed, its categories and every required one, by id', async () => {
    const { schema_snapshot: snapshot, ...rest } = resolveDatachain(
      parse({
        elements: [{ element_id: 'camera' }, { element_id: 'acting' }, { element_id: 'camera' }],
      }),
      await tinyVersion(),
    )
    expect(snapshot.datachain_type.id).toBe('ai')
    expect(snapshot.elements.map(({ id }) => id)).toEqual(['acting', 'camera'])
    expect(snapshot.categories.map(({ id }) => id)).toEqual(['data', 'modes', 'purpose'])
    expect(rest).toMatchObject({
      id: 'gate-7',
      suggested_elements: [],
      authoring_provenance: { kind: 'ai_generated' },
    })
  })

  test('gives what its own parser takes, and the same bytes every time', async () => {
    const [first, second] = [
      resolveDatachain(parse(), await tinyVersion()),
      resolveDatachain(parse(), await tinyVersion()),
    ]
    expect(toStrictCanonicalJson(ResolvedDatachain.parse(JSON.parse(JSON.stringify(first))))).toBe(
      toStrictCanonicalJson(first),
    )
    expect(toStrictCanonicalJson(second)).toBe(toStrictCanonicalJson(first))
  })

  test('puts languages in the order of the manifest', async () => {
    const files = {
      ...tinyFiles(),
      'meta.yaml': { ...tinyFiles()['meta.yaml'], locales: ['fr', 'en'] },
    }
    expect(
      resolveDatachain(parse(), await tinyVersion(files)).schema_snapshot.elements[0]?.title.map(
        ({ locale }) => locale,
      ),
    ).toEqual(['fr', 'en'])
  })
})
