import { describe, expect, test } from 'vitest'
import { buildVersion } from '../../data/build-version.ts'
import { readDraft } from '../../data/read-draft.ts'
import { runRules } from '../../finding.ts'
import { text, tinyFiles, toFolder } from '../../testing/tiny-folder.ts'
import { createLowContrast } from './context-values.ts'
import { versionRules } from './index.ts'

type Files = Record<string, unknown>

/** The tiny version with some members of one file replaced. */
const changed = (file: keyof ReturnType<typeof tinyFiles>, more: object): Files => {
  const files = tinyFiles()
  return { ...files, [file]: { ...(files[file] as object), ...more } }
}

const type = (more: object) => changed('datachain-type.yaml', more)
const subchain = (id: string, categories: string[]) => ({ id, name: text(id), categories })
const context = (values: object[]) => changed('categories/modes.yaml', { element_context: { id: 'c', name: text('C'), values } })
const value = (id: string, color: string | null = null) => ({ id, name: text(id), color })
const variable = (more: object) => changed('categories/modes.yaml', { element_variables: [{ id: 'v', label: text('V'), kind: 'multi_select_enum', ...more }] })
const option = (id: string, applies_to: string[] = ['acting']) => ({ id, name: text(id), applies_to })
const symbol = (svg: string): Files => ({ ...tinyFiles(), 'symbols/dot.svg': svg })

const cases: readonly (readonly [code: string, files: Files, path: string])[] = [
  ['CATEGORY_DUPLICATE', { ...tinyFiles(), 'categories/again.yaml': tinyFiles()['categories/modes.yaml'] }, 'categories/again.yaml: id'],
  ['ELEMENT_DUPLICATE', { ...tinyFiles(), 'elements/zz.yaml': tinyFiles()['elements/health.yaml'] }, 'elements/zz.yaml: id'],
  ['CONTEXT_VALUE_DUPLICATE', context([value('a'), value('a')]), 'categories/modes.yaml: element_context.values[1].id'],
  ['CATEGORY_REF_MISSING', changed('elements/acting.yaml', { category_id: 'mode' }), 'elements/acting.yaml: category_id'],
  ['DATACHAIN_TYPE_MISMATCH', changed('categories/modes.yaml', { datachain_type: 'sensor' }), 'categories/modes.yaml: datachain_type'],
  ['DATACHAIN_TYPE_MISMATCH', changed('meta.yaml', { version: 'sensor@2026-01-02-beta' }), 'meta.yaml: version'],
  ['CATEGORY_ORDER_REF_MISSING', type({ categories: ['purpose', 'modes', 'data', 'gone'] }), 'datachain-type.yaml: categories[3]'],
  ['CATEGORY_ORDER_REF_MISSING', type({ categories: ['purpose', 'data'] }), 'categories/modes.yaml: id'],
  ['CATEGORY_ORDER_DUPLICATE', type({ categories: ['purpose', 'modes', 'data', 'data'] }), 'datachain-type.yaml: categories[3]'],
  ['SUBCHAIN_DUPLICATE', type({ subchains: [subchain('flow', ['data']), subchain('flow', ['data'])] }), 'datachain-type.yaml: subchains[1].id'],
  ['SUBCHAIN_CATEGORY_REF_MISSING', type({ subchains: [subchain('flow', ['dat'])] }), 'datachain-type.yaml: subchains[0].categories[0]'],
  ['SUBCHAIN_CATEGORY_DUPLICATE', type({ subchains: [subchain('flow', ['data', 'data'])] }), 'datachain-type.yaml: subchains[0].categories[1]'],
  ['LOCALE_FIELD_EMPTY', changed('elements/health.yaml', { title: [] }), 'elements/health.yaml: title'],
  ['LOCALE_FIELD_EMPTY', changed('categories/purpose.yaml', { prompt: text('  ') }), 'categories/purpose.yaml: prompt[0].value'],
  ['LOCALE_NOT_ALLOWED', changed('elements/health.yaml', { title: [{ locale: 'de', value: 'x' }] }), 'elements/health.yaml: title[0].locale'],
  ['LOCALE_NOT_ALLOWED', changed('elements/health.yaml', { title: [...text('x'), ...text('y')] }), 'elements/health.yaml: title[2].locale'],
  ['LOCALE_NOT_ALLOWED', type({ locales: ['en', 'km'] }), 'datachain-type.yaml: locales[1]'],
  ['VARIABLE_DUPLICATE', changed('categories/modes.yaml', { element_variables: [{ id: 'v', label: text('V') }, { id: 'v', label: text('V') }] }), 'categories/modes.yaml: element_variables[1].id'],
  ['VARIABLE_REF_MISSING', changed('elements/health.yaml', { title: text('{{nothing}}', '{{nothing}}') }), 'elements/health.yaml: title[0].value'],
  ['VARIABLE_OPTION_DUPLICATE', variable({ options: [option('a'), option('a')] }), 'categories/modes.yaml: element_variables[0].options[1].id'],
  ['VARIABLE_OPTION_APPLIES_TO_UNKNOWN', variable({ options: [option('a', ['camera'])] }), 'categories/modes.yaml: element_variables[0].options[0].applies_to[0]'],
  ['VARIABLE_OPTIONS_EMPTY', variable({}), 'categories/modes.yaml: element_variables[0].options'],
  ['VARIABLE_REQUIRED_EMPTY_OPTIONS', variable({ required: true }), 'categories/modes.yaml: element_variables[0].options'],
  ['LOCALE_VARIABLE_DRIFT', changed('elements/health.yaml', { description: text('{{detail}}', '{{reason}}') }), 'elements/health.yaml: description[1].value'],
  ['CONTEXT_VALUE_COLOR_INVALID', context([value('a', 'red')]), 'categories/modes.yaml: element_context.values[0].color'],
  ['SYMBOL_NOT_FOUND', changed('elements/health.yaml', { symbol_id: 'dott' }), 'elements/health.yaml: symbol_id'],
  ['SYMBOL_MALFORMED_WRAPPER', symbol(`\uFEFF<svg></svg>`), 'symbols/dot.svg'],
  ['SYMBOL_MALFORMED_WRAPPER', symbol('<?xml version="1.0"?><svg></svg>'), 'symbols/dot.svg'],
  ['SYMBOL_MALFORMED_WRAPPER', symbol('<!-- mine --><svg></svg>'), 'symbols/dot.svg'],
  ['SYMBOL_MALFORMED_WRAPPER', symbol('<svg></svg><svg></svg>'), 'symbols/dot.svg'],
  ['SYMBOL_ACTIVE_CONTENT', symbol('<svg><script>1</script></svg>'), 'symbols/dot.svg'],
  ['RESERVED_VARIANT_TOKEN', context([value('dark')]), 'categories/modes.yaml: element_context.values[0].id'],
]

