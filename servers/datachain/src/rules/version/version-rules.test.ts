import { describe, expect, test } from 'vitest'
import { buildVersion } from '../../catalogue/build-version.ts'
import { readDraft } from '../../drafts/read-draft.ts'
import { runRules } from '../../findings/rule.ts'
import { text, tinyFiles, toFolder } from '../../testing/tiny-version.ts'
import { createLowContrast } from './context-values.ts'
import { versionRules } from './index.ts'

type Files = Record<string, unknown>

/** The tiny version with some properties of one file replaced. */
const changed = (file: keyof ReturnType<typeof tinyFiles>, more: object): Files => {
  const files = tinyFiles()
  return { ...files, [file]: { ...(files[file] as object), ...more } }
}

const type = (more: object) => changed('datachain-type.yaml', more)
const subchain = (id: string, categories: string[]) => ({ id, name: text(id), categories })
const context = (values: object[]) =>
  changed('categories/modes.yaml', { element_context: { id: 'c', name: text('C'), values } })
const value = (id: string, color: string | null = null) => ({ id, name: text(id), color })
const variable = (more: object) =>
  changed('categories/modes.yaml', {
    element_variables: [{ id: 'v', label: text('V'), kind: 'multi_select_enum', ...more }],
  })
const option = (id: string, applies_to: string[] = ['acting']) => ({
  id,
  name: text(id),
  applies_to,
})
const symbol = (svg: string): Files => ({ ...tinyFiles(), 'symbols/dot.svg': svg })
const draw = (inside: string): Files => symbol(`<svg viewBox="0 0 36 36">${inside}</svg>`)
const ownContext = (values: object[]) =>
  changed('elements/acting.yaml', { context: { id: 'c', name: text('C'), values } })
const renamed = (files: Files, from: string, to: string): Files =>
  JSON.parse(JSON.stringify(files).replaceAll(`"${from}`, `"${to}`))

/** The codes in section 7 of the contract. */
const named = [
  'CATEGORY_DUPLICATE',
  'ELEMENT_DUPLICATE',
  'CONTEXT_VALUE_DUPLICATE',
  'CATEGORY_REF_MISSING',
  'DATACHAIN_TYPE_MISMATCH',
  'CATEGORY_ORDER_REF_MISSING',
  'CATEGORY_ORDER_DUPLICATE',
  'SUBCHAIN_DUPLICATE',
  'SUBCHAIN_CATEGORY_REF_MISSING',
  'SUBCHAIN_CATEGORY_DUPLICATE',
  'LOCALE_FIELD_EMPTY',
  'LOCALE_NOT_ALLOWED',
  'VARIABLE_REF_MISSING',
  'VARIABLE_OPTION_DUPLICATE',
  'VARIABLE_OPTION_APPLIES_TO_UNKNOWN',
  'VARIABLE_OPTIONS_EMPTY',
  'VARIABLE_REQUIRED_EMPTY_OPTIONS',
  'LOCALE_VARIABLE_DRIFT',
  'CONTEXT_VALUE_COLOR_INVALID',
  'LOW_CONTRAST_CONTEXT_COLOR',
  'SYMBOL_NOT_FOUND',
  'SYMBOL_MALFORMED_WRAPPER',
  'SYMBOL_ACTIVE_CONTENT',
  'RESERVED_VARIANT_TOKEN',
]

