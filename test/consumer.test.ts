import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import manifest from '../packages/toolaccord/package.json' with { type: 'json' }

const root = join(import.meta.dirname, '..')
const emitted = mkdtempSync(join(tmpdir(), 'toolaccord-consumer-'))

/** The complaints of the compiler; empty if it has none. */
function compile(...args: readonly string[]): string {
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const options = { cwd: root, encoding: 'utf8' } as const
  return spawnSync(process.execPath, [tsc, ...args], options).stdout
}

const readDeclarations = (file: string) => readFileSync(join(emitted, file), 'utf8')

const entries = Object.keys(manifest.exports).filter((entry) => !entry.endsWith('.json'))

describe('a project without the types of browsers that checks those of its libraries', () => {
  const project = mkdtempSync(join(tmpdir(), 'toolaccord-strict-'))

  afterAll(() => {
    rmSync(project, { recursive: true, force: true })
  })

  it('compiles with every entry point', { timeout: 120_000 }, () => {
    const imports = entries.map((entry, index) => {
      const name = join('toolaccord', entry)
      return `import * as entry${index} from '${name}'\nconsole.log(entry${index})`
    })
    symlinkSync(join(root, 'node_modules'), join(project, 'node_modules'), 'dir')
    writeFileSync(join(project, 'package.json'), '{ "type": "module" }')
    writeFileSync(join(project, 'all.ts'), imports.join('\n'))
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions: withoutDom }))
    expect(compile('-b', 'packages/toolaccord') + compile('-p', project)).toBe('')
    expect(entries.length).toBeGreaterThan(10)
  })
})

const withoutDom = {
  noEmit: true,
  strict: true,
  skipLibCheck: false,
  exactOptionalPropertyTypes: true,
  lib: ['es2023'],
  target: 'es2023',
  module: 'nodenext',
  types: ['node'],
}

describe('a project that depends on the built package', () => {
  let complaints = ''

  beforeAll(() => {
    complaints += compile('-b', 'packages/toolaccord')
    complaints += compile('-p', 'test/fixtures/consumer', '--outDir', emitted)
  }, 120_000)

  afterAll(() => {
    rmSync(emitted, { recursive: true, force: true })
  })

  it('compiles with declarations, every inferred type named by a public name', () => {
    expect(complaints).toBe('')
  })

  it('has the types of its tools in its declarations', () => {
    const tools = readDeclarations('tools.d.ts')
    expect(tools).toMatch(
      /getNote: import\("toolaccord"\)\.Tool<"get_note", z\.ZodObject<\{\s+id: z\.ZodString;/,
    )
    expect(tools).toMatch(/\}, z\.core\.\$strip>, "NOTE_NOT_FOUND">;/)
    expect(tools).toContain('ping: import("toolaccord").Tool<"ping", import("toolaccord").NoInput,')
    expect(tools).toContain('colour: import("toolaccord").ParameterSet<"temp" | "tint">')
  })

  it('has the types of its server in its declarations', () => {
    const server = readDeclarations('server.d.ts')
    expect(server).toMatch(/server: Server<readonly \[import\("toolaccord"\)\.Tool<"get_note"/)
    expect(server).toMatch(
      /readNote: \(id: string\) => Promise<import\("toolaccord"\)\.Outcome<\{\s+note: \{/,
    )
  })

  it('mentions no file inside the package', () => {
    const all = readDeclarations('tools.d.ts') + readDeclarations('server.d.ts')
    expect(all).not.toMatch(/toolaccord\/(src|dist)|\.\.\/\.\.|: any\b/)
  })
})
