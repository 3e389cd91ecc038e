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

const root = join(import.meta.dirname, '..')

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

  it('has what it needs, its sources included, and nothing of the tests', () => {
    const installed = join(project, 'node_modules/@toolaccord/digest')
    const files = filesIn(installed)
    const needed = ['LICENSE', 'README.md', 'dist/index.js', 'dist/index.d.ts', 'src/index.ts']
    expect(files).toEqual(expect.arrayContaining(needed))
    expect(files.filter((file) => /\.test|tsbuildinfo/.test(file))).toEqual([])
    expect(withoutMaps(installed)).toEqual([])
    expect(mappedSources(installed).filter((source) => !files.includes(source))).toEqual([])
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