describe('the rules of a version', () => {
  test('find nothing in a version that keeps them', async () => {
    expect((await buildVersion(toFolder(tinyFiles()))).findings).toEqual([])
  })

  test.each(cases)('%s is found', async (code, files, path) => {
    const { version, findings } = await buildVersion(toFolder(files))
    expect(findings).toContainEqual(expect.objectContaining({ code, path }))
    expect(version === undefined).toBe(findings.some(({ severity }) => severity === 'error'))
  })

  test('are all shown to fail, but for the contrast of colours', () => {
    const shown = new Set(cases.map(([code]) => code))
    expect(versionRules.map(({ code }) => code).filter((code) => !shown.has(code))).toEqual(['LOW_CONTRAST_CONTEXT_COLOR'])
  })

  test('LOW_CONTRAST_CONTEXT_COLOR is found where the inner colour does not fit', () => {
    const { draft } = readDraft(toFolder(tinyFiles()))
    const [black, white] = [() => 0, () => 1].map((inner) => runRules([createLowContrast(inner)], draft as NonNullable<typeof draft>).map(({ path }) => path))
    expect(black).toEqual(['categories/data.yaml: element_context.values[0].color'])
    expect(white).toEqual(['categories/data.yaml: element_context.values[1].color', 'elements/form.yaml: context.values[0].color'])
  })

  test('do not keep each other from being asked', async () => {
    const files = { ...changed('elements/health.yaml', { symbol_id: 'none', category_id: 'none' }), 'elements/acting.yaml': 'id: [', 'symbols/dot.svg': '<svg onload="x"/>' }
    const { version, findings } = await buildVersion(toFolder(files))
    expect(version).toBeUndefined()
    expect(findings.map(({ code }) => code)).toEqual(expect.arrayContaining(['FILE_UNREADABLE', 'SYMBOL_NOT_FOUND', 'CATEGORY_REF_MISSING', 'SYMBOL_MALFORMED_WRAPPER', 'SYMBOL_ACTIVE_CONTENT']))
  })

  test('name ids that exist', async () => {
    const { findings } = await buildVersion(toFolder(changed('elements/acting.yaml', { category_id: 'mode', symbol_id: 'dott' })))
    expect(findings.map(({ hint }) => hint)).toEqual(['Use one of: modes, purpose, data.', 'Nearest: dot; or add symbols/dott.svg.'])
  })
})
