import { beforeAll, describe, expect, test } from 'vitest'
import { Datachain, type SchemaVersion } from '../../model.ts'
import { tinyDatachain, withPlacement } from '../../testing/tiny-datachain.ts'
import { text, tinyVersion } from '../../testing/tiny-folder.ts'
import { validateDatachain } from '../../validate.ts'
import { instanceRules } from './index.ts'

let version: SchemaVersion
beforeAll(async () => {
  version = await tinyVersion()
})

const findingsIn = (datachain: object) => validateDatachain(Datachain.parse(datachain), version)
const changed = (more: object) => ({ ...tinyDatachain(), ...more })
const subchains = (...subchain_instances: object[]) => changed({ subchain_instances: [...tinyDatachain().subchain_instances, ...subchain_instances] })
const provenance = (element_provenance: object) => changed({ authoring_provenance: { kind: 'ai_generated', element_provenance } })
const kinds = (...value: string[]) => withPlacement(3, { variables: [{ id: 'kinds', value }] })
const action = (type: string, target: string) => withPlacement(2, { actions: [{ type, label: text('Go'), target }] })
const de = [{ locale: 'de', value: 'x' }]

const cases: readonly (readonly [code: string, datachain: object, path: string, hint: string])[] = [
  ['INSTANCE_SCHEMA_VERSION_MISMATCH', changed({ schema_version: 'ai@2026-01-02' }), 'schema_version', "Call with the version 'ai@2026-01-02', or write 'ai@2026-01-02-beta' here."],
  ['REQUIRED_CATEGORY_MISSING', changed({ elements: tinyDatachain().elements.slice(2) }), 'elements', 'Place one of: health, transport.'],
  ['INSTANCE_ELEMENT_UNKNOWN', withPlacement(2, { element_id: '../acting' }), 'elements[2].element_id', 'Nearest: acting, camera, form and 2 more.'],
  ['INSTANCE_ELEMENT_UNKNOWN', withPlacement(2, { element_id: '__proto__' }), 'elements[2].element_id', 'Nearest: '],
  ['INSTANCE_ELEMENT_INSTANCE_ID_DUPLICATE', withPlacement(4, { element_instance_id: 'camera-north' }), 'elements[4].element_instance_id', "such as 'camera-north-4'"],
  ['INSTANCE_ELEMENT_INSTANCE_ID_COLLIDES_WITH_ELEMENT_ID', withPlacement(4, { element_instance_id: 'health' }), 'elements[4].element_instance_id', "such as 'health-4'"],
  ['INSTANCE_PRIORITY_NEGATIVE', withPlacement(0, { priority: -1 }), 'elements[0].priority', 'Use 0'],
  ['CONTEXT_TYPE_UNKNOWN', withPlacement(3, { context_type_id: 'person' }), 'elements[3].context_type_id', 'Use one of: personal, '],
  ['CONTEXT_TYPE_UNKNOWN', withPlacement(5, { context_type_id: 'personal' }), 'elements[5].context_type_id', 'Use one of: asked.'],
  ['CONTEXT_TYPE_UNKNOWN', withPlacement(0, { context_type_id: 'personal' }), 'elements[0].context_type_id', 'Leave context_type_id out.'],
  ['CONTEXT_TYPE_MISSING', withPlacement(3, { context_type_id: undefined }), 'elements[3]', 'one of: personal, open, plain.'],
  ['INSTANCE_VARIABLE_UNKNOWN', withPlacement(1, { variables: [{ id: 'details', value: text('x') }] }), 'elements[1].variables[0].id', 'Use one of: detail, reason.'],
  ['INSTANCE_VARIABLE_UNKNOWN', withPlacement(2, { variables: [{ id: 'detail', value: text('x') }] }), 'elements[2].variables[0].id', 'Leave it out'],
  ['INSTANCE_VARIABLE_DUPLICATE', withPlacement(1, { variables: [{ id: 'detail', value: text('x') }, { id: 'detail', value: text('y') }] }), 'elements[1].variables[1].id', 'Keep one'],
  ['INSTANCE_VARIABLE_VALUE_SHAPE', withPlacement(1, { variables: [{ id: 'detail', value: ['still'] }] }), 'elements[1].variables[0].value', '"locale": "en"'],
  ['INSTANCE_VARIABLE_VALUE_SHAPE', withPlacement(3, { variables: [{ id: 'kinds', value: text('still') }] }), 'elements[3].variables[0].value', 'Use some of: still, moving, typed.'],
  ['INSTANCE_VARIABLE_VALUE_EMPTY', kinds(), 'elements[3].variables[0].value', 'Fill it in'],
  ['INSTANCE_VARIABLE_VALUE_EMPTY', withPlacement(1, { variables: [{ id: 'detail', value: text(' ') }] }), 'elements[1].variables[0].value[0].value', 'Fill it in'],
  ['INSTANCE_VARIABLE_VALUE_DUPLICATE', kinds('still', 'still'), 'elements[3].variables[0].value[1]', 'once'],
  ['INSTANCE_VARIABLE_OPTION_UNKNOWN', kinds('stil'), 'elements[3].variables[0].value[0]', 'Use some of: still, moving.'],
  ['INSTANCE_VARIABLE_OPTION_NOT_APPLICABLE', kinds('typed'), 'elements[3].variables[0].value[0]', 'Options that do: moving, still.'],
  ['INSTANCE_REQUIRED_VARIABLE_MISSING', withPlacement(3, { variables: [] }), 'elements[3].variables', "Add 'kinds' with some of: still, moving."],
  ['INSTANCE_SUBCHAIN_DUPLICATE', subchains({ id: 'flow-1', subchain_id: 'flow' }), 'subchain_instances[1].id', "such as 'flow-1-1'"],
  ['INSTANCE_SUBCHAIN_UNKNOWN', subchains({ id: 'b', subchain_id: 'flows' }), 'subchain_instances[1].subchain_id', 'Subchains: flow.'],
  ['INSTANCE_SUBCHAIN_HEAD_UNKNOWN', subchains({ id: 'b', subchain_id: 'flow', head_refs: ['acting', 'acted'] }), 'subchain_instances[1].head_refs[1]', 'Use some of: acting, '],
  ['INSTANCE_SUBCHAIN_REF_UNKNOWN', withPlacement(3, { subchain_instance_id: 'flow' }), 'elements[3].subchain_instance_id', 'Use one of: flow-1.'],
  ['INSTANCE_SUBCHAIN_REF_UNKNOWN', changed({ subchain_instances: [] }), 'elements[3].subchain_instance_id', 'add the subchain'],
  ['INSTANCE_SUBCHAIN_CATEGORY_OUTSIDE', withPlacement(0, { subchain_instance_id: 'flow-1' }), 'elements[0].subchain_instance_id', 'Categories of the subchain: data.'],
  ['INSTANCE_LOCALE_NOT_ALLOWED', changed({ title: de }), 'title[0].locale', 'Use en, fr.'],
  ['INSTANCE_LOCALE_NOT_ALLOWED', changed({ description: [...text('x'), ...text('y')] }), 'description[2].locale', 'Keep one'],
  ['INSTANCE_LOCALE_NOT_ALLOWED', withPlacement(1, { variables: [{ id: 'detail', value: de }] }), 'elements[1].variables[0].value[0].locale', 'Use en, fr.'],
  ['INSTANCE_LOCALE_NOT_ALLOWED', withPlacement(2, { actions: [{ type: 'postal', label: de, target: 'Here 1' }] }), 'elements[2].actions[0].label[0].locale', 'Use en, fr.'],
  ['INSTANCE_ACTION_TARGET_INVALID', action('url', 'javascript:alert(1)'), 'elements[2].actions[0].target', 'https://'],
  ['INSTANCE_LINKED_ID_INVALID', changed({ linked_instance_ids: ['gate-7'] }), 'linked_instance_ids[0]', 'Delete the link.'],
  ['INSTANCE_LINKED_ID_INVALID', changed({ linked_instance_ids: ['a', 'a'] }), 'linked_instance_ids[1]', 'Delete one'],
  ['INSTANCE_LINKED_ID_INVALID', changed({ linked_instance_ids: ['a b'] }), 'linked_instance_ids[0]', 'without spaces'],
  ['element_provenance_ambiguous', provenance({ camera: {} }), 'authoring_provenance.element_provenance.camera', 'Use one of: camera-north, camera-south.'],
  ['element_provenance_unknown_element', provenance({ cameras: {} }), 'authoring_provenance.element_provenance.cameras', 'Use one of: camera-'],
  ['variable_rationale_unknown_variable', provenance({ transport: { variable_rationale: { detial: 'x' } } }), 'authoring_provenance.element_provenance.transport.variable_rationale.detial', 'Variables of it: detail, reason.'],
  ['variable_rationale_unknown_variable', provenance({ 'camera-south': { variable_rationale: { kind: 'x' } } }), 'authoring_provenance.element_provenance.camera-south.variable_rationale.kind', 'Variables of it: kinds.'],
]

