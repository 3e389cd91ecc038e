import { describe, expect, test } from 'vitest'
import { buildVersion } from '../src/catalogue/build-version.ts'
import { resolveDatachain } from '../src/datachains/resolve-datachain.ts'
import { createIcons } from '../src/icons/create-icons.ts'
import { iconOf } from '../src/icons/icon-of.ts'
import { Datachain, type SchemaVersion } from '../src/model/index.ts'
import { renderDatachain } from '../src/render/render-datachain.ts'
import { readDocument } from '../src/render/testing/read-document.ts'
import { tinyFiles, toFolder } from '../src/testing/tiny-version.ts'
import { changeEach, memberBy, textBy } from './each-place.ts'

/** Renders every element of a version, placed once with the first value of its context. */
function renderAll(version: SchemaVersion, locale: string): string {
  const elements = version.elements.map(({ id, context, category_id }) => {
    const used = context ?? version.categoryById.get(category_id)?.element_context
    return { element_id: id, context_type_id: used?.values[0]?.id }
  })
  const datachain = Datachain.parse({
    id: 'all',
    schema_version: version.manifest.version,
    created_at: version.manifest.created_at,
    elements,
  })
  return renderDatachain(resolveDatachain(datachain, version), {
    locale,
    icons: createIcons(version.symbols),
  })
}

function expectHarmless(version: SchemaVersion): void {
  for (const locale of ['en', 'fr']) {
    const { faults, tags } = readDocument(renderAll(version, locale))
    expect(faults).toEqual([])
    expect(tags.filter(({ name }) => name === 'script')).toEqual([])
    const attributes = tags.flatMap((tag) => Object.keys(tag.attributes))
    expect(attributes.filter((name) => name.startsWith('on') || name === 'style')).toEqual([])
  }
  const icons = createIcons(version.symbols)
  for (const { id, icon_variants } of version.elements) {
    for (const variant of icon_variants) {
      const icon = iconOf(version, icons, id, variant)
      expect(icon).toMatch(/^<svg (?:(?!script|\son|href).)*<\/svg>\n$/s)
    }
  }
}

const build = (changes: Readonly<Record<string, unknown>>) =>
  buildVersion(toFolder({ ...tinyFiles(), ...changes }))

describe.each([
  '<script>alert(1)</script>',
  '" onload="alert(1)',
  '../../../../etc/passwd',
  '__proto__',
  '',
])('data with %j', (attack) => {
  test('in any string is refused, with findings, or shown as text', async () => {
    for (const [name, content] of Object.entries(tinyFiles())) {
      for (const changed of changeEach(content, textBy(attack))) {
        const { version, findings } = await build({ [name]: changed })
        if (version === undefined) expect(findings.length).toBeGreaterThan(0)
        else expectHarmless(version)
      }
    }
  })
})

describe('data', () => {
  test.each(['__proto__', 'constructor', 'prototype'])(
    'with a property %s is refused, wherever that is',
    async (member) => {
      for (const [name, content] of Object.entries(tinyFiles())) {
        for (const changed of changeEach(content, memberBy(member))) {
          const { findings } = await build({ [name]: changed })
          expect(findings).toContainEqual(expect.objectContaining({ code: 'FILE_UNREADABLE' }))
        }
      }
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
    },
  )

  test('with half of a surrogate pair is refused, by its place', async () => {
    const health = {
      ...tinyFiles()['elements/health.yaml'],
      title: [{ locale: 'en', value: 'a\ud800' }],
    }
    const { findings } = await build({ 'elements/health.yaml': health })
    expect(findings).toEqual([
      expect.objectContaining({
        code: 'FILE_UNREADABLE',
        path: 'elements/health.yaml: title[0].value',
      }),
    ])
  })

  test('in files elsewhere is not read', async () => {
    const elsewhere = {
      'elements/../../x.yaml': 'id: [',
      '../elements/x.yaml': 'id: [',
      'elements/deep/x.yaml': 'id: [',
      'symbols/../x.svg': '<script/>',
    }
    const { findings } = await build(elsewhere)
    expect(findings).toEqual([])
  })
})
