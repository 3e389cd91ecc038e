import { describe, expect, test } from 'vitest'
import { text, tinyFiles, tinyVersion, toFolder } from '../testing/tiny-version.ts'
import { buildVersion } from './build-version.ts'

const codesOf = async (files: Readonly<Record<string, unknown>>, name?: string) =>
  (await buildVersion(toFolder(files, name))).findings.map(({ code, path }) => `${code} ${path}`)
const hashOf = async (files: Readonly<Record<string, unknown>>) =>
  (await tinyVersion(files)).manifest.content_hash
const meta = (more: object) => ({
  ...tinyFiles(),
  'meta.yaml': { ...tinyFiles()['meta.yaml'], ...more },
})

describe('buildVersion', () => {
  test('sorts categories by the type, and completes elements from their category', async () => {
    const version = await tinyVersion()
    expect(version.categories.map(({ id }) => id)).toEqual(['purpose', 'modes', 'data'])
    expect(version.elements.map(({ id }) => id)).toEqual([
      'health',
      'transport',
      'acting',
      'camera',
      'form',
    ])
    expect(version.elementById.get('camera')).toMatchObject({
      shape: 'circle',
      variables: [{ id: 'kinds' }],
      icon_variants: [
        'default',
        'dark',
        'personal',
        'personal.dark',
        'open',
        'open.dark',
        'plain',
        'plain.dark',
      ],
    })
    expect(version.elementById.get('form')?.icon_variants).toEqual([
      'default',
      'dark',
      'asked',
      'asked.dark',
    ])
  })

  test('hashes the content, whatever the layout and order of the files', async () => {
    const files = tinyFiles()
    const hash = await hashOf(files)
    expect(hash).toBe('sha256-9fa68c5f07a49d892a86a1fc746923748e4044917916b8530df8a7e5de52dced')
    const withReturns = {
      ...files,
      'symbols/dot.svg': files['symbols/dot.svg'].replace('\n', '\r\n'),
    }
    const reversed = Object.fromEntries(Object.entries(withReturns).toReversed())
    expect(await hashOf(reversed)).toBe(hash)
    const zeroed = meta({ content_hash: `sha256-${'0'.repeat(64)}`, notes: '' })
    expect(await hashOf(zeroed)).toBe(hash)
  })

  test('hashes every text and every symbol', async () => {
    const files = tinyFiles()
    const hash = await hashOf(files)
    const retitled = {
      ...files,
      'elements/health.yaml': { ...files['elements/health.yaml'], title: text('Health!') },
    }
    expect(await hashOf(retitled)).not.toBe(hash)
    const redrawn = {
      ...files,
      'symbols/dot.svg': '<svg viewBox="0 0 36 36"><path d="M9 9h9"/></svg>',
    }
    expect(await hashOf(redrawn)).not.toBe(hash)
  })

  test('refuses a name that does not fit', async () => {
    expect(await codesOf(meta({ version: 'ai@2026-02-30-beta' }))).toEqual([
      'VERSION_NAME_INVALID meta.yaml: version',
    ])
    expect(await codesOf(meta({ version: 'ai@2026-01-02' }), 'ai/2026-01-02')).toEqual([
      'VERSION_STATUS_MISMATCH meta.yaml: status',
    ])
    expect(await codesOf(tinyFiles(), 'ai/2026-01-03-beta')).toEqual([
      'VERSION_FOLDER_MISMATCH meta.yaml: version',
    ])
  })

  test('refuses a stable version whose content has another hash', async () => {
    const folder = 'ai/2026-01-02'
    const stable = (more: object) => meta({ version: 'ai@2026-01-02', status: 'stable', ...more })
    const { manifest } = await tinyVersion(stable({}), folder)
    const { content_hash } = manifest
    expect(await codesOf(stable({ content_hash }), folder)).toEqual([])
    expect(await codesOf(stable({ content_hash, notes: 'changed' }), folder)).toEqual([
      'STABLE_VERSION_CHANGED meta.yaml: content_hash',
    ])
    expect(await codesOf(meta({ content_hash }))).toEqual([])
  })

  test('reports every place that cannot be read', async () => {
    const files = {
      ...tinyFiles(),
      'elements/bad.yaml': {
        id: '../etc',
        category_id: 'modes',
        title: 'x',
        description: [],
        symbol_id: 'dot',
        extra: 1,
      },
      'elements/bomb.yaml': 'a: &a [x]\nb: [*a, *a]\n',
      'elements/twice.yaml': 'id: a\nid: b\n',
      'symbols/a b.svg': '<svg viewBox="0 0 36 36"></svg>',
    }
    expect(await codesOf(files)).toEqual([
      'FILE_UNREADABLE elements/bad.yaml: id',
      'FILE_UNREADABLE elements/bad.yaml: title',
      'FILE_UNREADABLE elements/bad.yaml: extra',
      'FILE_UNREADABLE elements/bomb.yaml',
      'FILE_UNREADABLE elements/twice.yaml',
      'FILE_UNREADABLE symbols/a b.svg',
    ])
    expect(await codesOf({})).toEqual([
      'FILE_UNREADABLE meta.yaml',
      'FILE_UNREADABLE datachain-type.yaml',
    ])
  })

  test('refuses a property that would reach the prototype', async () => {
    const files = { ...tinyFiles(), 'elements/health.yaml': '{"__proto__": {"id": "x"}}' }
    expect(await codesOf(files)).toContain('FILE_UNREADABLE elements/health.yaml: __proto__')
  })
})