describe('the rules of a datachain', () => {
  test('find nothing in a datachain that keeps them', () => {
    expect(findingsIn(tinyDatachain())).toEqual([])
  })

  test.each(cases)('%s is found', (code, datachain, path, hint) => {
    expect(findingsIn(datachain)).toContainEqual(expect.objectContaining({ code, path, hint: expect.stringContaining(hint) }))
  })

  test('find one thing where one thing is wrong', () => {
    const several = new Set(['INSTANCE_SUBCHAIN_REF_UNKNOWN', 'REQUIRED_CATEGORY_MISSING', 'INSTANCE_ELEMENT_UNKNOWN', 'INSTANCE_ELEMENT_INSTANCE_ID_DUPLICATE', 'INSTANCE_ELEMENT_INSTANCE_ID_COLLIDES_WITH_ELEMENT_ID', 'INSTANCE_LOCALE_NOT_ALLOWED'])
    for (const [code, datachain] of cases) if (!several.has(code)) expect(findingsIn(datachain).map((finding) => finding.code)).toEqual([code])
  })

  test('are all shown to fail', () => {
    const shown = new Set(cases.map(([code]) => code))
    expect(instanceRules.map(({ code }) => code).filter((code) => !shown.has(code))).toEqual([])
  })

  test('do not keep each other from being asked', () => {
    const all = findingsIn({ ...withPlacement(3, { priority: -1, context_type_id: 'x', variables: [{ id: 'y', value: [] }] }), schema_version: 'ai@2020-01-01', title: de, linked_instance_ids: ['gate-7'] })
    expect(all.map(({ code }) => code)).toEqual([
      'INSTANCE_SCHEMA_VERSION_MISMATCH', 'INSTANCE_PRIORITY_NEGATIVE', 'CONTEXT_TYPE_UNKNOWN', 'INSTANCE_VARIABLE_UNKNOWN', 'INSTANCE_VARIABLE_VALUE_EMPTY', 'INSTANCE_REQUIRED_VARIABLE_MISSING',
      'INSTANCE_LOCALE_NOT_ALLOWED', 'INSTANCE_LINKED_ID_INVALID',
    ])
  })
})
