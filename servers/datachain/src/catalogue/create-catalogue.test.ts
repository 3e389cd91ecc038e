import { describe, expect, test } from 'vitest'
import type { SchemaVersion } from '../model/index.ts'
import { tinyFiles, tinyVersion, toFolder } from '../testing/tiny-version.ts'
import { createCatalogue } from './create-catalogue.ts'
import { DataError, loadCatalogue } from './load-catalogue.ts'

async function version(name: string, notes = ''): Promise<SchemaVersion> {
  const [type = '', date = ''] = name.split('@')
  const status = date.endsWith('-beta') ? 'beta' : 'stable'
  const files = JSON.parse(JSON.stringify(tinyFiles()).replaceAll('"ai"', `"${type}"`))
  return tinyVersion(
    { ...files, 'meta.yaml': { ...files['meta.yaml'], version: name, status, notes } },
    `${type}/${date}`,
  )
}

describe('a catalogue', () => {
  test('lists versions by type, the newest of a type first', async () => {
    const names = ['ai@2026-01-02-beta', 'sensor@2025-01-01', 'ai@2026-01-02', 'ai@2025-12-31']
    const catalogue = createCatalogue(await Promise.all(names.map((name) => version(name))))
    expect(catalogue.all().map(({ manifest }) => manifest.version)).toEqual([
      'ai@2026-01-02',
      'ai@2026-01-02-beta',
      'ai@2025-12-31',
      'sensor@2025-01-01',
    ])
    expect(catalogue.find('ai@2025-12-31')?.manifest.version).toBe('ai@2025-12-31')
    expect(catalogue.find('ai@2025-12-30')).toBeUndefined()
  })

  test('finds the newest stable version as latest, or a beta if none is stable', async () => {
    const latest = async (...names: string[]) => {
      const versions = await Promise.all(names.map((name) => version(name)))
      return createCatalogue(versions).find('ai@latest')?.manifest.version
    }
    expect(await latest('ai@2026-05-01-beta', 'ai@2026-01-02', 'ai@2025-01-01')).toBe(
      'ai@2026-01-02',
    )
    expect(await latest('ai@2026-05-01-beta', 'ai@2026-06-01-beta')).toBe('ai@2026-06-01-beta')
    expect(await latest('sensor@2026-05-01')).toBeUndefined()
  })

  test('lets a beta change, but not a stable version', async () => {
    const catalogue = createCatalogue([
      await version('ai@2026-01-02-beta'),
      await version('ai@2026-01-02'),
    ])
    catalogue.put(await version('ai@2026-01-02-beta', 'better'))
    expect(catalogue.find('ai@2026-01-02-beta')?.manifest.notes).toBe('better')
    catalogue.put(await version('ai@2026-01-02'))
    const changed = await version('ai@2026-01-02', 'better')
    expect(() => catalogue.put(changed)).toThrow("'ai@2026-01-02' is stable")
  })

  test('is not created from data with errors: one error names every finding', async () => {
    const broken = {
      ...tinyFiles(),
      'elements/health.yaml': {
        ...tinyFiles()['elements/health.yaml'],
        symbol_id: 'gone',
        category_id: 'gone',
      },
    }
    const loading = loadCatalogue([toFolder(broken), toFolder(tinyFiles(), 'ai/elsewhere')])
    await expect(loading).rejects.toThrow(DataError)
    await expect(loading).rejects.toThrow(/CATEGORY_REF_MISSING[^]*SYMBOL_NOT_FOUND/)
    await expect(loading).rejects.toThrow(
      /SYMBOL_NOT_FOUND[^]*ai\/elsewhere\/meta.yaml: version: VERSION_FOLDER_MISMATCH/,
    )
    await expect(loadCatalogue([])).rejects.toThrow('There is no version')
  })
})
