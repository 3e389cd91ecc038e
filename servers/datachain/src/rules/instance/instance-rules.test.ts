import { beforeAll, describe, expect, test } from 'vitest'
import { validateDatachain } from '../../datachains/validate-datachain.ts'
import { runRules } from '../../findings/rule.ts'
import { Datachain, type SchemaVersion } from '../../model/index.ts'
import { tinyDatachain, withPlacement } from '../../testing/tiny-datachain.ts'
import { text, tinyVersion } from '../../testing/tiny-version.ts'
import { toInstanceScope } from '../scope/instance-scope.ts'
import { instanceRules } from './index.ts'
import { isFlawless } from './is-flawless.ts'

let version: SchemaVersion
beforeAll(async () => {
  version = await tinyVersion()
})

const findingsIn = (datachain: object) => validateDatachain(Datachain.parse(datachain), version)
const changed = (more: object) => ({ ...tinyDatachain(), ...more })
const subchains = (...subchain_instances: object[]) =>
  changed({ subchain_instances: [...tinyDatachain().subchain_instances, ...subchain_instances] })
const provenance = (element_provenance: object) =>
  changed({ authoring_provenance: { kind: 'ai_generated', element_provenance } })
const kinds = (...value: string[]) => withPlacement(3, { variables: [{ id: 'kinds', value }] })
const action = (type: string, target: string) =>
  withPlacement(2, { actions: [{ type, label: text('Go'), target }] })
const de = [{ locale: 'de', value: 'x' }]

/** Section 7 of the contract names these 17, and the others are what it says is checked nowhere. */
const named = [
  'REQUIRED_CATEGORY_MISSING',
  'INSTANCE_ELEMENT_UNKNOWN',
  'INSTANCE_ELEMENT_INSTANCE_ID_DUPLICATE',
  'INSTANCE_ELEMENT_INSTANCE_ID_COLLIDES_WITH_ELEMENT_ID',
  'INSTANCE_PRIORITY_NEGATIVE',
  'CONTEXT_TYPE_UNKNOWN',
  'CONTEXT_TYPE_MISSING',
  'INSTANCE_VARIABLE_UNKNOWN',
  'INSTANCE_VARIABLE_VALUE_SHAPE',
  'INSTANCE_VARIABLE_VALUE_EMPTY',
  'INSTANCE_VARIABLE_VALUE_DUPLICATE',
  'INSTANCE_VARIABLE_OPTION_UNKNOWN',
  'INSTANCE_VARIABLE_OPTION_NOT_APPLICABLE',
  'INSTANCE_REQUIRED_VARIABLE_MISSING',
  'element_provenance_ambiguous',
  'element_provenance_unknown_element',
  'variable_rationale_unknown_variable',
]
const added = [
  'INSTANCE_SCHEMA_VERSION_MISMATCH',
  'INSTANCE_SUBCHAIN_DUPLICATE',
  'INSTANCE_SUBCHAIN_UNKNOWN',
  'INSTANCE_SUBCHAIN_HEAD_UNKNOWN',
  'INSTANCE_SUBCHAIN_REF_UNKNOWN',
  'INSTANCE_SUBCHAIN_CATEGORY_OUTSIDE',
  'INSTANCE_LOCALE_NOT_ALLOWED',
  'INSTANCE_VARIABLE_DUPLICATE',
  'INSTANCE_ACTION_TARGET_INVALID',
  'INSTANCE_LINKED_ID_INVALID',
]

