import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const manifest = JSON.parse(
  readFileSync(join(import.meta.dirname, '../packages/toolaccord/package.json'), 'utf8'),
) as {
  readonly exports: Record<string, { readonly 'toolaccord-source': string } | string>
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
  const entries = Object.entries(manifest.exports).flatMap(([subpath, target]) =>
    typeof target === 'string' ? [] : [[subpath, target['toolaccord-source']] as const],
  )

  it.each(entries)('of %s are exactly these', (_, file) => {
    const text = readFileSync(join(import.meta.dirname, '../packages/toolaccord', file), 'utf8')
    expect(text).not.toContain('export *')
    expect(namesIn(text).sort()).toMatchSnapshot()
  })

  it('are few enough to learn', async () => {
    expect(Object.keys(await import('toolaccord')).length).toBeLessThanOrEqual(30)
    expect(entries.length).toBeLessThanOrEqual(16)
  })
})
