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
  const folders = await readVersionFolders(root)
  built = await Promise.all(folders.map(buildVersion))
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
    const used = new Set(version.elements.map(({ category_id }) => category_id))
    expect(version.categories.filter(({ id }) => !used.has(id))).toEqual([])
  })

  test('uses every part of the model', () => {
    const { categories, elements, datachainType } = version
    const variables = categories.flatMap(({ element_variables }) => element_variables)
    const contexts = categories.flatMap(({ element_context }) => element_context?.values ?? [])
    const colours = contexts.map(({ color }) => color)
    expect(new Set(categories.map(({ shape }) => shape)).size).toBe(4)
    expect(new Set(categories.map(({ required }) => required)).size).toBe(2)
    expect(new Set(variables.map(({ kind, required }) => `${kind} ${required}`))).toEqual(
      new Set(['localized_text true', 'localized_text false', 'multi_select_enum false']),
    )
    expect(colours).toContain(null)
    expect(colours).toContainEqual(expect.any(String))
    expect(datachainType.subchains.length).toBeGreaterThan(0)
    expect(elements.some(({ context }) => context !== undefined)).toBe(true)
    expect(elements.some(({ examples }) => examples.length > 0)).toBe(true)
    expect(elements.some(({ sources }) => sources.length > 0)).toBe(true)
    expect(elements.some((element) => element.authoring_guidance.length > 0)).toBe(true)
    expect(elements.some(({ title }) => title[0]?.value.includes('{{'))).toBe(true)
  })

  test('has no two elements with one title, and no unused symbol', () => {
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
    const resolved = ResolvedDatachain.parse(resolveDatachain(example, version))
    expect(validateResolved(resolved, version.manifest.version, version)).toEqual([])
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
  if (isText(value)) return [value]
  return Object.values(value).flatMap(textsIn)
}

const isText = (value: object): value is Text =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((item) => typeof item === 'object' && item !== null && 'locale' in item)
