import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { runRules } from '../../findings/rule.ts'
import { Datachain, type SchemaVersion } from '../../model/index.ts'
import { tinyDatachain } from '../../testing/tiny-datachain.ts'
import { text, tinyVersion } from '../../testing/tiny-version.ts'
import { toInstanceScope } from '../scope/instance-scope.ts'
import { instanceRules } from './index.ts'
import { isFlawless } from './is-flawless.ts'

let version: SchemaVersion
beforeAll(async () => {
  version = await tinyVersion()
})

/** Mostly right values, so that some datachains of several parts are right as a whole. */
const oneOf = <T>(right: readonly T[], wrong: readonly T[]) =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...right) },
    { weight: 1, arbitrary: fc.constantFrom(...wrong) },
  )

const localized = oneOf(
  [text('x'), [{ locale: 'fr', value: 'x' }]],
  [[{ locale: 'de', value: 'x' }], [...text('x'), ...text('x')], text(' '), []],
)
const given = {
  health: fc.constantFrom([], [{ id: 'reason', value: text('x') }]),
  camera: oneOf<object[]>(
    [[{ id: 'kinds', value: ['still', 'moving'] }], [{ id: 'kinds', value: ['moving'] }]],
    [
      [],
      [{ id: 'kinds', value: [] }],
      [{ id: 'kinds', value: ['typed'] }],
      [{ id: 'kinds', value: ['still', 'still'] }],
      [{ id: 'kinds', value: text('x') }],
    ],
  ),
  transport: localized.chain((value) =>
    oneOf<object[]>(
      [[{ id: 'detail', value }]],
      [
        [
          { id: 'detail', value },
          { id: 'detail', value },
        ],
        [{ id: 'other', value }],
        [{ id: 'detail', value: ['x'] }],
      ],
    ),
  ),
}
const flow = oneOf([undefined, 'a'], ['b', 'c'])
const own = oneOf([undefined, 'p', 'q', 'r', 's'], ['health', 'camera'])
const priority = oneOf([0, 7], [-1])
const action = oneOf(
  [
    { type: 'email', target: 'us@example.org' },
    { type: 'postal', target: 'Here' },
  ],
  [{ type: 'url', target: 'javascript:1' }],
)

const placement = fc.oneof(
  fc.record({
    element_id: fc.constant('health'),
    variables: given.health,
    priority,
    element_instance_id: own,
  }),
  fc.record({
    element_id: fc.constant('transport'),
    variables: given.transport,
    element_instance_id: own,
    actions: fc.tuple(action, localized).map(([one, label]) => [{ ...one, label }]),
  }),
  fc.record({
    element_id: oneOf(['camera'], ['gone']),
    variables: given.camera,
    context_type_id: oneOf(['personal', 'plain'], [undefined, 'asked']),
    subchain_instance_id: flow,
    element_instance_id: own,
  }),
)
const datachain = fc.record({
  id: fc.constant('own'),
  created_at: fc.constant(tinyDatachain().created_at),
  schema_version: oneOf(['ai@2026-01-02-beta'], ['ai@2026-01-02']),
  title: localized,
  elements: fc.array(placement, { minLength: 1, maxLength: 4 }),
  subchain_instances: oneOf<object[]>(
    [
      [{ id: 'a', subchain_id: 'flow', head_refs: [] }],
      [{ id: 'a', subchain_id: 'flow', head_refs: ['health'] }],
    ],
    [
      [],
      [{ id: 'a', subchain_id: 'flows' }],
      [
        { id: 'a', subchain_id: 'flow' },
        { id: 'a', subchain_id: 'flow' },
      ],
    ],
  ),
  linked_instance_ids: oneOf<string[]>([[], ['a', 'b']], [['own'], ['a', 'a'], ['a b']]),
  authoring_provenance: oneOf<object | undefined>(
    [
      undefined,
      { kind: 'human' },
      ...['health', 'p'].map((key) => ({
        kind: 'ai_generated',
        element_provenance: { [key]: { variable_rationale: { reason: 'x' } } },
      })),
    ],
    [
      {
        kind: 'ai_generated',
        element_provenance: { health: { variable_rationale: { kinds: 'x' } } },
      },
      { kind: 'ai_generated', element_provenance: { gone: {} } },
    ],
  ),
})

describe('isFlawless', () => {
  test('is true of a datachain if, and only if, the rules find nothing', () => {
    let flawless = 0
    fc.assert(
      fc.property(datachain, (value) => {
        const parsed = Datachain.parse(value)
        const isFound = runRules(instanceRules, toInstanceScope(parsed, version)).length > 0
        expect(isFlawless(parsed, version)).toBe(!isFound)
        if (!isFound) flawless++
      }),
      { numRuns: 2_000 },
    )
    expect(flawless).toBeGreaterThan(20)
  })
})
