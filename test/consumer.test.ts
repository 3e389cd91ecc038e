import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const emitted = mkdtempSync(join(tmpdir(), 'toolaccord-consumer-'))

/** What the compiler says; nothing when it has no complaint. */
function tsc(...args: readonly string[]): string {
  try {
    return execFileSync(
      process.execPath,
      [join(root, 'node_modules/typescript/bin/tsc'), ...args],
      { cwd: root, encoding: 'utf8', stdio: 'pipe' },
    )
  } catch (error) {
    return String((error as { readonly stdout?: unknown }).stdout)
  }
}

const declarations = (file: string) => readFileSync(join(emitted, file), 'utf8')

describe('a project that depends on the built package', () => {
  let complaints = ''

  beforeAll(() => {
    complaints =
      tsc('-b', 'packages/toolaccord') + tsc('-p', 'test/fixtures/consumer', '--outDir', emitted)
  }, 120_000)

  afterAll(() => rmSync(emitted, { recursive: true, force: true }))

  it('compiles with declarations, every inferred type named by a public name', () => {
    expect(complaints).toBe('')
  })

  it('has the types of its tools in its declarations', () => {
    const tools = declarations('tools.d.ts')
    expect(tools).toMatch(
      /getNote: import\("toolaccord"\)\.Tool<"get_note", z\.ZodObject<\{\s+id: z\.ZodString;/,
    )
    expect(tools).toMatch(/\}, z\.core\.\$strip>, "note_not_found">;/)
    expect(tools).toContain('ping: import("toolaccord").Tool<"ping", import("toolaccord").NoInput,')
    expect(tools).toContain('colour: import("toolaccord").ParameterSet<"temp" | "tint">')
  })

  it('has the types of its server in its declarations', () => {
    const server = declarations('server.d.ts')
    expect(server).toMatch(/server: Server<readonly \[import\("toolaccord"\)\.Tool<"get_note"/)
    expect(server).toMatch(
      /readNote: \(id: string\) => Promise<import\("toolaccord"\)\.Outcome<\{\s+note: \{/,
    )
  })

  it('mentions no file inside the package', () => {
    expect(declarations('tools.d.ts') + declarations('server.d.ts')).not.toMatch(
      /toolaccord\/(src|dist)|\.\.\/\.\.|: any\b/,
    )
  })
})
