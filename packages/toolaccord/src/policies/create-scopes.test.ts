import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { Caller, Face } from '../define/call.ts'
import { defineTool } from '../define/tool.ts'
import { silentLog } from '../log/log.ts'
import { ok } from '../outcome/outcome.ts'
import { defineServer } from '../server.ts'

const Output = z.object({ done: z.boolean() })
const free = defineTool({
  name: 'read_note',
  summary: 'Read a note.',
  output: Output,
  effect: 'read',
  run: () => ok({ done: true }),
})
const scoped = { ...free, name: 'write_note', scopes: ['notes:read', 'notes:write'] }

const call = (name: string, face: Face, scopes?: readonly string[], isLocal?: boolean) => {
  const caller: Caller | undefined = scopes && { id: 'ada', scopes }
  return defineServer({ name: 'notes', version: '1', tools: [free, scoped], log: silentLog }).call(
    name,
    {},
    { face, caller, isLocal },
  )
}

describe('a tool with scopes', () => {
  it.each<Face>(['direct', 'cli', 'rest', 'mcp'])(
    'runs for a caller that has them all: %s',
    async (face) => {
      expect(await call('write_note', face, ['notes:write', 'notes:read', 'more'])).toMatchObject({
        ok: true,
      })
    },
  )

  it.each<Face>(['direct', 'cli', 'rest', 'mcp'])(
    'refuses a caller that does not have one, and names it: %s',
    async (face) => {
      const problem = {
        message: 'The token lacks the scope notes:write.',
        hint: 'Get a token with notes:read notes:write and call again.',
        details: {
          required_scopes: ['notes:read', 'notes:write'],
          missing_scopes: ['notes:write'],
        },
        code: 'FORBIDDEN',
      }
      expect(await call('write_note', face, ['notes:read'])).toMatchObject({
        ok: false,
        soft: false,
        problems: [problem],
      })
    },
  )

  it('does not take a scope that only begins like one', async () => {
    expect(await call('write_note', 'rest', ['notes:read', 'notes:write:own'])).toMatchObject({
      ok: false,
    })
  })

  it.each<Face>(['rest', 'mcp'])('refuses a call of nobody: %s', async (face) => {
    const problem = {
      code: 'UNAUTHORIZED',
      hint: 'Send a token with the scope notes:read notes:write.',
      details: { required_scopes: ['notes:read', 'notes:write'] },
    }
    expect(await call('write_note', face)).toMatchObject({ ok: false, problems: [problem] })
  })

  it.each<Face>(['direct', 'cli'])('runs for whoever started the process: %s', async (face) => {
    expect(await call('write_note', face)).toMatchObject({ ok: true })
  })

  it('runs for whoever started the process and speaks MCP over its pipes', async () => {
    expect(await call('write_note', 'mcp', undefined, true)).toMatchObject({ ok: true })
    expect(await call('write_note', 'mcp', [], true)).toMatchObject({ ok: false })
  })
})

describe('a tool without scopes', () => {
  it('runs for everybody', async () => {
    expect(await call('read_note', 'mcp')).toMatchObject({ ok: true })
    expect(await call('read_note', 'rest', [])).toMatchObject({ ok: true })
  })
})
