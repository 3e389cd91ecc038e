import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const packages = join(import.meta.dirname, '../packages')

interface Manifest {
  readonly exports: Readonly<Record<string, { readonly 'toolaccord-source': string } | string>>
}

type Entry = readonly [subpath: string, file: string]

/** The entries of a package that are code. */
function entriesOf(folder: string): readonly Entry[] {
  const text = readFileSync(join(packages, folder, 'package.json'), 'utf8')
  const manifest = JSON.parse(text) as Manifest
  const entries: Entry[] = []
  for (const [subpath, target] of Object.entries(manifest.exports)) {
    if (typeof target === 'string') continue
    entries.push([subpath, join(packages, folder, target['toolaccord-source'])])
  }
  return entries
}

/** The names in the braces of an export; types are marked. */
function listedNames(type: string, list: string): readonly string[] {
  const names = list.split(',').map((name) => name.trim())
  return names.filter((name) => name !== '').map((name) => `${type}${name}`)
}

/** Value and type names that an entry file spells out. */
function namesIn(text: string): string[] {
  const lists = [...text.matchAll(/export (type )?\{([^}]+)\}/g)]
  const declared = [...text.matchAll(/export (?:const|function|async function) (\w+)/g)]
  return [
    ...lists.flatMap(([, type = '', list = '']) => listedNames(type, list)),
    ...declared.map(([, name = '']) => name),
  ]
}

describe('the public names', () => {
  const entries = entriesOf('toolaccord')
  const expectFrozen = (file: string) => {
    const text = readFileSync(file, 'utf8')
    expect(text).not.toContain('export *')
    expect(namesIn(text).sort()).toMatchSnapshot()
  }

  it.each(entries)('of %s are exactly these', (_, file) => {
    expectFrozen(file)
  })

  it.each(entriesOf('digest'))('of @toolaccord/digest are exactly these', (_, file) => {
    expectFrozen(file)
  })

  it('are few enough to learn', async () => {
    expect(Object.keys(await import('toolaccord')).length).toBeLessThanOrEqual(30)
    expect(entries.length).toBeLessThanOrEqual(19)
  })
})