const cases: readonly (readonly [code: string, files: Files, path: string])[] = [
  [
    'CATEGORY_DUPLICATE',
    { ...tinyFiles(), 'categories/again.yaml': tinyFiles()['categories/modes.yaml'] },
    'categories/again.yaml: id',
  ],
  [
    'ELEMENT_DUPLICATE',
    { ...tinyFiles(), 'elements/zz.yaml': tinyFiles()['elements/health.yaml'] },
    'elements/zz.yaml: id',
  ],
  [
    'CONTEXT_VALUE_DUPLICATE',
    context([value('a'), value('a')]),
    'categories/modes.yaml: element_context.values[1].id',
  ],
  [
    'CONTEXT_VALUE_DUPLICATE',
    ownContext([value('a'), value('b'), value('a')]),
    'elements/acting.yaml: context.values[2].id',
  ],
  [
    'CATEGORY_REF_MISSING',
    changed('elements/acting.yaml', { category_id: 'mode' }),
    'elements/acting.yaml: category_id',
  ],
  [
    'DATACHAIN_TYPE_MISMATCH',
    changed('categories/modes.yaml', { datachain_type: 'sensor' }),
    'categories/modes.yaml: datachain_type',
  ],
  [
    'DATACHAIN_TYPE_MISMATCH',
    changed('meta.yaml', { version: 'sensor@2026-01-02-beta' }),
    'meta.yaml: version',
  ],
  [
    'CATEGORY_ORDER_REF_MISSING',
    type({ categories: ['purpose', 'modes', 'data', 'gone'] }),
    'datachain-type.yaml: categories[3]',
  ],
  [
    'CATEGORY_ORDER_REF_MISSING',
    type({ categories: ['purpose', 'data'] }),
    'categories/modes.yaml: id',
  ],
  [
    'CATEGORY_ORDER_DUPLICATE',
    type({ categories: ['purpose', 'modes', 'data', 'data'] }),
    'datachain-type.yaml: categories[3]',
  ],
  [
    'SUBCHAIN_DUPLICATE',
    type({ subchains: [subchain('flow', ['data']), subchain('flow', ['data'])] }),
    'datachain-type.yaml: subchains[1].id',
  ],
  [
    'SUBCHAIN_CATEGORY_REF_MISSING',
    type({ subchains: [subchain('flow', ['dat'])] }),
    'datachain-type.yaml: subchains[0].categories[0]',
  ],
  [
    'SUBCHAIN_CATEGORY_DUPLICATE',
    type({ subchains: [subchain('flow', ['data', 'data'])] }),
    'datachain-type.yaml: subchains[0].categories[1]',
  ],
  [
    'LOCALE_FIELD_EMPTY',
    changed('elements/health.yaml', { title: [] }),
    'elements/health.yaml: title',
  ],
  [
    'LOCALE_FIELD_EMPTY',
    changed('categories/purpose.yaml', { prompt: text('  ') }),
    'categories/purpose.yaml: prompt[0].value',
  ],
  [
    'LOCALE_NOT_ALLOWED',
    changed('elements/health.yaml', { title: [{ locale: 'de', value: 'x' }] }),
    'elements/health.yaml: title[0].locale',
  ],
  [
    'LOCALE_NOT_ALLOWED',
    changed('elements/health.yaml', { title: [...text('x'), ...text('y')] }),
    'elements/health.yaml: title[2].locale',
  ],
  ['LOCALE_NOT_ALLOWED', type({ locales: ['en', 'km'] }), 'datachain-type.yaml: locales[1]'],
  [
    'VARIABLE_DUPLICATE',
    changed('categories/modes.yaml', {
      element_variables: [
        { id: 'v', label: text('V') },
        { id: 'v', label: text('V') },
      ],
    }),
    'categories/modes.yaml: element_variables[1].id',
  ],
  [
    'VARIABLE_REF_MISSING',
    changed('elements/health.yaml', { title: text('{{nothing}}', '{{nothing}}') }),
    'elements/health.yaml: title[0].value',
  ],
  [
    'VARIABLE_OPTION_DUPLICATE',
    variable({ options: [option('a'), option('a')] }),
    'categories/modes.yaml: element_variables[0].options[1].id',
  ],
  [
    'VARIABLE_OPTION_APPLIES_TO_UNKNOWN',
    variable({ options: [option('a', ['camera'])] }),
    'categories/modes.yaml: element_variables[0].options[0].applies_to[0]',
  ],
  ['VARIABLE_OPTIONS_EMPTY', variable({}), 'categories/modes.yaml: element_variables[0].options'],
  [
    'VARIABLE_REQUIRED_EMPTY_OPTIONS',
    variable({ required: true }),
    'categories/modes.yaml: element_variables[0].options',
  ],
  [
    'LOCALE_VARIABLE_DRIFT',
    changed('elements/health.yaml', { description: text('{{detail}}', '{{reason}}') }),
    'elements/health.yaml: description[1].value',
  ],
  [
    'CONTEXT_VALUE_COLOR_INVALID',
    context([value('a', 'red')]),
    'categories/modes.yaml: element_context.values[0].color',
  ],
  [
    'CONTEXT_VALUE_COLOR_INVALID',
    ownContext([value('a', '#12345')]),
    'elements/acting.yaml: context.values[0].color',
  ],
  [
    'SYMBOL_NOT_FOUND',
    changed('elements/health.yaml', { symbol_id: 'dott' }),
    'elements/health.yaml: symbol_id',
  ],
  ['SYMBOL_MALFORMED_WRAPPER', symbol(`\uFEFF<svg></svg>`), 'symbols/dot.svg'],
  ['SYMBOL_MALFORMED_WRAPPER', symbol('<?xml version="1.0"?><svg></svg>'), 'symbols/dot.svg'],
  ['SYMBOL_MALFORMED_WRAPPER', symbol('<!-- mine --><svg></svg>'), 'symbols/dot.svg'],
  ['SYMBOL_MALFORMED_WRAPPER', symbol('<svg></svg><svg></svg>'), 'symbols/dot.svg'],
  ['SYMBOL_ACTIVE_CONTENT', draw('<script>1</script>'), 'symbols/dot.svg'],
  ['SYMBOL_ACTIVE_CONTENT', draw('<path d="M0 0" onload="1"/>'), 'symbols/dot.svg'],
  ['SYMBOL_ACTIVE_CONTENT', draw('<foreignObject/>'), 'symbols/dot.svg'],
  ['SYMBOL_ACTIVE_CONTENT', draw('<use href="https://example.org/a.svg#a"/>'), 'symbols/dot.svg'],
  [
    'RESERVED_VARIANT_TOKEN',
    context([value('dark')]),
    'categories/modes.yaml: element_context.values[0].id',
  ],
  [
    'RESERVED_VARIANT_TOKEN',
    ownContext([value('a'), value('default')]),
    'elements/acting.yaml: context.values[1].id',
  ],
]

