import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { parseDeclarations } from '../../scripts/reference/parse-declarations.mjs'
import { readEntries } from '../../scripts/reference/read-exports.mjs'
import { isTest, readSources } from '../architecture/sources.ts'
import { root } from './pages.ts'

const entries = readEntries()
const rootExports = entries.find(({ specifier }) => specifier === 'toolaccord')?.exports ?? []

/** Types that authors write down themselves; the others come out of a call or go into one. */
const authored = new Set([
  'Call',
  'CallOptions',
  'Codebook',
  'CommandInit',
  'ConsentOptions',
  'ContentBlock',
  'InputOf',
  'Logger',
  'Outcome',
  'OutputOf',
  'Policy',
  'Question',
  'Route',
  'Server',
  'Store',
])

/** The exports of a source that have no JSDoc; one declaration of several is enough. */
function findUndocumented(path: string): readonly string[] {
  const { exported, declarations } = parseDeclarations(join(root, path))
  const declared = new Set(declarations.map(({ name }) => name))
  const documented = declarations.filter(({ doc }) => doc !== undefined)
  for (const { name } of documented) declared.delete(name)
  return exported.filter((name) => declared.has(name))
}

describe('the JSDoc', () => {
  it('is there for every public name', () => {
    const missing = entries.flatMap(({ specifier, exports }) =>
      exports
        .filter(({ text }) => text === '')
        .map(({ name, file }) => `${specifier}: ${name} in ${file}`),
    )
    expect(missing).toEqual([])
  })

  it('is there for every export of every file', () => {
    const sources = readSources('packages').filter(({ path }) => !isTest(path))
    const missing = sources.flatMap(({ path }) => {
      if (!path.includes('/src/')) return []
      return findUndocumented(path).map((name) => `${path}: ${name}`)
    })
    expect(missing).toEqual([])
  })

  it('has an example for every value of the root, and for every type that authors write', () => {
    const isAuthored = ({ kind, name }: { readonly kind: string; readonly name: string }) =>
      authored.has(name) || !['interface', 'type'].includes(kind)
    const expected = rootExports.filter(isAuthored)
    expect(expected.length).toBeGreaterThan(30)
    const missing = expected.filter(({ examples }) => examples.length === 0)
    expect(missing.map(({ name, file }) => `${name} in ${file}`)).toEqual([])
  })
})

const toModule = (specifier: string, name: string, index: number) =>
  `${specifier.replaceAll(/\W/g, '-')}-${name}-${index}.ts`

const examples = entries.flatMap(({ specifier, exports }) =>
  exports.flatMap(({ name, examples: codes }) =>
    codes.map((code, index) => ({ name, module: toModule(specifier, name, index), code })),
  ),
)

/**
 * An example as a module of its own. It may use the names of the root and Zod without importing
 * them, and `expression // → value` says what an expression gives.
 */
function toProgram(code: string): string {
  const names = rootExports.filter(({ name }) => new RegExp(`\\b${name}\\b`).test(code))
  const imported = names.map(({ name, kind }) => {
    const isType = kind === 'interface' || kind === 'type'
    return isType ? `type ${name}` : name
  })
  const lines = [
    "import { deepStrictEqual } from 'node:assert/strict'",
    "import * as z from 'zod'",
    `import { ${imported.join(', ')} } from 'toolaccord'`,
    code.replaceAll(/^(.+) \/\/ → (.+)$/gm, 'deepStrictEqual($1, $2)'),
    'export {}',
  ]
  return lines.join('\n')
}

describe('the examples in the JSDoc', () => {
  const scratch = join(root, `test/.docs-examples-${process.pid}`)
  const tsconfig = {
    extends: '../../tsconfig.base.json',
    compilerOptions: {
      noEmit: true,
      noUnusedLocals: false,
      customConditions: ['toolaccord-source'],
    },
    include: ['*.ts'],
  }

  beforeAll(() => {
    mkdirSync(scratch, { recursive: true })
    writeFileSync(join(scratch, 'tsconfig.json'), JSON.stringify(tsconfig))
    for (const { module, code } of examples) writeFileSync(join(scratch, module), toProgram(code))
  })

  afterAll(() => {
    rmSync(scratch, { recursive: true, force: true })
  })

  it('compile', () => {
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    const { stdout } = spawnSync(process.execPath, [tsc, '-p', scratch], { encoding: 'utf8' })
    expect(stdout).toBe('')
  })

  it.each(examples)('give what they say: $module', async ({ module }) => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {})
    await import(join(scratch, module))
    error.mockRestore()
  })
})
