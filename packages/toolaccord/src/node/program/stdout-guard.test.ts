import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const dist = join(import.meta.dirname, '../../../dist')
const bin = join(dist, '../bin/toolaccord.js')
const urlOf = (file: string) => JSON.stringify(pathToFileURL(join(dist, file)).href)

/** Prints at every moment before the first message. */
const loud = `
import { defineServer } from ${urlOf('index.js')}
console.log('at load')
process.stdout.write('raw at load\\n')
export function createServer() {
  console.log('in createServer')
  return defineServer({ name: 'loud', version: '1.0.0', tools: [] })
}
`

const binary = `
import { serveProgram } from ${urlOf('node/index.js')}
await serveProgram({
  name: 'loud',
  async createServer() {
    const { createServer } = await import('./loud.mjs')
    return createServer()
  },
})
`

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolaccord-'))
  await writeFile(join(folder, 'loud.mjs'), loud)
  await writeFile(join(folder, 'bin.mjs'), binary)
})
afterAll(() => rm(folder, { recursive: true, maxRetries: 5 }))

const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}\n'

function run(...args: readonly string[]) {
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    encoding: 'utf8',
    input: ping,
  })
  return { out: stdout, err: stderr }
}

describe('standard output of a server on standard input and output', () => {
  it.each([
    ['toolaccord serve', [bin, 'serve', 'loud.mjs', '--stdio']],
    ['a binary', ['bin.mjs', 'serve', '--stdio']],
  ])('has messages only, whatever is printed before: %s', (_, args) => {
    const { out, err } = run(...args)
    expect(out).toBe('{"jsonrpc":"2.0","id":1,"result":{}}\n')
    expect(err).toBe('at load\nraw at load\nin createServer\n')
  })

  it('has what a command prints, because no client reads it', () => {
    expect(run('bin.mjs', '--version').out).toContain('at load\nraw at load\nin createServer\n')
  })
})
