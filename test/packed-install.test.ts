import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Runs a command and returns what it prints. */
function run(command: string, args: readonly string[], cwd: string): string {
  return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))

/** A server in JavaScript whose schema is written by hand, so that no schema library is needed. */
const serverModule = `
import { defineServer, defineTool, ok } from 'toolaccord'

const schema = { type: 'object', properties: { up: { type: 'boolean' } }, required: ['up'] }
const output = {
  '~standard': {
    version: 1,
    vendor: 'user',
    validate: (value) => ({ value }),
    jsonSchema: { input: () => schema, output: () => schema },
  },
}
const ping = defineTool({
  name: 'ping',
  summary: 'Answer.',
  output,
  effect: 'read',
  run: () => ok({ up: true }),
})
export const server = defineServer({ name: 'user', version: '1.0.0', tools: [ping] })
`

describe('the packed package, installed into an empty project', () => {
  const project = mkdtempSync(join(tmpdir(), 'toolaccord-packed-'))
  const installed = join(project, 'node_modules/toolaccord')
  let files: readonly string[] = []

  beforeAll(() => {
    const target = ['--pack-destination', project, '--workspace', 'packages/toolaccord']
    const [packed] = JSON.parse(run('npm', ['pack', '--json', ...target], root)) as {
      readonly filename: string
    }[]
    const manifest = { name: 'user', private: true, type: 'module' }
    writeFileSync(join(project, 'package.json'), JSON.stringify(manifest))
    run('npm', ['install', '--no-audit', '--no-fund', `./${packed?.filename}`], project)
    files = readdirSync(installed, { recursive: true, encoding: 'utf8' })
  }, 120_000)

  afterAll(() => {
    rmSync(project, { recursive: true, force: true })
  })

  it('brings at most 30 packages', () => {
    const lock = readJson(join(project, 'package-lock.json')) as {
      readonly packages: Record<string, unknown>
    }
    const packages = Object.keys(lock.packages).filter((path) => path !== '')
    expect(packages).toContain('node_modules/toolaccord')
    expect(packages.length).toBeLessThanOrEqual(30)
  })

  it('has what it needs and nothing of the tests', () => {
    const needed = ['LICENSE', 'README.md', 'dist/index.js', 'dist/index.d.ts', 'src/index.ts']
    expect(files).toEqual(expect.arrayContaining(needed))
    expect(files.filter((file) => /\.test|golden|snapshot|tsbuildinfo/.test(file))).toEqual([])
  })

  it('has a map for every built file, so that editors and debuggers show the sources', () => {
    const built = files.filter((file) => /^dist\/.*\.(js|d\.ts)$/.test(file))
    const withoutMap = built.filter((file) => !files.includes(`${file}.map`))
    expect(built.length).toBeGreaterThan(100)
    // A file that only passes names on has no code to map.
    expect(withoutMap.filter((file) => !isReexport(join(installed, file)))).toEqual([])
  })

  it('has every source that a map names', () => {
    const maps = files.filter((file) => file.endsWith('.map'))
    const sources = maps.flatMap((file) => {
      const map = readJson(join(installed, file)) as { readonly sources: readonly string[] }
      return map.sources.map((source) => join(dirname(file), source))
    })
    expect(sources).toContain('src/define/tool.ts')
    expect(sources.filter((source) => !files.includes(source))).toEqual([])
  })

  it('defines and calls a tool without any schema library', () => {
    writeFileSync(join(project, 'server.js'), serverModule)
    const command = join(project, 'node_modules/.bin/toolaccord')
    const answer: unknown = JSON.parse(run(command, ['./server.js', 'ping', '--json'], project))
    expect(answer).toMatchObject({ success: true, data: { up: true } })
  })
})

/** True if a module consists of imports and exports of names. */
function isReexport(path: string): boolean {
  const code = readFileSync(path, 'utf8').replaceAll(/^\/\/.*$/gm, '')
  return code.replaceAll(/^(import|export)\b[^;]*;/gm, '').trim() === ''
}
