import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const run = (command: string, args: readonly string[], cwd: string) =>
  execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

const createProject = () => mkdtempSync(join(tmpdir(), 'toolaccord-packed-'))

/** Packs a workspace and installs the tarball into an empty project. */
function installPacked(workspace: string, project: string): void {
  const packed = JSON.parse(
    run('npm', ['pack', '--json', '--pack-destination', project, '--workspace', workspace], root),
  ) as { filename: string }[]
  writeFileSync(
    join(project, 'package.json'),
    JSON.stringify({ name: 'user', private: true, type: 'module' }),
  )
  run('npm', ['install', '--no-audit', '--no-fund', `./${packed[0]?.filename}`], project)
}

/** The packages that an install brought, as paths from the project. */
function installedIn(project: string): readonly string[] {
  const lock = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, unknown>
  }
  return Object.keys(lock.packages).filter((path) => path !== '')
}

/** Checks that an installed package has what it needs and nothing of the tests. */
function expectCleanFiles(folder: string): void {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  expect(files).toEqual(
    expect.arrayContaining(['LICENSE', 'README.md', 'dist/index.js', 'dist/index.d.ts']),
  )
  expect(files.filter((file) => /\.test|src\b|tsbuildinfo/.test(file))).toEqual([])
}

describe('the packed package, installed into an empty project', () => {
  const project = createProject()

  beforeAll(() => installPacked('packages/toolaccord', project), 120_000)

  afterAll(() => rmSync(project, { recursive: true, force: true }))

  it('brings at most 30 packages', () => {
    const installed = installedIn(project)
    expect(installed).toContain('node_modules/toolaccord')
    expect(installed.length).toBeLessThanOrEqual(30)
  })

  it('holds what it needs and nothing of the tests', () => {
    expectCleanFiles(join(project, 'node_modules/toolaccord'))
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

describe('the packed digest, installed into an empty project', () => {
  const project = createProject()
  /** Runs a module of the project and returns what it prints as JSON. */
  const evaluate = (code: string): unknown => {
    writeFileSync(join(project, 'program.js'), code)
    return JSON.parse(run(process.execPath, ['program.js'], project))
  }

  beforeAll(() => installPacked('packages/digest', project), 120_000)

  afterAll(() => rmSync(project, { recursive: true, force: true }))

  it('brings nothing but itself', () => {
    expect(installedIn(project)).toEqual(['node_modules/@toolaccord/digest'])
  })

  it('holds what it needs and nothing of the tests', () => {
    expectCleanFiles(join(project, 'node_modules/@toolaccord/digest'))
  })

  it('condenses text, and what it quotes can be verified', () => {
    const answer = evaluate(
      `import { canonicalize, digest, verifyDigest } from '@toolaccord/digest'
       const document = await canonicalize('Warm water harms corals. Fish leave the reef after that.')
       const { payload } = await digest(document, 'corals')
       const { ok } = await verifyDigest(payload, document)
       console.log(JSON.stringify({ ok, quotes: payload.evidence_snippets.map(({ text }) => text) }))`,
    )
    expect(answer).toEqual({ ok: true, quotes: ['Warm water harms corals.'] })
  })

  it.each([
    ['text/html', '<p>Warm water.</p>', 'Reading HTML needs the package htmlparser2.'],
    ['application/pdf', '%PDF-1.4', 'Reading PDF needs the package pdfjs-dist.'],
  ])('names the package that it needs for %s', (contentType, content, message) => {
    const answer = evaluate(
      `import { canonicalize } from '@toolaccord/digest'
       const source = ${JSON.stringify({ contentType, content })}
       const error = await canonicalize(source).catch((error) => error)
       console.log(JSON.stringify({ name: error.name, reason: error.reason, message: error.message }))`,
    )
    expect(answer).toEqual({ name: 'DigestError', reason: 'unavailable', message })
  })

  it('has types that compile without any other package', () => {
    writeFileSync(
      join(project, 'program.ts'),
      `import { type DigestOptions, canonicalize, digest } from '@toolaccord/digest'
       export const options: DigestOptions = { locale: 'en', log: undefined }
       export const condense = async (text: string) => digest(await canonicalize(text), 'corals', options)`,
    )
    const flags = ['--strict', '--exactOptionalPropertyTypes', '--declaration']
    const target = ['--target', 'es2023', '--module', 'nodenext', '--types', '']
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    run(process.execPath, [tsc, ...flags, ...target, '--outDir', 'out', 'program.ts'], project)
    const declared = readFileSync(join(project, 'out/program.d.ts'), 'utf8')
    expect(declared).toContain('import("@toolaccord/digest").DigestResult')
  })
})
