import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { defineTool } from '../define/tool.ts'
import { ok } from '../outcome/outcome.ts'
import { defineServer } from '../server.ts'

const toolOf = (name: string, former: readonly string[] = []) =>
  defineTool({
    name,
    summary: 'Answer.',
    output: z.object({}),
    effect: 'read',
    formerly: former.map((name) => ({ name, since: '1' })),
    run: () => ok({}),
  })

/** The problem of a call to a tool that a server does not have. */
async function problemOf(name: string, tools: readonly ReturnType<typeof toolOf>[]) {
  const server = defineServer({ name: 'notes', version: '1', tools })
  const outcome = await server.callByName(name)
  return outcome.ok ? expect.unreachable() : outcome.problems[0]
}

describe('a call to a tool that does not exist', () => {
  it('lists the tools by the names that they have now', async () => {
    const { hint } = await problemOf('weather', [toolOf('get_note', ['fetch_it']), toolOf('ping')])
    expect(hint).toBe('Known tools: get_note, ping.')
  })

  it('lists at most 20 of them', async () => {
    const tools = Array.from({ length: 21 }, (_, index) => toolOf(`note_${index}`))
    const { hint } = await problemOf('weather', tools)
    expect(hint).toContain('note_19.')
    expect(hint).not.toContain('note_20')
  })

  it('names the tool that was meant if only its prefix is missing', async () => {
    const tools = [toolOf('ping')]
    const server = defineServer({ name: 'notes', version: '1', tools, prefix: 'office_notes' })
    expect(await server.callByName('ping', {}, { face: 'mcp' })).toMatchObject({
      problems: [{ hint: "Did you mean 'office_notes_ping'?" }],
    })
  })

  it('repeats a name of 64 characters, the most that a tool can have, and none that is longer', async () => {
    const longest = 'x'.repeat(64)
    expect(await problemOf(longest, [toolOf('ping')])).toMatchObject({
      message: `There is no tool '${longest}'.`,
    })
    expect(await problemOf(`${longest}x`, [toolOf('ping')])).toMatchObject({
      message: 'A tool name of 65 characters cannot exist; the limit is 64.',
    })
  })
})
