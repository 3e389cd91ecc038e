import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LoadError, loadServer } from './load-server.ts'

const source = (name: string) =>
  `{ name: '${name}', version: '1', contract: {}, codes: {}, ` +
  'tools: () => [], call: async () => {} }'

/** A server that cannot be defined; the error comes from another copy of the framework. */
const undefinable = `
const error = new Error("Server 'x' cannot be defined:\\n  - it needs a name")
throw Object.assign(error, { name: 'DefinitionError' })`

const conditions =
  '{ "types": "./x.d.ts", "require": "./no.cjs", "import": { "node": "./yes.mjs" } }'

const files: Record<string, string> = {
  'named.mjs': `export const server = ${source('named')}`,
  'default.mjs': `export default ${source('default')}`,
  'created.mjs': `export const createServer = async () => (${source('created')})`,
  'beside.mjs': `export const server = ${source('beside')}; export const close = () => 5`,
  'held.mjs': `export const createServer = () => ({ server: ${source('held')}, close() {}, ready: () => false })`,
  'common.cjs': `exports.server = ${source('common')}`,
  'main/package.json': '{ "main": "lib/start.mjs" }',
  'main/lib/start.mjs': `export const server = ${source('main')}`,
  'exported/package.json': `{ "main": "wrong.js", "exports": { ".": ${conditions} } }`,
  'exported/yes.mjs': `export const server = ${source('exported')}`,
  'string/package.json': '{ "exports": "./only.mjs" }',
  'string/only.mjs': `export const server = ${source('string')}`,
  'index/package.json': '{ "type": "module" }',
  'index/index.js': `export const server = ${source('index')}`,
  'node_modules/@office/notes/package.json': '{ "exports": "./server.mjs" }',
  'node_modules/@office/notes/server.mjs': `export const server = ${source('package')}`,
  'deep/er/.keep': '',
  'none.mjs': 'export const add = 1; export const notes = 2',
  'empty.mjs': '',
  'nothing-created.mjs': 'export const createServer = () => 5',
  'throws.mjs': "throw new Error('no database')",
  'throws-text.mjs': "throw 'just text'",
  'undefined.mjs': undefinable,
  'unbuilt/package.json': '{ "main": "dist/server.js" }',
  'bare/readme.txt': '',
  'broken/package.json': '{ oops',
}

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolaccord-'))
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
})

afterAll(() => rm(folder, { recursive: true, maxRetries: 5 }))

describe('loading a server', () => {
  it.each([
    ['named.mjs', 'named'],
    ['./default.mjs', 'default'],
    ['created.mjs', 'created'],
    ['beside.mjs', 'beside'],
    ['held.mjs', 'held'],
    ['common.cjs', 'common'],
    ['main', 'main'],
    ['exported', 'exported'],
    ['string/', 'string'],
    ['index', 'index'],
    ['@office/notes', 'package'],
  ])('finds it in %s', async (reference, name) => {
    expect((await loadServer(reference, folder)).server.name).toBe(name)
  })

  it('finds what belongs to it, beside it in the module or in what createServer returns', async () => {
    const beside = await loadServer('beside.mjs', folder)
    expect([beside.close?.(), beside.ready]).toEqual([5, undefined])
    const held = await loadServer('held.mjs', folder)
    expect([typeof held.close, held.ready?.()]).toEqual(['function', false])
    expect((await loadServer('named.mjs', folder)).close).toBeUndefined()
  })

  it('finds a package from a folder below', async () => {
    expect((await loadServer('@office/notes', join(folder, 'deep/er'))).server.name).toBe('package')
  })

  it.each([
    [
      'missing',
      "There is no server 'missing'.",
      'Looked for a file or folder of that name, and for an installed package.',
    ],
    ['./missing', "There is no server './missing'.", 'Looked for a file or folder of that name.'],
    [
      'none.mjs',
      "'none.mjs' exports no server: it exports add, notes.",
      expect.stringContaining("as 'server' or as default, or a function createServer"),
    ],
    [
      'empty.mjs',
      "'empty.mjs' exports no server: it exports nothing.",
      expect.stringContaining('defineServer'),
    ],
    [
      'nothing-created.mjs',
      "createServer of 'nothing-created.mjs' returned no server.",
      'It must return what defineServer gives, or { server, close } with it.',
    ],
    ['throws.mjs', "'throws.mjs' could not be loaded: no database", undefined],
    ['throws-text.mjs', "'throws-text.mjs' could not be loaded: just text", undefined],
    ['undefined.mjs', "Server 'x' cannot be defined:\n  - it needs a name", undefined],
    [
      'unbuilt',
      "'unbuilt' has no file dist/server.js, the main of its package.json.",
      'Build the server first, or name its file.',
    ],
    [
      'bare',
      "'bare' has no file index.js, and no package.json that names another.",
      'Build the server first, or name its file.',
    ],
    ['broken', "The package.json of 'broken' is not JSON.", undefined],
  ])('says what is wrong with %s', async (reference, message, hint) => {
    const thrown: unknown = await loadServer(reference, folder).catch((error: unknown) => error)
    expect(thrown).toBeInstanceOf(LoadError)
    expect(thrown).toMatchObject({ message, hint })
  })
})