const cases: readonly (readonly [code: string, datachain: object, path: string, hint: string])[] = [
  [
    'INSTANCE_SCHEMA_VERSION_MISMATCH',
    changed({ schema_version: 'ai@2026-01-02' }),
    'schema_version',
    "Call with the version 'ai@2026-01-02', or write 'ai@2026-01-02-beta' here.",
  ],
  [
    'REQUIRED_CATEGORY_MISSING',
    changed({ elements: tinyDatachain().elements.slice(2) }),
    'elements',
    'Place one of: health, transport.',
  ],
  [
    'INSTANCE_ELEMENT_UNKNOWN',
    withPlacement(2, { element_id: '../acting' }),
    'elements[2].element_id',
    'Nearest: acting, camera, form and 2 more.',
  ],
  [
    'INSTANCE_ELEMENT_UNKNOWN',
    withPlacement(2, { element_id: '__proto__' }),
    'elements[2].element_id',
    'Nearest: ',
  ],
  [
    'INSTANCE_ELEMENT_INSTANCE_ID_DUPLICATE',
    withPlacement(4, { element_instance_id: 'camera-north' }),
    'elements[4].element_instance_id',
    "such as 'camera-north-4'",
  ],
  [
    'INSTANCE_ELEMENT_INSTANCE_ID_COLLIDES_WITH_ELEMENT_ID',
    withPlacement(4, { element_instance_id: 'health' }),
    'elements[4].element_instance_id',
    "such as 'health-4'",
  ],
  [
    'INSTANCE_PRIORITY_NEGATIVE',
    withPlacement(0, { priority: -1 }),
    'elements[0].priority',
    'Use 0',
  ],
  [
    'CONTEXT_TYPE_UNKNOWN',
    withPlacement(3, { context_type_id: 'person' }),
    'elements[3].context_type_id',
    'Use one of: personal, ',
  ],
  [
    'CONTEXT_TYPE_UNKNOWN',
    withPlacement(5, { context_type_id: 'personal' }),
    'elements[5].context_type_id',
    'Use one of: asked.',
  ],
  [
    'CONTEXT_TYPE_UNKNOWN',
    withPlacement(0, { context_type_id: 'personal' }),
    'elements[0].context_type_id',
    'Leave context_type_id out.',
  ],
  [
    'CONTEXT_TYPE_MISSING',
    withPlacement(3, { context_type_id: undefined }),
    'elements[3]',
    'one of: personal, open, plain.',
  ],
  [
    'INSTANCE_VARIABLE_UNKNOWN',
    withPlacement(1, { variables: [{ id: 'details', value: text('x') }] }),
    'elements[1].variables[0].id',
    'Use one of: detail, reason.',
  ],
  [
    'INSTANCE_VARIABLE_UNKNOWN',
    withPlacement(2, { variables: [{ id: 'detail', value: text('x') }] }),
    'elements[2].variables[0].id',
    'Leave it out',
  ],
  [
    'INSTANCE_VARIABLE_DUPLICATE',
    withPlacement(1, {
      variables: [
        { id: 'detail', value: text('x') },
        { id: 'detail', value: text('y') },
      ],
    }),
    'elements[1].variables[1].id',
    'Keep one',
  ],
  [
    'INSTANCE_VARIABLE_VALUE_SHAPE',
    withPlacement(1, { variables: [{ id: 'detail', value: ['still'] }] }),
    'elements[1].variables[0].value',
    '"locale": "en"',
  ],
  [
    'INSTANCE_VARIABLE_VALUE_SHAPE',
    withPlacement(3, { variables: [{ id: 'kinds', value: text('still') }] }),
    'elements[3].variables[0].value',
    'Use some of: still, moving, typed.',
  ],
  ['INSTANCE_VARIABLE_VALUE_EMPTY', kinds(), 'elements[3].variables[0].value', 'Fill it in'],
  [
    'INSTANCE_VARIABLE_VALUE_EMPTY',
    withPlacement(1, { variables: [{ id: 'detail', value: text(' ') }] }),
    'elements[1].variables[0].value[0].value',
    'Fill it in',
  ],
  [
    'INSTANCE_VARIABLE_VALUE_DUPLICATE',
    kinds('still', 'still'),
    'elements[3].variables[0].value[1]',
    'once',
  ],
  [
    'INSTANCE_VARIABLE_OPTION_UNKNOWN',
    kinds('stil'),
    'elements[3].variables[0].value[0]',
    'Use some of: still, moving.',
  ],
  [
    'INSTANCE_VARIABLE_OPTION_NOT_APPLICABLE',
    kinds('typed'),
    'elements[3].variables[0].value[0]',
    'Options that do: moving, still.',
  ],
  [
    'INSTANCE_REQUIRED_VARIABLE_MISSING',
    withPlacement(3, { variables: [] }),
    'elements[3].variables',
    "Add 'kinds' with some of: still, moving.",
  ],
  [
    'INSTANCE_SUBCHAIN_DUPLICATE',
    subchains({ id: 'flow-1', subchain_id: 'flow' }),
    'subchain_instances[1].id',
    "such as 'flow-1-1'",
  ],
  [
    'INSTANCE_SUBCHAIN_UNKNOWN',
    subchains({ id: 'b', subchain_id: 'flows' }),
    'subchain_instances[1].subchain_id',
    'Subchains: flow.',
  ],
  [
    'INSTANCE_SUBCHAIN_HEAD_UNKNOWN',
    subchains({ id: 'b', subchain_id: 'flow', head_refs: ['acting', 'acted'] }),
    'subchain_instances[1].head_refs[1]',
    'Use some of: acting, ',
  ],
  [
    'INSTANCE_SUBCHAIN_REF_UNKNOWN',
    withPlacement(3, { subchain_instance_id: 'flow' }),
    'elements[3].subchain_instance_id',
    'Use one of: flow-1.',
  ],
  [
    'INSTANCE_SUBCHAIN_REF_UNKNOWN',
    changed({ subchain_instances: [] }),
    'elements[3].subchain_instance_id',
    'add the subchain',
  ],
  [
    'INSTANCE_SUBCHAIN_CATEGORY_OUTSIDE',
    withPlacement(0, { subchain_instance_id: 'flow-1' }),
    'elements[0].subchain_instance_id',
    'Categories of the subchain: data.',
  ],
  ['INSTANCE_LOCALE_NOT_ALLOWED', changed({ title: de }), 'title[0].locale', 'Use en, fr.'],
  [
    'INSTANCE_LOCALE_NOT_ALLOWED',
    changed({ description: [...text('x'), ...text('y')] }),
    'description[2].locale',
    'Keep one',
  ],
  [
    'INSTANCE_LOCALE_NOT_ALLOWED',
    withPlacement(1, { variables: [{ id: 'detail', value: de }] }),
    'elements[1].variables[0].value[0].locale',
    'Use en, fr.',
  ],
  [
    'INSTANCE_LOCALE_NOT_ALLOWED',
    withPlacement(2, { actions: [{ type: 'postal', label: de, target: 'Here 1' }] }),
    'elements[2].actions[0].label[0].locale',
    'Use en, fr.',
  ],
  [
    'INSTANCE_ACTION_TARGET_INVALID',
    action('url', 'javascript:alert(1)'),
    'elements[2].actions[0].target',
    'https://',
  ],
  [
    'INSTANCE_ACTION_TARGET_INVALID',
    action('form', 'data:text/html,x'),
    'elements[2].actions[0].target',
    'https://',
  ],
  [
    'INSTANCE_ACTION_TARGET_INVALID',
    action('url', 'file:///etc/passwd'),
    'elements[2].actions[0].target',
    'https://',
  ],
  [
    'INSTANCE_ACTION_TARGET_INVALID',
    action('email', 'https://example.org'),
    'elements[2].actions[0].target',
    'privacy@example.org',
  ],
  [
    'INSTANCE_ACTION_TARGET_INVALID',
    action('phone', 'call us'),
    'elements[2].actions[0].target',
    '+33',
  ],
  [
    'INSTANCE_LINKED_ID_INVALID',
    changed({ linked_instance_ids: ['gate-7'] }),
    'linked_instance_ids[0]',
    'Delete the link.',
  ],
  [
    'INSTANCE_LINKED_ID_INVALID',
    changed({ linked_instance_ids: ['a', 'a'] }),
    'linked_instance_ids[1]',
    'Delete one',
  ],
  [
    'INSTANCE_LINKED_ID_INVALID',
    changed({ linked_instance_ids: ['a b'] }),
    'linked_instance_ids[0]',
    'without spaces',
  ],
  [
    'element_provenance_ambiguous',
    provenance({ camera: {} }),
    'authoring_provenance.element_provenance.camera',
    'Use one of: camera-north, camera-south.',
  ],
  [
    'element_provenance_unknown_element',
    provenance({ cameras: {} }),
    'authoring_provenance.element_provenance.cameras',
    'Use one of: camera-',
  ],
  [
    'variable_rationale_unknown_variable',
    provenance({ transport: { variable_rationale: { detial: 'x' } } }),
    'authoring_provenance.element_provenance.transport.variable_rationale.detial',
    'Variables of it: detail, reason.',
  ],
  [
    'variable_rationale_unknown_variable',
    provenance({ 'camera-south': { variable_rationale: { kind: 'x' } } }),
    'authoring_provenance.element_provenance.camera-south.variable_rationale.kind',
    'Variables of it: kinds.',
  ],
]

