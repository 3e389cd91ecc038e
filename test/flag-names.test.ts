import { defineServer, defineTool, ok } from 'toolaccord'
import { runCli } from 'toolaccord/cli'
import { mcpGuide } from 'toolaccord/contracts'
import { describeFaces } from 'toolaccord/testing'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'

const input = z.object({
  verbose: z.boolean().default(true).describe('All the facts'),
  include_hidden: z.boolean().default(false),
  json: z.string().optional(),
  timeout: z.int().optional(),
  version: z.string().optional(),
  yes: z.boolean().optional(),
  budget: z.int().optional(),
  color: z.string().optional(),
  request_id: z.string().optional(),
})
const categoryList = defineTool({
  name: 'category_list',
  summary: 'List all categories in the current project.',
  input,
  output: z.object({ args: z.looseObject({}) }),
  effect: 'read',
  run: (args) => ok({ args }),
})
const createServer = () =>
  defineServer({ name: 'guide', version: '1.0.0', contract: mcpGuide, tools: [categoryList] })

/** Runs a command line, and returns what it wrote. */
async function run(...argv: string[]): Promise<string> {
  let written = ''
  const stream = {
    write(text: string) {
      written += text
    },
  }
  const stdin = async function* () {}
  await runCli(createServer(), argv, { stdout: stream, stderr: stream, stdin, env: {} })
  return written
}

describeFaces('arguments that are named like flags', createServer, ({ call }) => {
  it('are given by their names', async () => {
    const args = { verbose: false, include_hidden: true, json: 'a', timeout: 7, version: '2' }
    const more = { yes: true, budget: 1, color: 'red', request_id: 'r' }
    const { outcome } = await call('category_list', { ...args, ...more })
    expect(outcome).toMatchObject({ ok: true, data: { args: { ...args, ...more } } })
  })

  it('are refused by their names', async () => {
    const { outcome } = await call('category_list', { verbose: 'yes', include_hidden: 3 })
    expect(outcome).toMatchObject({ problems: [{ path: 'verbose' }, { path: 'include_hidden' }] })
  })
})

describe('the command line', () => {
  it('takes them with arg- before their names, and its own flags as ever', async () => {
    const line = await run('category-list', '--no-arg-verbose', '--arg-json', 'x', '--json', '-q')
    expect(JSON.parse(line)).toMatchObject({
      success: true,
      value: { args: { verbose: false, json: 'x' } },
    })
  })

  it('says so in its help', async () => {
    const words = (await run('category-list', '--help')).replaceAll(/\s+/g, ' ')
    expect(words).toContain(
      '--arg-verbose, --no-arg-verbose All the facts. ' +
        "It gives 'verbose'; --verbose is another flag of this command.",
    )
  })

  it.each(['bash', 'zsh', 'fish'])('completes them in %s', async (shell) => {
    expect(await run('completion', shell)).toMatch(/arg-request-id/)
  })
})
