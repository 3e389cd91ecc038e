import { beforeAll, describe, expect, test } from 'vitest'
import { resolveDatachain } from '../../datachains/resolve-datachain.ts'
import { validateResolved } from '../../datachains/validate-resolved.ts'
import { Datachain, ResolvedDatachain, type SchemaVersion } from '../../model/index.ts'
import { tinyDatachain } from '../../testing/tiny-datachain.ts'
import { text, tinyFiles, tinyVersion } from '../../testing/tiny-version.ts'
import { resolvedRules } from './index.ts'

let version: SchemaVersion
let resolved: ReturnType<typeof resolveDatachain>
beforeAll(async () => {
  version = await tinyVersion()
  resolved = resolveDatachain(Datachain.parse(tinyDatachain()), version)
})

function codesIn(more: object, live = version) {
  const parsed = ResolvedDatachain.parse({ ...resolved, ...more })
  const findings = validateResolved(parsed, live.manifest.version, live)
  return findings.map(({ code, path }) => `${code} ${path}`)
}
const suggestion = (more: object = {}) => ({
  id: 'lidar',
  category_id: 'data',
  title: text('Lidar'),
  description: text('Measures.'),
  ...more,
})
const placed = (element_id: string) => ({
  elements: [...resolved.elements, { element_id, variables: [{ id: 'kinds', value: ['still'] }] }],
})

describe('the rules of a resolved datachain', () => {
  test('find nothing just after resolving, with and without a suggestion', () => {
    expect(codesIn({})).toEqual([])
    expect(codesIn({ suggested_elements: [suggestion()] })).toEqual([])
  })

  test('find nothing in datachains that are almost wrong', () => {
    for (const almost of [{ id: 'Camera' }, { id: 'data' }, { category_id: 'modes' }])
      expect(codesIn({ suggested_elements: [suggestion(almost)] })).toEqual([])
    expect(codesIn({ authoring_provenance: { kind: 'human' } })).toEqual([])
    const suggested = {
      elements: [...resolved.elements, { element_id: 'lidar' }],
      suggested_elements: [suggestion({ category_id: 'modes' })],
    }
    expect(codesIn(suggested)).toEqual([])
  })

  test('allow the languages of the served version, else those of the type', async () => {
    const third = await tinyVersion({
      ...tinyFiles(),
      'meta.yaml': { ...tinyFiles()['meta.yaml'], locales: ['en', 'fr', 'de'] },
    })
    const title = [{ locale: 'de', value: 'Tor' }]
    expect(codesIn({ title }, third)).toEqual([])
    expect(codesIn({ title })).toEqual(['INSTANCE_LOCALE_NOT_ALLOWED title[0].locale'])
  })

  test('element_id_collision is found, also between two suggestions', () => {
    expect(codesIn({ suggested_elements: [suggestion({ id: 'camera' })] })).toEqual([
      'element_id_collision suggested_elements[0].id',
    ])
    expect(codesIn({ suggested_elements: [suggestion(), suggestion()] })).toEqual([
      'element_id_collision suggested_elements[1].id',
    ])
  })

  test('provenance_required is found', () => {
    for (const authoring_provenance of [undefined, { kind: 'human' }])
      expect(codesIn({ suggested_elements: [suggestion()], authoring_provenance })).toEqual([
        'provenance_required authoring_provenance',
      ])
  })

  test('unknown_element_id is found beside INSTANCE_ELEMENT_UNKNOWN', () => {
    expect(codesIn(placed('lidar'))).toEqual([
      'INSTANCE_ELEMENT_UNKNOWN elements[6].element_id',
      'unknown_element_id elements[6].element_id',
    ])
  })

  test('check a placed suggestion against the variables and the context of its category', () => {
    expect(codesIn({ ...placed('lidar'), suggested_elements: [suggestion()] })).toEqual([
      'CONTEXT_TYPE_MISSING elements[6]',
      'INSTANCE_VARIABLE_OPTION_NOT_APPLICABLE elements[6].variables[0].value[0]',
    ])
  })

  test('suggested_category_unknown is found', () => {
    expect(codesIn({ suggested_elements: [suggestion({ category_id: 'gone' })] })).toEqual([
      'suggested_category_unknown suggested_elements[0].category_id',
    ])
  })

  test('snapshot_drift is found, once for each branch', async () => {
    const files = JSON.parse(
      JSON.stringify(tinyFiles())
        .replaceAll('Says ', 'Tells ')
        .replaceAll('About ', 'On ')
        .replaceAll('"AI', '"Ai'),
    )
    expect(codesIn({}, await tinyVersion(files))).toEqual([
      'snapshot_drift schema_snapshot.datachain_type',
      'snapshot_drift schema_snapshot.categories[0]',
      'snapshot_drift schema_snapshot.elements[0]',
    ])
  })

  test('snapshot_drift is not checked against another version', async () => {
    const files = {
      ...tinyFiles(),
      'meta.yaml': { ...tinyFiles()['meta.yaml'], version: 'ai@2026-09-09-beta' },
    }
    expect(codesIn({}, await tinyVersion(files, 'ai/2026-09-09-beta'))).toEqual([
      'INSTANCE_SCHEMA_VERSION_MISMATCH schema_version',
    ])
  })

  test('snapshot_drift is not found if only the order of languages differs', () => {
    const snapshot = {
      ...resolved.schema_snapshot,
      elements: resolved.schema_snapshot.elements.map((element) => ({
        ...element,
        title: element.title.toReversed(),
      })),
    }
    expect(codesIn({ schema_snapshot: snapshot })).toEqual([])
  })

  test('are all named here', () => {
    expect(resolvedRules.map(({ code }) => code)).toEqual([
      'element_id_collision',
      'provenance_required',
      'unknown_element_id',
      'suggested_category_unknown',
      'snapshot_drift',
    ])
  })
})