/** What comes close to breaking a rule and keeps it. */
const kept: readonly (readonly [code: string, what: string, datachain: object])[] = [
  ['INSTANCE_SCHEMA_VERSION_MISMATCH', 'the version asked for', tinyDatachain()],
  [
    'REQUIRED_CATEGORY_MISSING',
    'nothing but one element of the required category',
    changed({
      elements: [{ element_id: 'health' }],
      subchain_instances: [],
      authoring_provenance: undefined,
    }),
  ],
  [
    'INSTANCE_ELEMENT_UNKNOWN',
    'one element placed twice',
    changed({ elements: [...tinyDatachain().elements, { element_id: 'acting' }] }),
  ],
  [
    'INSTANCE_ELEMENT_INSTANCE_ID_DUPLICATE',
    'ids that differ by case',
    withPlacement(4, { element_instance_id: 'Camera-North' }),
  ],
  [
    'INSTANCE_ELEMENT_INSTANCE_ID_COLLIDES_WITH_ELEMENT_ID',
    'the id of an element that is not placed',
    {
      ...withPlacement(4, { element_instance_id: 'transport' }),
      elements: withPlacement(4, { element_instance_id: 'transport' }).elements.toSpliced(1, 1),
    },
  ],
  [
    'INSTANCE_PRIORITY_NEGATIVE',
    'the first and the last priority',
    {
      ...withPlacement(0, { priority: 0 }),
      elements: withPlacement(0, { priority: Number.MAX_SAFE_INTEGER }).elements,
    },
  ],
  [
    'CONTEXT_TYPE_UNKNOWN',
    'a value without a colour, and one of the element itself',
    { ...withPlacement(3, { context_type_id: 'plain' }) },
  ],
  [
    'CONTEXT_TYPE_MISSING',
    'nothing chosen where there is no context',
    withPlacement(0, { context_type_id: undefined }),
  ],
  [
    'INSTANCE_VARIABLE_UNKNOWN',
    'an optional variable',
    withPlacement(0, { variables: [{ id: 'reason', value: text('x') }] }),
  ],
  [
    'INSTANCE_VARIABLE_DUPLICATE',
    'both variables, with the same value',
    withPlacement(1, {
      variables: [
        { id: 'detail', value: text('x') },
        { id: 'reason', value: text('x') },
      ],
    }),
  ],
  [
    'INSTANCE_VARIABLE_VALUE_SHAPE',
    'a text, and options, each where it belongs',
    withPlacement(1, { variables: [{ id: 'detail', value: text('still') }] }),
  ],
  [
    'INSTANCE_VARIABLE_VALUE_EMPTY',
    'a text of one letter in one language',
    withPlacement(1, { variables: [{ id: 'detail', value: [{ locale: 'fr', value: ' x ' }] }] }),
  ],
  ['INSTANCE_VARIABLE_VALUE_DUPLICATE', 'one option in two placements', kinds('moving')],
  ['INSTANCE_VARIABLE_OPTION_UNKNOWN', 'every option there is', kinds('moving', 'still')],
  [
    'INSTANCE_VARIABLE_OPTION_NOT_APPLICABLE',
    'an option of the other element',
    withPlacement(5, { variables: [{ id: 'kinds', value: ['typed'] }] }),
  ],
  [
    'INSTANCE_REQUIRED_VARIABLE_MISSING',
    'optional variables left out',
    withPlacement(1, { variables: [] }),
  ],
  [
    'INSTANCE_SUBCHAIN_DUPLICATE',
    'one subchain twice',
    subchains({ id: 'flow-2', subchain_id: 'flow' }),
  ],
  [
    'INSTANCE_SUBCHAIN_UNKNOWN',
    'an id that is that of the subchain',
    subchains({ id: 'flow', subchain_id: 'flow' }),
  ],
  [
    'INSTANCE_SUBCHAIN_HEAD_UNKNOWN',
    'heads by element and by placement',
    subchains({ id: 'b', subchain_id: 'flow', head_refs: ['camera', 'camera-south', 'form'] }),
  ],
  [
    'INSTANCE_SUBCHAIN_REF_UNKNOWN',
    'no reference',
    withPlacement(3, { subchain_instance_id: undefined }),
  ],
  [
    'INSTANCE_SUBCHAIN_CATEGORY_OUTSIDE',
    'a head of another category',
    subchains({ id: 'b', subchain_id: 'flow', head_refs: ['health'] }),
  ],
  [
    'INSTANCE_LOCALE_NOT_ALLOWED',
    'one language here and another there',
    changed({ title: [{ locale: 'fr', value: 'x' }], description: [{ locale: 'en', value: 'x' }] }),
  ],
  ...[
    ['url', 'https://example.org/a'],
    ['form', 'http://example.org'],
    ['url', 'mailto:us@example.org'],
    ['url', 'tel:+3225550100'],
    ['email', 'us@example.org'],
    ['phone', '+32 2 555 01 00'],
    ['postal', 'javascript: 1'],
  ].map(
    ([type = '', target = '']) =>
      ['INSTANCE_ACTION_TARGET_INVALID', `${type} ${target}`, action(type, target)] as const,
  ),
  [
    'INSTANCE_LINKED_ID_INVALID',
    'other datachains',
    changed({ linked_instance_ids: ['gate-70', 'Gate-7', 'https://example.org/gate#7'] }),
  ],
  [
    'element_provenance_ambiguous',
    'two placements of one element, each by its own id',
    provenance({ 'camera-north': {}, 'camera-south': {} }),
  ],
  [
    'element_provenance_unknown_element',
    'an element that is placed once',
    provenance({ form: {} }),
  ],
  [
    'variable_rationale_unknown_variable',
    'variables by element and by placement',
    provenance({
      health: { variable_rationale: { reason: 'x' } },
      'camera-south': { variable_rationale: { kinds: 'x' } },
    }),
  ],
]

