import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createProject,
  filesIn,
  installPacked,
  installedIn,
  mappedSources,
  run,
  withoutMaps,
} from './fixtures/packed.ts'

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
  const project = createProject()
  const installed = join(project, 'node_modules/toolaccord')

  beforeAll(() => installPacked('packages/toolaccord', project), 120_000)

  afterAll(() => {
    rmSync(project, { recursive: true, force: true })
  })

  it('brings at most 30 packages', () => {
    const packages = installedIn(project)
    expect(packages).toContain('node_modules/toolaccord')
    expect(packages.length).toBeLessThanOrEqual(30)
  })

  it('has what it needs and nothing of the tests', () => {
    const files = filesIn(installed)
    const needed = ['LICENSE', 'README.md', 'dist/index.js', 'dist/index.d.ts', 'src/index.ts']
    expect(files).toEqual(expect.arrayContaining(needed))
    expect(files.filter((file) => /\.test|golden|snapshot|tsbuildinfo/.test(file))).toEqual([])
  })

  it('has every file that its manifest names, whatever the condition', () => {
    const manifest = readFileSync(join(installed, 'package.json'), 'utf8')
    const { exports, imports, bin } = JSON.parse(manifest) as Readonly<Record<string, object>>
    const named = JSON.stringify([exports, imports, bin]).matchAll(/:"(?:\.\/)?([^"]+)"/g)
    const files = [...named].map(([, file = '']) => file)
    expect(files.length).toBeGreaterThan(40)
    expect(files.filter((file) => !filesIn(installed).includes(file))).toEqual([])
  })

  it('has a map for every built file, so that editors and debuggers show the sources', () => {
    expect(filesIn(installed).filter((file) => file.endsWith('.map')).length).toBeGreaterThan(100)
    expect(withoutMaps(installed)).toEqual([])
  })

  it('has every source that a map names', () => {
    const sources = mappedSources(installed)
    const files = filesIn(installed)
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