/** Versions that come close to breaking a rule and keep it. */
const kept: readonly (readonly [code: string, what: string, files: Files, folder?: string])[] = [
  [
    'CATEGORY_DUPLICATE',
    'a category like another but for its id',
    {
      ...type({ categories: ['purpose', 'modes', 'data', 'more'] }),
      'categories/more.yaml': { ...tinyFiles()['categories/modes.yaml'], id: 'more' },
    },
  ],
  [
    'ELEMENT_DUPLICATE',
    'an element like another but for its id',
    { ...tinyFiles(), 'elements/zz.yaml': { ...tinyFiles()['elements/health.yaml'], id: 'zz' } },
  ],
  [
    'CONTEXT_VALUE_DUPLICATE',
    'one id in two contexts',
    context([value('personal'), value('open')]),
  ],
  [
    'CATEGORY_REF_MISSING',
    'another category',
    changed('elements/acting.yaml', { category_id: 'purpose' }),
  ],
  [
    'DATACHAIN_TYPE_MISMATCH',
    'another type throughout',
    renamed(renamed(tinyFiles(), 'ai"', 'sensor"'), 'ai@', 'sensor@'),
    'sensor/2026-01-02-beta',
  ],
  [
    'CATEGORY_ORDER_REF_MISSING',
    'another order',
    type({ categories: ['data', 'modes', 'purpose'] }),
  ],
  [
    'CATEGORY_ORDER_DUPLICATE',
    'a category in the order and in a subchain',
    type({ subchains: [subchain('flow', ['purpose'])] }),
  ],
  [
    'SUBCHAIN_DUPLICATE',
    'two subchains of one name',
    type({
      subchains: [
        subchain('flow', ['data']),
        { ...subchain('flows', ['data']), name: text('flow') },
      ],
    }),
  ],
  [
    'SUBCHAIN_CATEGORY_REF_MISSING',
    'a subchain of every category',
    type({ subchains: [subchain('flow', ['data', 'modes', 'purpose'])] }),
  ],
  [
    'SUBCHAIN_CATEGORY_DUPLICATE',
    'a category in two subchains',
    type({ subchains: [subchain('flow', ['data']), subchain('back', ['data'])] }),
  ],
  [
    'LOCALE_FIELD_EMPTY',
    'an empty text that is not needed',
    changed('categories/purpose.yaml', { prompt: [] }),
  ],
  [
    'LOCALE_FIELD_EMPTY',
    'a text in one language',
    changed('elements/health.yaml', { title: [{ locale: 'fr', value: 'Santé' }] }),
  ],
  [
    'LOCALE_NOT_ALLOWED',
    'a text in a third language of the version',
    {
      ...changed('meta.yaml', { locales: ['en', 'fr', 'de'] }),
      'elements/health.yaml': {
        ...tinyFiles()['elements/health.yaml'],
        title: [...text('x'), { locale: 'de', value: 'x' }],
      },
    },
  ],
  ['LOCALE_NOT_ALLOWED', 'a type in fewer languages', type({ locales: ['en'] })],
  [
    'VARIABLE_DUPLICATE',
    'one variable id in two categories',
    changed('categories/modes.yaml', { element_variables: [{ id: 'detail', label: text('V') }] }),
  ],
  [
    'VARIABLE_REF_MISSING',
    'variables of the own category, and braces without a variable',
    changed('elements/health.yaml', {
      title: text('{{ detail }} {{reason}} {none} {{no ne}} {{}}', '{{reason}} {{detail}}'),
    }),
  ],
  [
    'VARIABLE_OPTION_DUPLICATE',
    'one option id in two variables',
    variable({ options: [option('still'), option('other')] }),
  ],
  [
    'VARIABLE_OPTION_APPLIES_TO_UNKNOWN',
    'every element of the category',
    changed('categories/data.yaml', {
      element_variables: [
        {
          id: 'kinds',
          label: text('K'),
          kind: 'multi_select_enum',
          options: [option('a', ['camera', 'form'])],
        },
      ],
    }),
  ],
  ['VARIABLE_OPTIONS_EMPTY', 'a text without options', variable({ kind: 'localized_text' })],
  [
    'VARIABLE_REQUIRED_EMPTY_OPTIONS',
    'one option',
    variable({ required: true, options: [option('a')] }),
  ],
  [
    'LOCALE_VARIABLE_DRIFT',
    'another order in another language',
    changed('elements/health.yaml', {
      description: text('{{detail}} {{reason}} {{detail}}', '{{reason}} {{ detail }}'),
    }),
  ],
  [
    'CONTEXT_VALUE_COLOR_INVALID',
    'digits of either case, and no colour',
    context([value('a', '#ABCDEF'), value('b', '#abcdef'), value('c')]),
  ],
  [
    'LOW_CONTRAST_CONTEXT_COLOR',
    'greys near the middle',
    context(
      ['#757575', '#767676', '#777777', '#808080'].map((color, at) => value(`v${at}`, color)),
    ),
  ],
  [
    'SYMBOL_NOT_FOUND',
    'a symbol of its own',
    {
      ...changed('elements/health.yaml', { symbol_id: 'dott' }),
      'symbols/dott.svg': tinyFiles()['symbols/dot.svg'],
    },
  ],
  [
    'SYMBOL_MALFORMED_WRAPPER',
    'a comment inside and lines after',
    symbol('<svg viewBox="0 0 36 36"><!-- mine --></svg>\n\n'),
  ],
  [
    'SYMBOL_ACTIVE_CONTENT',
    'a mask of its own',
    draw('<mask id="m"><path d="M0 0"/></mask><path d="M0 0" mask="url(#m)"/>'),
  ],
  [
    'RESERVED_VARIANT_TOKEN',
    'ids that begin alike',
    context([value('darker'), value('default_one'), value('Dark')]),
  ],
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

  test.each(
    kept.map(([code, what, files, folder]) => ({ code, what, folder: toFolder(files, folder) })),
  )('$code is not found in $what', async ({ folder }) => {
    expect((await buildVersion(folder)).findings).toEqual([])
  })

  test('are those of the contract and one more', () => {
    const codes = versionRules.map(({ code }) => code)
    expect(codes.toSorted()).toEqual([...named, 'VARIABLE_DUPLICATE'].sort())
  })

  test('are all tested, but colours of low contrast are not possible', () => {
    const codes = versionRules.map(({ code }) => code)
    const shownKept = new Set(kept.map(([code]) => code))
    const shownBroken = new Set(cases.map(([code]) => code))
    expect(codes.filter((code) => !shownKept.has(code))).toEqual([])
    expect(codes.filter((code) => !shownBroken.has(code))).toEqual(['LOW_CONTRAST_CONTEXT_COLOR'])
  })

  test('refuse a version, except for three that advise', () => {
    const advice = versionRules.filter(({ severity }) => severity === 'warning')
    expect(advice.map(({ code }) => code)).toEqual([
      'VARIABLE_OPTIONS_EMPTY',
      'LOCALE_VARIABLE_DRIFT',
      'LOW_CONTRAST_CONTEXT_COLOR',
    ])
  })

  test('LOW_CONTRAST_CONTEXT_COLOR is found if the ink does not fit', () => {
    const { draft } = readDraft(toFolder(tinyFiles()))
    const pathsWith = (ink: () => number) =>
      runRules([createLowContrast(ink)], draft as NonNullable<typeof draft>).map(({ path }) => path)
    const black = () => 0
    const white = () => 1
    expect(pathsWith(black)).toEqual(['categories/data.yaml: element_context.values[0].color'])
    expect(pathsWith(white)).toEqual([
      'categories/data.yaml: element_context.values[1].color',
      'elements/form.yaml: context.values[0].color',
    ])
  })

  test('all run, whatever the others find', async () => {
    const files = {
      ...changed('elements/health.yaml', { symbol_id: 'none', category_id: 'none' }),
      'elements/acting.yaml': 'id: [',
      'symbols/dot.svg': '<svg onload="x"/>',
    }
    const { version, findings } = await buildVersion(toFolder(files))
    expect(version).toBeUndefined()
    expect(findings.map(({ code }) => code)).toEqual(
      expect.arrayContaining([
        'FILE_UNREADABLE',
        'SYMBOL_NOT_FOUND',
        'CATEGORY_REF_MISSING',
        'SYMBOL_MALFORMED_WRAPPER',
        'SYMBOL_ACTIVE_CONTENT',
      ]),
    )
  })

  test('name ids that exist', async () => {
    const { findings } = await buildVersion(
      toFolder(changed('elements/acting.yaml', { category_id: 'mode', symbol_id: 'dott' })),
    )
    expect(findings.map(({ hint }) => hint)).toEqual([
      'Use one of: modes, purpose, data.',
      'Nearest: dot; or add symbols/dott.svg.',
    ])
  })
})
