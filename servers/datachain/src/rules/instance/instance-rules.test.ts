import { beforeAll, describe, expect, test } from 'vitest'
import { validateDatachain } from '../../datachains/validate-datachain.ts'
import { runRules } from '../../findings/rule.ts'
import { Datachain, type SchemaVersion } from '../../model/index.ts'
import { tinyDatachain, withPlacement } from '../../testing/tiny-datachain.ts'
import { tinyVersion } from '../../testing/tiny-version.ts'
import { toInstanceScope } from '../scope/instance-scope.ts'
import { instanceRules } from './index.ts'
import { isFlawless } from './is-flawless.ts'
import { inGerman } from './testing/changed.ts'
import { documentCases } from './testing/document-cases.ts'
import { placementCases } from './testing/placement-cases.ts'
import { provenanceCases } from './testing/provenance-cases.ts'
import { subchainCases } from './testing/subchain-cases.ts'
import { variableCases } from './testing/variable-cases.ts'

let version: SchemaVersion
beforeAll(async () => {
  version = await tinyVersion()
})

const findingsIn = (datachain: object) => validateDatachain(Datachain.parse(datachain), version)

/** The 17 codes in section 7 of the contract. */
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

/** Codes for faults that the contract says are checked nowhere. */
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

const subjects = [documentCases, placementCases, variableCases, subchainCases, provenanceCases]
const allBroken = subjects.flatMap(({ broken }) => broken)
const allKept = subjects.flatMap(({ kept }) => kept)

describe('the rules of a datachain', () => {
  test('find nothing in a datachain that keeps them', () => {
    expect(findingsIn(tinyDatachain())).toEqual([])
  })

  test.each(allBroken)('%s is found', (code, datachain, path, hint) => {
    expect(findingsIn(datachain)).toContainEqual(
      expect.objectContaining({ code, path, hint: expect.stringContaining(hint) }),
    )
  })

  test.each(allKept)('%s is not found in %s', (_, __, datachain) => {
    const parsed = Datachain.parse(datachain)
    expect(runRules(instanceRules, toInstanceScope(parsed, version))).toEqual([])
    expect(isFlawless(parsed, version)).toBe(true)
  })

  test('find one thing if one thing is wrong', () => {
    const several = new Set([
      'INSTANCE_SUBCHAIN_REF_UNKNOWN',
      'REQUIRED_CATEGORY_MISSING',
      'INSTANCE_ELEMENT_UNKNOWN',
      'INSTANCE_ELEMENT_INSTANCE_ID_DUPLICATE',
      'INSTANCE_ELEMENT_INSTANCE_ID_COLLIDES_WITH_ELEMENT_ID',
      'INSTANCE_LOCALE_NOT_ALLOWED',
    ])
    for (const [code, datachain] of allBroken) {
      if (several.has(code)) continue
      expect(findingsIn(datachain).map((finding) => finding.code)).toEqual([code])
    }
  })

  test('are those of the contract and some that it does not have', () => {
    const codes = instanceRules.map(({ code }) => code)
    expect(codes.toSorted()).toEqual([...named, ...added].sort())
  })

  test('are all shown to be broken and to be kept', () => {
    const codes = instanceRules.map(({ code }) => code)
    const shownBroken = new Set(allBroken.map(([code]) => code))
    const shownKept = new Set(allKept.map(([code]) => code))
    expect(codes.filter((code) => !shownBroken.has(code))).toEqual([])
    expect(codes.filter((code) => !shownKept.has(code))).toEqual([])
  })

  test('make a datachain invalid, except for two that advise', () => {
    const advice = instanceRules.filter(({ severity }) => severity === 'warning')
    expect(advice.map(({ code }) => code)).toEqual([
      'CONTEXT_TYPE_MISSING',
      'INSTANCE_SUBCHAIN_CATEGORY_OUTSIDE',
    ])
  })

  test('all run, whatever the others find', () => {
    const all = findingsIn({
      ...withPlacement(3, {
        priority: -1,
        context_type_id: 'x',
        variables: [{ id: 'y', value: [] }],
      }),
      schema_version: 'ai@2020-01-01',
      title: inGerman,
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
