import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { createMcpLanes } from '../faces/mcp/create-mcp-lanes.ts'
import { silentLog } from '../log/log.ts'
import { ok } from '../outcome/outcome.ts'
import { defineServer } from '../server.ts'
import { toMcpName } from './tool-names.ts'
import { defineTool } from './tool.ts'

const tool = (name: string, prefix?: string) =>
  defineTool({
    name,
    summary: 'Do it.',
    output: z.object({}),
    effect: 'read',
    prefix,
    run: () => ok({}),
  })
const define = (
  prefix?: string,
  env: Record<string, string> = {},
  tools = [tool('get_note'), tool('ping', '')],
) => defineServer({ name: 's', version: '1', tools, prefix, env, log: silentLog })
const toolNamesOf = (server: ReturnType<typeof define>) =>
  server.tools().map(({ mcpName }) => mcpName)

describe('the prefix of tool names on MCP', () => {
  it('is none by default', () => expect(toolNamesOf(define())).toEqual(['get_note', 'ping']))

  it('is joined by one underscore, and a tool may have its own or none', () => {
    expect(toolNamesOf(define('notes'))).toEqual(['notes_get_note', 'ping'])
    expect(toolNamesOf(define('notes_'))).toEqual(['notes_get_note', 'ping'])
    expect(toMcpName('a', '__')).toBe('a')
  })

  it("is the operator's before the author's, and an empty one switches it off", () => {
    expect(toolNamesOf(define('notes', { MCP_TOOL_PREFIX: 'mine' }))).toEqual([
      'mine_get_note',
      'ping',
    ])
    expect(toolNamesOf(define('notes', { MCP_TOOL_PREFIX: '' }))).toEqual(['get_note', 'ping'])
  })

  it('stands on MCP only: other faces keep bare names', async () => {
    const server = define('notes')
    expect(await server.callByName('get_note', {}, { face: 'rest' })).toMatchObject({ ok: true })
    expect(await server.callByName('notes_get_note', {}, { face: 'mcp' })).toMatchObject({
      ok: true,
    })
    expect(await server.callByName('notes_get_note', {}, { face: 'cli' })).toMatchObject({
      ok: false,
    })
    expect(await server.callByName('get_note', {}, { face: 'mcp' })).toMatchObject({
      ok: false,
      problems: [{ hint: "Did you mean 'notes_get_note'?" }],
    })
  })

  it('is in the list and in calls of both lanes', async () => {
    const { answerFast } = createMcpLanes(define('notes'))
    expect(answerFast({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, {})).toContain(
      '"name":"notes_get_note"',
    )
    expect(
      await answerFast(
        { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'notes_get_note' } },
        {},
      ),
    ).toContain('"success":true')
  })

  it('is refused where names would be too long, collide, or hold what clients refuse', () => {
    expect(() => define('x'.repeat(60))).toThrow('of 69 characters; clients take 64 at most')
    expect(() => define('my notes')).toThrow("'my notes_get_note', which holds more than letters")
    expect(() => define('a', {}, [tool('b_c'), tool('c', 'a_b')])).toThrow(
      "two tools would be named 'a_b_c' with their prefixes",
    )
  })
})
