import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import type { Server } from 'toolaccord'
import { createServer as createDarkroom } from 'toolaccord-darkroom'
import { createServer as createDatachain } from 'toolaccord-datachain'
import { server as notes } from 'toolaccord-example-notes'
import readings from 'toolaccord-example-readings'
import { createMcpHandler } from 'toolaccord/mcp'
import { beforeAll, describe, expect, it } from 'vitest'
import { read, root } from './docs/pages.ts'

/** A tool as a list shows it. */
interface Listed {
  readonly name: string
  readonly description: string
  readonly inputSchema: object
  readonly outputSchema: object
}

/** The tokens of a list, and how many times those of the plain one they are. */
interface Row {
  readonly name: string
  readonly tools: number
  readonly plainOffered: number
  readonly offered: number
  readonly plainListed: number
  readonly listed: number
}

async function listTools(server: Server): Promise<readonly Listed[]> {
  const response = await createMcpHandler(server).fetch(
    new Request('http://localhost/mcp', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        'MCP-Protocol-Version': '2025-11-25',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    }),
  )
  // The cast names what the list holds.
  const { result } = (await response.json()) as { result: { tools: readonly Listed[] } }
  return result.tools
}

/** The official SDK lists schemas as zod writes them. */
const toPlainSchema = (schema: object) => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  ...schema,
})

/** The same tools as the official SDK would list them: no envelope, no codes, no hints. */
const toPlain = (server: Server): readonly Listed[] =>
  server.tools().map(({ mcpName, summary, description, inputSchema, outputSchema }) => ({
    name: mcpName,
    description: description === undefined ? summary : `${summary}\n\n${description}`,
    inputSchema: toPlainSchema(inputSchema),
    outputSchema: toPlainSchema(outputSchema),
  }))

/** What hosts show a model: the output schema is for clients. */
const toOffered = (tools: readonly Listed[]) =>
  tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))

const tokensOf = (value: unknown) => countTokens(JSON.stringify(value))

async function toRow(server: Server): Promise<Row> {
  const tools = await listTools(server)
  const plain = toPlain(server)
  return {
    name: server.name,
    tools: tools.length,
    plainOffered: tokensOf(toOffered(plain)),
    offered: tokensOf(toOffered(tools)),
    plainListed: tokensOf(plain),
    listed: tokensOf(tools),
  }
}

const toLine = (row: Row) => {
  const { name, tools, plainOffered, offered, plainListed, listed } = row
  const factor = (offered / plainOffered).toFixed(2)
  const whole = (listed / plainListed).toFixed(2)
  const cells = [name, tools, plainOffered, offered, factor, plainListed, listed, whole]
  return `| ${cells.join(' | ')} |`
}

/** The lines of the table in docs/mcp.md, as arrays of cells. */
const shown = () =>
  read('docs/mcp.md')
    .split('## What a tool costs')[1]
    ?.split('\n')
    .filter((line) => /^\| \w+ \| \d/.test(line))
    .map((line) => line.slice(2, -2).split(' | ')) ?? []

describe('the list of tools', () => {
  let rows: readonly Row[] = []
  let table = ''

  beforeAll(async () => {
    const servers = [notes, readings, await createDatachain({}), await createDarkroom({})]
    rows = await Promise.all(servers.map(toRow))
    table = `measured:\n${rows.map(toLine).join('\n')}`
  })

  it('offers a model at most 1.15 times the plain tools', () => {
    const over = rows.filter(({ offered, plainOffered }) => offered > plainOffered * 1.15)
    expect(over, table).toEqual([])
  })

  it('is as a whole at most 1.5 times the plain tools', () => {
    const over = rows.filter(({ listed, plainListed }) => listed > plainListed * 1.5)
    expect(over, table).toEqual([])
  })

  it('costs what docs/cli.md prints, give or take a twentieth', () => {
    const bin = join(root, 'packages/toolaccord/bin/toolaccord.js')
    const args = [bin, 'cost', 'examples/notes']
    const printed = execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
    const page = read('docs/cli.md').split('$ toolaccord cost examples/notes\n')[1] ?? ''
    const words = (text: string) => text.split('```')[0]?.trim().split(/\s+/) ?? []
    const said = words(page)
    for (const [index, word] of words(printed).entries()) {
      if (!/^\d+$/.test(word)) expect(said[index], printed).toBe(word)
      else expect(Math.abs(Number(said[index]) / Number(word) - 1), printed).toBeLessThan(0.05)
    }
  })

  it('costs what docs/mcp.md says, give or take a twentieth', () => {
    const found = new Map(shown().map(([name = '', ...cells]) => [name, cells.map(Number)]))
    expect([...found.keys()], table).toEqual(rows.map(({ name }) => name))
    for (const row of rows) {
      const cells = toLine(row).slice(2, -2).split(' | ').slice(1).map(Number)
      for (const [column, cell] of cells.entries()) {
        const said = found.get(row.name)?.[column] ?? 0
        expect(Math.abs(said / cell - 1), table).toBeLessThanOrEqual(0.05)
      }
    }
  })
})
