import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const run = (command: string, args: readonly string[], cwd: string) =>
  execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

describe('the packed package, installed into an empty project', () => {
  const project = mkdtempSync(join(tmpdir(), 'toolaccord-packed-'))

  beforeAll(() => {
    const packed = JSON.parse(
      run(
        'npm',
        ['pack', '--json', '--pack-destination', project, '--workspace', 'packages/toolaccord'],
        root,
      ),
    ) as { filename: string }[]
    writeFileSync(
      join(project, 'package.json'),
      JSON.stringify({ name: 'user', private: true, type: 'module' }),
    )
    run('npm', ['install', '--no-audit', '--no-fund', `./${packed[0]?.filename}`], project)
  }, 120_000)

  afterAll(() => rmSync(project, { recursive: true, force: true }))

  it('brings at most 30 packages', () => {
    const lock = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, unknown>
    }
    const installed = Object.keys(lock.packages).filter((path) => path !== '')
    expect(installed).toContain('node_modules/toolaccord')
    expect(installed.length).toBeLessThanOrEqual(30)
  })

  it('holds what it needs and nothing of the tests', () => {
    const files = readdirSync(join(project, 'node_modules/toolaccord'), {
      recursive: true,
      encoding: 'utf8',
    })
    expect(files).toEqual(
      expect.arrayContaining(['LICENSE', 'README.md', 'dist/index.js', 'dist/index.d.ts']),
    )
    expect(files.filter((file) => /\.test|src\b|tsbuildinfo/.test(file))).toEqual([])
  })

  it('defines, calls and serves a tool without any schema library', () => {
    writeFileSync(
      join(project, 'server.js'),
      `import { defineServer, defineTool, ok } from 'toolaccord'
       const schema = { type: 'object', properties: { up: { type: 'boolean' } }, required: ['up'] }
       const output = { '~standard': { version: 1, vendor: 'user', validate: (value) => ({ value }), jsonSchema: { input: () => schema, output: () => schema } } }
       const ping = defineTool({ name: 'ping', summary: 'Answer.', output, effect: 'read', run: () => ok({ up: true }) })
       export const server = defineServer({ name: 'user', version: '1.0.0', tools: [ping] })`,
    )
    const answer = JSON.parse(
      run(
        join(project, 'node_modules/.bin/toolaccord'),
        ['./server.js', 'ping', '--json'],
        project,
      ),
    ) as unknown
    expect(answer).toMatchObject({ success: true, data: { up: true } })
  })
})
