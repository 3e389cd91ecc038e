import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import manifest from '../packages/toolaccord/package.json' with { type: 'json' }

const root = join(import.meta.dirname, '../packages/toolaccord')

/** The entry points that run where there is no Node. */
const entries = ['.', './contracts', './json-schema', './mcp', './rest'] as const

/** The file that a bundler for Workers takes for an import of one of our files. */
function resolve(specifier: string, from: string): string | undefined {
  if (specifier === '#load-sdk') return join(root, manifest.imports['#load-sdk'].workerd)
  return specifier.startsWith('.') ? join(dirname(from), specifier) : undefined
}

/** The lazy imports of a file and of all that it imports, as a bundler for Workers sees them. */
function lazyImportsOf(file: string, seen = new Set<string>()): readonly string[] {
  if (seen.has(file)) return []
  seen.add(file)
  const text = readFileSync(file, 'utf8')
  const lazy = [...text.matchAll(/\bimport\(\s*["'](?<name>[^"']+)["']/g)].map(
    ({ groups }) => `${file.slice(root.length)} imports ${groups?.name}`,
  )
  const imported = [...text.matchAll(/^(?:import|export)\b[^;]*?["'](?<name>[^"']+)["'];$/gm)]
  const files = imported.flatMap(({ groups }) => resolve(groups?.name ?? '', file) ?? [])
  return [...lazy, ...files.flatMap((one) => lazyImportsOf(one, seen))]
}

// `npm run workers` runs a bundle in workerd; this holds the reason why that works.
describe('the package in a bundle for Workers', () => {
  it.each(entries)('imports nothing lazily, which esbuild would break: %s', (entry) => {
    const seen = new Set<string>()
    expect(lazyImportsOf(join(root, manifest.exports[entry].default), seen)).toEqual([])
    expect(seen.size).toBeGreaterThan(1)
  })

  it('has the SDK in it from the start, and on Node only when it is needed', () => {
    const { workerd, node, default: other } = manifest.imports['#load-sdk']
    expect(workerd).toBe(other)
    expect(readFileSync(join(root, workerd), 'utf8')).toMatch(
      /from "@modelcontextprotocol\/server"/,
    )
    expect(readFileSync(join(root, node), 'utf8')).toMatch(/\bimport\("\.\/sdk\/load-sdk\.js"\)/)
  })
})
