import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const tsc = join(root, 'node_modules/typescript/bin/tsc')
const folder = mkdtempSync(join(tmpdir(), 'toolaccord-types-'))
const numbers = Array.from({ length: 100 }, (_, index) => index)

/** A tool with what costs a compiler something: nested data, a plan, a route and a command. */
const toTool = (n: number) => `
const tool${n} = defineTool({
  name: 'tool_${n}',
  summary: 'A tool.',
  input: z.object({ id: z.string(), limit${n}: z.int().default(3) }),
  output: z.object({ items: z.array(z.object({ id: z.string(), n${n}: z.number() })) }),
  effect: 'read',
  codes: ['gone_${n}'],
  rest: { method: 'GET', path: '/tool${n}/:id' },
  cli: { positionals: ['id'] },
  fidelity: { items: [{ path: 'items', id: 'id' }] },
  run: ({ id }, call) => (id === '' ? call.fail('gone_${n}') : ok({ items: [{ id, n${n}: 1 }] })),
})`

const toCall = (n: number) => `
export async function call${n}() {
  const outcome = await server.call('tool_${n}', { id: 'x' })
  return outcome.ok ? outcome.data.items : outcome.problems[0].code
}`

const toCode = (n: number) => `gone_${n}: { kind: 'not_found' }`

const source = `
import { defineServer, defineTool, ok } from 'toolaccord'
import * as z from 'zod'
${numbers.map(toTool).join('\n')}
export const server = defineServer({
  name: 'many',
  version: '1.0.0',
  codes: { ${numbers.map(toCode).join(', ')} },
  tools: [${numbers.map((n) => `tool${n}`).join(', ')}],
})`

/** How many types the compiler makes of generic ones, which is what its time goes into. */
function countInstantiations(file: string): number {
  const flags = ['--strict', '--noEmit', '--skipLibCheck', '--module', 'nodenext']
  const args = [tsc, ...flags, '--target', 'es2023', '--types', 'node', '--extendedDiagnostics']
  const { stdout } = spawnSync(process.execPath, [...args, file], { cwd: folder, encoding: 'utf8' })
  expect(stdout).not.toContain('error')
  return Number(/Instantiations:\s+(\d+)/.exec(stdout)?.[1])
}

describe('what the types of a hundred tools cost a compiler', () => {
  beforeAll(() => {
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir')
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    writeFileSync(join(folder, 'tools.ts'), source)
    writeFileSync(join(folder, 'calls.ts'), `${source}\n${numbers.map(toCall).join('\n')}`)
  })

  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('is at most 1,450 instantiations a tool', { timeout: 120_000 }, () => {
    expect(countInstantiations('tools.ts')).toBeLessThan(145_000)
  })

  it('is at most 1,750 more for a typed call of each', { timeout: 120_000 }, () => {
    expect(countInstantiations('calls.ts')).toBeLessThan(320_000)
  })
})
