import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { type BuiltVersion, buildVersion } from '../src/catalogue/build-version.ts'
import { resolveDatachain } from '../src/datachains/resolve-datachain.ts'
import { validateDatachain } from '../src/datachains/validate-datachain.ts'
import { validateResolved } from '../src/datachains/validate-resolved.ts'
import { Datachain, ResolvedDatachain, type SchemaVersion } from '../src/model/index.ts'
import { readVersionFolders } from '../src/node/read-version-folders.ts'

const root = fileURLToPath(new URL('../data/', import.meta.url))
let built: readonly BuiltVersion[]
let version: SchemaVersion
let example: Datachain
beforeAll(async () => {
  built = await Promise.all((await readVersionFolders(root)).map(buildVersion))
  version = built[0]?.version as SchemaVersion
  example = Datachain.parse(parse(await readFile(`${root}example.yaml`, 'utf8')))
})

describe('the embedded taxonomy', () => {
  test('keeps every rule', () => {
    expect(built.flatMap(({ findings }) => findings)).toEqual([])
  })

  test('is large enough to describe a real system, in English and French throughout', () => {
    expect(version.categories).toHaveLength(12)
    expect(version.elements.length).toBeGreaterThanOrEqual(60)
    for (const text of textsIn([version.datachainType, version.categories, version.elements]))
      expect(text.map(({ locale }) => locale)).toEqual(['en', 'fr'])
    expect(
      version.categories.filter(
        ({ id }) => !version.elements.some(({ category_id }) => category_id === id),
      ),
    ).toEqual([])
  })

  test('uses every part of the model', () => {
    const { categories, elements, datachainType } = version
    const variables = categories.flatMap(({ element_variables }) => element_variables)
    const contexts = categories.flatMap(({ element_context }) => element_context?.values ?? [])
    expect(new Set(categories.map(({ shape }) => shape)).size).toBe(4)
    expect(new Set(categories.map(({ required }) => required)).size).toBe(2)
    expect(new Set(variables.map(({ kind, required }) => `${kind} ${required}`))).toEqual(
      new Set(['localized_text true', 'localized_text false', 'multi_select_enum false']),
    )
    expect(
      contexts.some(({ color }) => color === null) && contexts.some(({ color }) => color !== null),
    ).toBe(true)
    expect(datachainType.subchains.length).toBeGreaterThan(0)
    for (const uses of [
      ({ context }) => context !== undefined,
      ({ examples }) => examples.length > 0,
      ({ sources }) => sources.length > 0,
      ({ authoring_guidance }) => authoring_guidance.length > 0,
      ({ title }) => title[0]?.value.includes('{{'),
    ] as ((element: (typeof elements)[number]) => boolean)[]) {
      expect(elements.some(uses)).toBe(true)
    }
  })

  test('has no two elements of one title, and no symbol that nobody uses', () => {
    for (const locale of [0, 1]) {
      const titles = version.elements.map(
        ({ category_id, title }) => `${category_id} ${title[locale]?.value}`,
      )
      expect(new Set(titles).size).toBe(titles.length)
    }
    const used = new Set(version.elements.map(({ symbol_id }) => symbol_id))
    expect([...version.symbols.keys()].filter((id) => !used.has(id))).toEqual([])
  })
})

describe('the example', () => {
  test('is valid without a warning, resolved or not', () => {
    expect(validateDatachain(example, version)).toEqual([])
    const resolved = resolveDatachain(example, version)
    expect(
      validateResolved(ResolvedDatachain.parse(resolved), version.manifest.version, version),
    ).toEqual([])
  })

  test('answers every question of the taxonomy', () => {
    const answered = new Set(
      example.elements.map(({ element_id }) => version.elementById.get(element_id)?.category_id),
    )
    expect(version.categories.map(({ id }) => id).filter((id) => !answered.has(id))).toEqual([])
  })
})

type Text = readonly { readonly locale: string }[]

function textsIn(value: unknown): readonly Text[] {
  if (typeof value !== 'object' || value === null) return []
  if (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((item) => typeof item === 'object' && item !== null && 'locale' in item)
  )
    return [value]
  return Object.values(value).flatMap(textsIn)
}