describe('the rules of a datachain', () => {
  test('find nothing in a datachain that keeps them', () => {
    expect(findingsIn(tinyDatachain())).toEqual([])
  })

  test.each(cases)('%s is found', (code, datachain, path, hint) => {
    expect(findingsIn(datachain)).toContainEqual(
      expect.objectContaining({ code, path, hint: expect.stringContaining(hint) }),
    )
  })

  test.each(kept)('%s is not found in %s', (_, __, datachain) => {
    const parsed = Datachain.parse(datachain)
    expect(runRules(instanceRules, toInstanceScope(parsed, version))).toEqual([])
    expect(isFlawless(parsed, version)).toBe(true)
  })

  test('find one thing where one thing is wrong', () => {
    const several = new Set([
      'INSTANCE_SUBCHAIN_REF_UNKNOWN',
      'REQUIRED_CATEGORY_MISSING',
      'INSTANCE_ELEMENT_UNKNOWN',
      'INSTANCE_ELEMENT_INSTANCE_ID_DUPLICATE',
      'INSTANCE_ELEMENT_INSTANCE_ID_COLLIDES_WITH_ELEMENT_ID',
      'INSTANCE_LOCALE_NOT_ALLOWED',
    ])
    for (const [code, datachain] of cases)
      if (!several.has(code))
        expect(findingsIn(datachain).map((finding) => finding.code)).toEqual([code])
  })

  test('are those of the contract and those that it lacks, all shown to be broken and to be kept', () => {
    const codes = instanceRules.map(({ code }) => code)
    expect(codes.toSorted()).toEqual([...named, ...added].sort())
    for (const table of [cases, kept])
      expect(codes.filter((code) => table.every(([shown]) => shown !== code))).toEqual([])
  })

  test('make a datachain invalid, but for two that advise', () => {
    expect(
      instanceRules.flatMap(({ code, severity }) => (severity === 'warning' ? [code] : [])),
    ).toEqual(['CONTEXT_TYPE_MISSING', 'INSTANCE_SUBCHAIN_CATEGORY_OUTSIDE'])
  })

  test('do not keep each other from being asked', () => {
    const all = findingsIn({
      ...withPlacement(3, {
        priority: -1,
        context_type_id: 'x',
        variables: [{ id: 'y', value: [] }],
      }),
      schema_version: 'ai@2020-01-01',
      title: de,
      linked_instance_ids: ['gate-7'],
    })
    expect(all.map(({ code }) => code)).toEqual([
      'INSTANCE_SCHEMA_VERSION_MISMATCH',
      'INSTANCE_PRIORITY_NEGATIVE',
      'CONTEXT_TYPE_UNKNOWN',
      'INSTANCE_VARIABLE_UNKNOWN',
      'INSTANCE_VARIABLE_VALUE_EMPTY',
      'INSTANCE_REQUIRED_VARIABLE_MISSING',
      'INSTANCE_LOCALE_NOT_ALLOWED',
      'INSTANCE_LINKED_ID_INVALID',
    ])
  })
})
